/** Finds stages that write a secret into the session log. */
import { propertyOf } from '../../model/navigate.ts';
import { defineRule } from '../../model/rule.ts';
import { holdingOf, plainSecrets } from '../../patterns/blue-prism/plain-secrets.ts';
import { mentionedSymbols, symbolTable } from '../../patterns/used-symbols.ts';
import { SECRET_NAME_WORDS } from '../../semantics/secretness/secret-words.ts';

/**
 * Stages that log their inputs and outputs. The catalogue omits Start and End, which log the parameters of their page.
 */
const LOGGING = new Set([
  'Start',
  'End',
  'Action',
  'Calculation',
  'MultipleCalculation',
  'Write',
  'SubSheet',
  'Process',
  'Code',
]);

/** Builds an example: a secret that a stage passes on, and its logging. */
const login = (item: string, logging: string, type = 'text'): string =>
  `<stage stageid="a" name="Log In" type="SubSheet">${logging}<onsuccess>end</onsuccess><processid>p</processid>
     <inputs><input type="text" name="Value" expr="[${item}]"/></inputs></stage>
   <stage stageid="d" name="${item}" type="Data"><datatype>${type}</datatype><private/></stage>`;

export const rule = defineRule({
  id: 'BPR-SEC-012',
  version: 2,
  title: 'Stage logging exposes a secret',
  platforms: ['blue-prism'],
  category: 'security',
  severity: 'high',
  confidence: 'medium',
  kind: 'issue',
  preset: 'recommended',
  why: 'The session log keeps the value in plain text in the database, for everyone who may look at logs in Control Room.',
  fix: 'Change the data type of the item to password, whose values are never logged. Where it must stay text, set "Stage logging" of the stage to Disabled or Errors Only: it then logs no values.',
  compliance: ['SECLOG'],
  dedupeGroup: 'secret-in-log',
  // The catalogue also reports stages that log errors only. That is the product's default for new stages, and it logs
  // the error and not the values; so it is an option.
  options: {
    errorsOnly: {
      default: false,
      about: 'Accept stages that log errors only.',
      stricter: 'lower',
    },
  },
  examples: {
    'blue-prism': {
      bad: [
        login('Mail Password', ''),
        `<stage stageid="c" name="Keep Token" type="Calculation"><onsuccess>end</onsuccess><calculation expression="Trim([Answer])" stage="Bearer Token"/></stage>
         <stage stageid="d" name="Bearer Token" type="Data"><datatype>text</datatype><private/></stage>`,
        // Two secrets of one stage are one finding.
        `<stage stageid="a" name="Call" type="Action"><onsuccess>end</onsuccess><resource object="CRM" action="Call"/>
           <inputs><input type="text" name="A" expr="[Client Secret]"/><input type="text" name="B" expr="[API Key]"/></inputs></stage>
         <stage stageid="d" name="Client Secret" type="Data"><datatype>text</datatype></stage>
         <stage stageid="e" name="API Key" type="Data"><datatype>text</datatype></stage>`,
      ],
      good: [
        login('Mail Password', '', 'password'),
        login('Mail Password', '<loginhibit/>'),
        login('Mail Password', '<loginhibit onsuccess="true"/>'),
        login('Password Field', ''),
      ],
    },
  },
  level: 'workflow',
  words: SECRET_NAME_WORDS,
  *check(workflow, { options }) {
    const secrets = plainSecrets(workflow);
    if (secrets.size === 0) return;
    const table = symbolTable(workflow);
    for (const activity of workflow.activities) {
      if (!LOGGING.has(activity.type) || !activity.reachable) continue;
      const inhibited = propertyOf(activity, 'loginhibit')?.text;
      if (inhibited !== undefined && !(inhibited === 'onsuccess' && options.errorsOnly)) continue;
      const names = new Set<string>();
      let isPassed = activity.type === 'Start' || activity.type === 'End';
      for (const { expression } of activity.properties) {
        if (expression === undefined) continue;
        for (const symbol of mentionedSymbols(workflow, table, expression))
          if (secrets.has(symbol)) {
            names.add(`"${symbol.name}"`);
            isPassed &&= holdingOf(workflow, symbol) === 'passed';
          }
      }
      if (names.size === 0) continue;
      const message = `"${activity.name}" logs the value of ${[...names].join(' and ')} as plain text.`;
      // Of a value that the page only hands on the caller decides the type, as of any input of an action.
      yield { at: activity, message, ...(isPassed ? { severity: 'low' as const } : {}) };
    }
  },
});

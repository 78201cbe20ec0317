/** Finds stages that write a secret into the session log. */
import { propertyOf } from '../../model/navigate.ts';
import { holdingOf, plainSecrets } from '../../patterns/blue-prism/plain-secrets.ts';
import { mentionedSymbols, symbolTable } from '../../patterns/used-symbols.ts';
import { SECRET_NAME_WORDS } from '../../semantics/secretness/secret-words.ts';
import { defineRule } from '../define-rule.ts';

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

export const rule = defineRule('BPR-SEC-012', {
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

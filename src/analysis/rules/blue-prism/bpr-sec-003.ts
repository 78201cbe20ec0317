/** Finds data items, fields and page parameters that hold a secret as plain text. */
import { defineRule, type Severity } from '../../model/rule.ts';
import { holdingOf, holdsReadableSecret, plainSecrets } from '../../patterns/blue-prism/plain-secrets.ts';
import { SECRET_NAME_WORDS } from '../../semantics/secretness/secret-words.ts';

/**
 * Severity by where the value stays. Real objects take a key as input of each action and hand it to a request: that
 * shows in the log of the action, but only the caller can change the type of what it passes.
 */
const SEVERITY: Readonly<Record<ReturnType<typeof holdingOf>, Severity>> = {
  stored: 'high',
  shared: 'medium',
  passed: 'low',
};
const HOLDS: Readonly<Record<ReturnType<typeof holdingOf>, string>> = {
  stored: 'holds a secret as plain text',
  shared: 'takes a secret of the caller as plain text',
  passed: 'hands a secret on as plain text',
};

export const rule = defineRule({
  id: 'BPR-SEC-003',
  version: 3,
  title: 'Secret kept as text',
  platforms: ['blue-prism'],
  category: 'security',
  severity: 'high',
  confidence: 'medium',
  kind: 'issue',
  preset: 'recommended',
  why: 'Blue Prism writes values of type text into the session log of every stage that uses them, and shows them in Control Room and in the debugger; values of type password it does not.',
  fix: 'Open the data item (or the field or parameter) and change its data type to password. Do the same with the parameters of the pages and actions that the value goes through.',
  compliance: ['PLAINCRED'],
  controls: ['CWE-256'],
  dedupeGroup: 'plain-credential',
  options: {},
  examples: {
    'blue-prism': {
      bad: [
        '<stage stageid="d" name="User Password" type="Data"><datatype>text</datatype><initialvalue/><private/></stage>',
        `<stage stageid="s" name="Start" type="Start"><inputs><input type="text" name="Client Secret" stage="Value"/></inputs><onsuccess>end</onsuccess></stage>
         <stage stageid="d" name="Value" type="Data"><datatype>text</datatype><initialvalue/></stage>`,
        `<stage stageid="d" name="Logins" type="Collection"><datatype>collection</datatype>
           <collectioninfo><field name="User" type="text"/><field name="Password" type="text"/></collectioninfo></stage>`,
        // The parameter and the item that takes its value are one defect.
        `<stage stageid="s" name="Start" type="Start"><inputs><input type="text" name="Password" stage="Password"/></inputs><onsuccess>end</onsuccess></stage>
         <stage stageid="d" name="Password" type="Data"><datatype>text</datatype><initialvalue/><private/></stage>`,
      ],
      good: [
        '<stage stageid="d" name="User Password" type="Data"><datatype>password</datatype><initialvalueenc/></stage>',
        '<stage stageid="d" name="Password Expired" type="Data"><datatype>flag</datatype><initialvalue/></stage>',
        '<stage stageid="d" name="Credential Name" type="Data"><datatype>text</datatype><initialvalue/></stage>',
        '<stage stageid="d" name="Passport" type="Data"><datatype>text</datatype><initialvalue/></stage>',
      ],
    },
  },
  level: 'workflow',
  words: SECRET_NAME_WORDS,
  *check(workflow) {
    if (workflow.kind === 'blue-prism-release') return;
    const secrets = plainSecrets(workflow);
    const reported = new Set<string>();
    for (const variable of workflow.variables) {
      if (!secrets.has(variable)) continue;
      reported.add(variable.key);
      const what = variable.modifiers?.includes('field') ? 'collection field' : 'data item';
      const holding = holdingOf(workflow, variable);
      yield {
        at: variable,
        subject: variable.name,
        severity: SEVERITY[holding],
        // The rule about readable values says so, too.
        ...(holdsReadableSecret(variable) ? { dedupeGroup: 'literal-secret' } : {}),
        message: `The ${what} "${variable.name}" ${HOLDS[holding]}.`,
      };
    }
    for (const argument of workflow.arguments) {
      if (reported.has(argument.key) || !secrets.has(argument)) continue;
      const what = argument.direction === 'in' ? 'input' : 'output';
      yield {
        at: argument,
        subject: `${what} ${argument.name}`,
        severity: SEVERITY.passed,
        message: `The ${what} parameter "${argument.name}" passes a secret as plain text.`,
      };
    }
  },
});

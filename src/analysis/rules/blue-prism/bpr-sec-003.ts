/** Finds data items, fields and page parameters that hold a secret as plain text. */

import type { Severity } from '../../model/rule.ts';
import type { Variable, Workflow } from '../../model/workflow.ts';
import { holdingOf, holdsReadableSecret, plainSecrets } from '../../patterns/blue-prism/plain-secrets.ts';
import { isLogged } from '../../patterns/blue-prism/session-log.ts';
import { SECRET_NAME_WORDS } from '../../semantics/secretness/secret-words.ts';
import { defineRule } from '../define-rule.ts';

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
  stored: 'stores a secret as plain text',
  shared: 'receives a secret from the caller as plain text',
  passed: 'passes a secret on as plain text',
};

/**
 * Returns whether only the debugger shows the value: it is not in the file, and all stages with it inhibit logging. Real
 * objects that take a token out of a password item do so.
 */
function isShownNowhere(workflow: Workflow, variable: Variable): boolean {
  const isExposed = variable.modifiers?.some((word) => word.startsWith('exposure:')) === true;
  return variable.default === undefined && !isExposed && !isLogged(workflow, variable);
}

export const rule = defineRule('BPR-SEC-003', {
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
        severity: isShownNowhere(workflow, variable) ? 'low' : SEVERITY[holding],
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

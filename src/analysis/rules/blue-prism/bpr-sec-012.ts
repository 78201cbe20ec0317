/** Finds stages that write a secret into the session log. */
import { holdingOf, plainSecrets } from '../../patterns/blue-prism/plain-secrets.ts';
import { logsValues } from '../../patterns/blue-prism/session-log.ts';
import { SECRET_NAME_WORDS } from '../../semantics/secretness/secret-words.ts';
import { mentionedSymbols, symbolTable } from '../../semantics/symbols.ts';
import { defineRule } from '../define-rule.ts';

export const rule = defineRule('BPR-SEC-012', {
  level: 'workflow',
  words: SECRET_NAME_WORDS,
  *check(workflow, { options }) {
    const secrets = plainSecrets(workflow);
    if (secrets.size === 0) return;
    const table = symbolTable(workflow);
    for (const activity of workflow.activities) {
      if (!logsValues(activity, options.errorsOnly)) continue;
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

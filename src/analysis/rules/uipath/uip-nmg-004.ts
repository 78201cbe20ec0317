/** A variable with the name of one around it, or of an argument. */

import { resolveSymbol, symbolTable } from '../../semantics/symbols.ts';
import { defineRule } from '../define-rule.ts';

export const rule = defineRule('UIP-NMG-004', {
  level: 'workflow',
  // The compiler reports it.
  notIn: ['uipath-coded-workflow'],
  wants: 'variables',
  *check(workflow) {
    const table = symbolTable(workflow);
    for (const symbol of workflow.variables) {
      if (!symbol.enabled || !(table.get(symbol.key) instanceof Map)) continue;
      // The designer names items of loops and caught exceptions, whose values stay as they are.
      if (symbol.modifiers?.some((modifier) => modifier.startsWith('Delegate'))) continue;
      const scope = workflow.activities[symbol.owner];
      const hidden = scope && resolveSymbol(workflow, table, symbol.key, scope.parent);
      if (hidden === undefined) continue;
      const what = 'direction' in hidden ? 'the argument' : 'a variable';
      const message = `The variable "${symbol.name}" of "${scope!.name}" hides ${what} of the same name.`;
      yield { at: symbol, subject: symbol.name, message };
    }
  },
});

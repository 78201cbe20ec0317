/** A variable whose type says nothing about its values. */
import { usedSymbols } from '../../semantics/symbols.ts';
import { defineRule } from '../define-rule.ts';

const UNTYPED = new Set(['Object', 'GenericValue']);

export const rule = defineRule('UIP-MNT-015', {
  level: 'workflow',
  wants: 'variables',
  *check(workflow) {
    const untyped = workflow.variables.filter(
      ({ type, enabled, modifiers = [] }) =>
        enabled && UNTYPED.has(type) && !modifiers.some((modifier) => modifier.startsWith('Delegate')),
    );
    if (untyped.length === 0) return;
    const used = usedSymbols(workflow);
    for (const variable of untyped)
      if (used.has(variable))
        yield {
          at: variable,
          subject: variable.name,
          message: `The variable "${variable.name}" has the type ${variable.type}, which takes any value.`,
        };
  },
});

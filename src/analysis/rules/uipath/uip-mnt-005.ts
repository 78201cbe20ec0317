/** Variables that nothing in the workflow uses. */

import type { Variable, Workflow } from '../../model/workflow.ts';
import { usedSymbols } from '../../semantics/symbols.ts';
import { defineRule } from '../define-rule.ts';

/** Returns the names between double braces: `<webctrl name='{{customer}}'/>`. */
function namesInTemplates(workflow: Workflow): Set<string> {
  const names = new Set<string>();
  for (const { properties } of workflow.activities) {
    for (const { text } of properties) {
      for (const piece of text.includes('{{') ? text.split('{{').slice(1) : [])
        names.add(
          piece
            .slice(0, Math.max(0, piece.indexOf('}}')))
            .trim()
            .toLowerCase(),
        );
    }
  }
  return names;
}

/** Variable that Studio generates for triggers, which look it up by its name. */
const GENERATED = 'BreakTriggerScopeVariableName';

/** Items of loops and caught exceptions, and fields, which other files may use. */
const NOT_OWN = /^(?:Delegate|field$)/;

/**
 * Returns whether a container owns the variable: no author can delete the item of a loop or the exception of a catch.
 */
function isOwn(variable: Variable): boolean {
  if (variable.name === GENERATED) return false;
  return variable.modifiers?.some((modifier) => NOT_OWN.test(modifier)) !== true;
}

export const rule = defineRule('UIP-MNT-005', {
  level: 'workflow',
  wants: 'variables',
  *check(workflow) {
    const own = workflow.variables.filter((variable) => variable.enabled && isOwn(variable));
    if (own.length === 0) return;
    const used = usedSymbols(workflow);
    const unused = own.filter((variable) => !used.has(variable));
    const templates = unused.length === 0 ? new Set() : namesInTemplates(workflow);
    for (const variable of unused) {
      if (templates.has(variable.name.toLowerCase())) continue;
      const scope = workflow.activities[variable.owner]?.name ?? workflow.name;
      yield {
        at: variable,
        message: `Variable "${variable.name}" of "${scope}" is never used.`,
        subject: variable.name,
      };
    }
  },
});

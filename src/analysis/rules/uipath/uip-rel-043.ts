/**
 * A table made of a filtered sequence: CopyToDataTable throws when nothing passes the filter. A test of what the sequence
 * comes from, on every way before it or in the expression, counts as a guard; so does a handler around it.
 */
import type { Expr } from '../../model/expr.ts';
import { enclosing, propertyOf } from '../../model/navigate.ts';
import { isTested } from '../../patterns/uipath/tested-before.ts';
import { certainNodes } from '../../patterns/uipath/unset/null-use.ts';
import { calledName } from '../../semantics/callee.ts';
import { walk } from '../../semantics/visit.ts';
import { defineRule } from '../define-rule.ts';

const COPIES = /copytodatatable/i;
/** Methods that may leave nothing of a sequence. */
const FILTERS = new Set(['where', 'except', 'intersect', 'skip', 'skipwhile', 'takewhile', 'select']);

/** Returns whether a sequence may be empty though its source is not; `Select` filters only rows of a table. */
function isFiltered(object: Expr): boolean {
  for (const node of walk(object)) {
    if (node.kind !== 'call' || !FILTERS.has(calledName(node))) continue;
    const [first] = node.args;
    if (calledName(node) !== 'select' || (first !== undefined && first.value.kind !== 'lambda')) return true;
  }
  return false;
}

export const rule = defineRule('UIP-REL-043', {
  level: 'activity',
  types: ['Assign', 'MultipleAssign', 'ForEachRow', 'ForEach', 'WriteRange', 'InvokeWorkflowFile'],
  words: ['copytodatatable'],
  *check(activity, { workflow }) {
    if (enclosing(workflow, activity, 'try') !== undefined) return;
    for (const property of activity.properties) {
      const { expression } = property;
      if (expression === undefined || !COPIES.test(expression.text)) continue;
      for (const node of certainNodes(expression.tree)) {
        const object = node.kind === 'member' && COPIES.test(node.name) ? node.object : null;
        if (object === null || !isFiltered(object)) continue;
        if (propertyOf(activity, 'ContinueOnError')?.text.toLowerCase() === 'true') continue;
        if (isTested(workflow, activity, expression.mentions)) continue;
        const message = `"${activity.name}" fails if no row passes the filter: CopyToDataTable needs at least one.`;
        yield { at: property, subject: property.name, message };
        break;
      }
    }
  },
});

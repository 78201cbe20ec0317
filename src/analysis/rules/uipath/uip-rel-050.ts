/** The first item, or the last row, of something that may be empty, without a test before it. */
import type { Expr } from '../../model/expr.ts';
import { derived } from '../../model/interning/derived.ts';
import { enclosing, isLive, literalOf } from '../../model/navigate.ts';
import type { Property, Workflow } from '../../model/workflow.ts';
import { isTested } from '../../patterns/uipath/tested-before.ts';
import { calledName, lastName } from '../../semantics/callee.ts';
import { walk } from '../../semantics/visit.ts';
import { defineRule } from '../define-rule.ts';

/** Methods that throw for an empty sequence. */
const THROWS = new Set(['first', 'single', 'last']);
/** Range whose last row follows: `A1:B`. */
const OPEN_RANGE = /^\$?[A-Z]{1,3}\$?\d*:\$?[A-Z]{1,3}\$?$/i;
const IS_COUNT = /^\W{0,20}\w+\.Rows\.Count\W{0,20}$/i;
const COUNT = /\bRows\s*\.\s*Count\b/i;

/** Returns what an expression takes without a test of its own; undefined where it takes nothing of the kind. */
function takenFrom(tree: Expr): string | undefined {
  const nodes = [...walk(tree)];
  // `If(x.Any, x.First, …)` and `x IsNot Nothing AndAlso x.First …` test it themselves.
  if (
    nodes.some(
      (node) => node.kind === 'conditional' || (node.kind === 'binary' && /and|&&/i.test(node.operator)),
    )
  )
    return undefined;
  for (const node of nodes) {
    const args = node.kind === 'call' || node.kind === 'index' ? node.args : [];
    const target = node.kind === 'call' ? node.callee : node.kind === 'index' ? node.object : undefined;
    const [first] = args;
    if (target?.kind === 'member' && target.name.toLowerCase() === 'rows' && first?.value.kind === 'literal')
      if (first.value.value === '0') return 'Rows(0)';
    if (node.kind === 'call' && node.callee.kind === 'member' && THROWS.has(calledName(node)))
      return `${lastName(node.callee)}()`;
  }
  return undefined;
}

/** Keys of the symbols that a workflow sets to a number of rows as it is. */
const rowCounts = derived(({ activities }: Workflow): ReadonlySet<string> => {
  const keys = activities
    .filter(
      ({ role, properties }) =>
        role === 'assign' &&
        properties.some(({ direction, text }) => direction === 'in' && IS_COUNT.test(text)),
    )
    .flatMap(({ properties }) =>
      properties.flatMap(({ direction, expression }) =>
        direction === 'out' ? (expression?.mentions[0] ?? []) : [],
      ),
    );
  return new Set(keys);
});

/** Returns whether a range is joined from a fixed beginning and the number of rows. */
function endsInCount(workflow: Workflow, { name, expression }: Property): boolean {
  if (!/Range$/.test(name) || expression === undefined) return false;
  const nodes = [...walk(expression.tree)];
  if (!nodes.some((node) => node.kind === 'literal' && OPEN_RANGE.test(node.value))) return false;
  if (COUNT.test(expression.text)) return !/[+-]\s*\d/.test(expression.text);
  const counts = rowCounts(workflow);
  return expression.mentions.some((key) => counts.has(key));
}

export const rule = defineRule('UIP-REL-050', {
  level: 'activity',
  roles: ['assign', 'spreadsheet', 'log', 'ui', 'branch', 'email', 'file', 'database', 'queue'],
  words: ['first', 'single', 'last', 'rows', ':'],
  *check(activity, { workflow }) {
    if (!isLive(activity) || enclosing(workflow, activity, 'try') !== undefined) return;
    for (const property of activity.properties) {
      const { expression } = property;
      if (expression === undefined || literalOf(property) !== undefined) continue;
      const isRange = endsInCount(workflow, property);
      const taken = isRange ? undefined : takenFrom(expression.tree);
      if ((!isRange && taken === undefined) || isTested(workflow, activity, expression.mentions)) continue;
      const what = isRange
        ? 'uses a range that ends with the number of rows, which is no range for an empty table'
        : `takes ${taken}, which throws if there is nothing`;
      yield {
        at: property,
        subject: property.name,
        message: `"${activity.name}" ${what}; no step before tests it.`,
      };
      return;
    }
  },
});

/** A catch that throws an exception without the one that it caught. */
import type { Expr } from '../../model/expr.ts';
import { enclosing, propertyOf } from '../../model/navigate.ts';
import { walk } from '../../semantics/visit.ts';
import { defineRule } from '../define-rule.ts';

/** Members of an exception that say neither where it happened nor what caused it. */
const TEXTS = /^(?:message|source)$/i;

const isNamed = (node: Expr | null, name: string): boolean =>
  node?.kind === 'reference' && node.name.toLowerCase() === name.toLowerCase();

/** Returns whether an expression uses the message of an exception, and nothing else of it. */
function usesTextOnly(tree: Expr, name: string): boolean {
  let uses = 0;
  let texts = 0;
  for (const node of walk(tree)) {
    if (isNamed(node, name)) uses += 1;
    if (node.kind === 'member' && TEXTS.test(node.name) && isNamed(node.object, name)) texts += 1;
  }
  return uses > 0 && uses === texts;
}

export const rule = defineRule('UIP-REL-003', {
  level: 'activity',
  types: ['Throw'],
  *check(activity, { workflow }) {
    const thrown = propertyOf(activity, 'Exception');
    const handler = enclosing(workflow, activity, 'catch');
    if (thrown?.expression === undefined || handler === undefined) return;
    const caught = workflow.variables.find(({ owner }) => owner === handler.index)?.name;
    if (caught === undefined || !thrown.text.toLowerCase().includes(caught.toLowerCase())) return;
    const { tree } = thrown.expression;
    const what = isNamed(tree, caught)
      ? 'throws the caught exception as if it were a new one'
      : tree.kind === 'new' && usesTextOnly(tree, caught) && 'keeps only the message of the caught exception';
    if (what) yield { at: thrown, message: `"${activity.name}" ${what}.` };
  },
});

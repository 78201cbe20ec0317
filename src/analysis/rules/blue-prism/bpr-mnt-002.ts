/** Finds data items and collections that nothing reads or writes. */

import type { Expression, Variable, Workflow } from '../../model/workflow.ts';
import { isCode } from '../../semantics/assigned.ts';
import { pagesOf } from '../../semantics/flow/pages.ts';
import { textsIn } from '../../semantics/texts.ts';
import { defineRule } from '../define-rule.ts';

/** Pages whose items of a name nothing uses yet, by key; -1 for items that all pages see. */
type Unused = Map<string, Set<number>>;

const QUOTE = 34;

const isExempt = ({ modifiers = [] }: Variable): boolean =>
  modifiers.some((word) => word === 'field' || word.startsWith('exposure:'));

function openUnused({ variables }: Workflow): Unused {
  const unused: Unused = new Map();
  for (const variable of variables) {
    if (isExempt(variable)) continue;
    const pages = unused.get(variable.key);
    if (pages === undefined) unused.set(variable.key, new Set([variable.owner]));
    else pages.add(variable.owner);
  }
  return unused;
}

function use(unused: Unused, key: string, page: number): void {
  const pages = unused.get(key);
  if (pages === undefined) return;
  pages.delete(-1);
  pages.delete(page);
  if (pages.size === 0) unused.delete(key);
}

/** Returns whether there is a text in it. */
function hasText(expression: Expression): boolean {
  const { raw } = expression;
  if (raw === undefined) return expression.text.includes('"');
  for (let at = raw.start; at < raw.end; at += 1) if (raw.bytes[at] === QUOTE) return true;
  return false;
}

/** Returns the unused items: in no expression, input, output or text. */
function unusedItems(workflow: Workflow): Unused {
  const unused = openUnused(workflow);
  if (unused.size === 0) return unused;
  const pages = pagesOf(workflow);
  const pageOf = ({ owner }: Expression): number => pages[owner] ?? -1;
  const { keys, numbers, starts } = workflow.mentions;
  const isWanted = keys.map((key) => unused.has(key));
  const { expressions } = workflow;
  for (let i = 0; i < expressions.length; i += 1)
    for (let at = starts[i]!; at < starts[i + 1]!; at += 1)
      if (isWanted[numbers[at]!]!) use(unused, keys[numbers[at]!]!, pageOf(expressions[i]!));
  for (const expression of expressions) {
    if (unused.size === 0) break;
    // Code reaches no data item.
    if (isCode(expression) || !hasText(expression)) continue;
    // Actions on collections take the collection's name as a text: "Orders", "Orders.Lines".
    for (const text of textsIn(expression.tree)) {
      if (text.length > 200) continue;
      const key = text.trim().toLowerCase();
      use(unused, key, pageOf(expression));
      const dot = key.indexOf('.');
      if (dot > 0) use(unused, key.slice(0, dot), pageOf(expression));
    }
  }
  return unused;
}

export const rule = defineRule('BPR-MNT-002', {
  level: 'workflow',
  wants: 'variables',
  *check(workflow) {
    if (workflow.kind === 'blue-prism-release') return;
    const unused = unusedItems(workflow);
    if (unused.size === 0) return;
    for (const variable of workflow.variables) {
      if (isExempt(variable) || !unused.get(variable.key)?.has(variable.owner)) continue;
      const what = variable.type === 'collection' ? 'collection' : 'data item';
      yield { at: variable, message: `Nothing uses the ${what} "${variable.name}".` };
    }
  },
});

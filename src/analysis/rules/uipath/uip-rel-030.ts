/** Time limits that look at one part of a duration: it begins again at each full minute, hour or day. */
import type { Expr } from '../../model/expr.ts';
import { isAnchorLive } from '../../model/navigate.ts';
import type { Expression, Workflow } from '../../model/workflow.ts';
import { expressionTitle } from '../../patterns/code/expression-code.ts';
import { lastName } from '../../semantics/callee.ts';
import { mentionedSymbols, symbolTable } from '../../semantics/symbols.ts';
import { walk } from '../../semantics/visit.ts';
import { defineRule } from '../define-rule.ts';

/** Members with a part of a duration. The days are all of it: nothing is above them. */
const PART = /^(?:milliseconds|seconds|minutes|hours)$/i;
const ORDER: ReadonlySet<string> = new Set(['<', '<=', '>', '>=']);
const MOMENT = /^(?:now|utcnow|today)$/i;
/** Settings of activities that are a length of time. */
const LENGTH = /timeout|delay/i;

/** Returns the keys of the variables of type TimeSpan that an expression mentions. */
const durationsIn = (workflow: Workflow, at: Expression): ReadonlySet<string> =>
  new Set(
    mentionedSymbols(workflow, symbolTable(workflow), at).flatMap(({ type, name }) =>
      type === 'TimeSpan' ? name.toLowerCase() : [],
    ),
  );

/** Returns whether a node is certainly the time between two moments. */
function isDuration(node: Expr, durations: ReadonlySet<string>): boolean {
  switch (node.kind) {
    case 'call':
      return /^subtract$/i.test(lastName(node.callee) ?? '');
    case 'member':
      return /^elapsed$/i.test(node.name);
    case 'binary':
      return node.operator === '-' && [node.left, node.right].some((it) => MOMENT.test(lastName(it) ?? ''));
    case 'reference':
      return durations.has(node.name.toLowerCase());
    default:
      return false;
  }
}

/** Returns the part of a duration that a node is, by its name in the file. */
function partIn(node: Expr, durations: ReadonlySet<string>): string | undefined {
  if (node.kind !== 'member' || node.object === null || !PART.test(node.name)) return undefined;
  return isDuration(node.object, durations) ? node.name : undefined;
}

/** Yields the sides of comparisons by size; parts that are shown one by one are padded in conditions. */
function* comparedIn(tree: Expr): Generator<Expr> {
  for (const node of walk(tree)) {
    if (node.kind === 'conditional') return;
    if (node.kind === 'binary' && ORDER.has(node.operator)) yield* [node.left, node.right];
  }
}

export const rule = defineRule('UIP-REL-030', {
  level: 'expression',
  words: ['seconds', 'minutes', 'hours'],
  *check(at, { workflow }) {
    if (!isAnchorLive(workflow, at)) return;
    const durations = durationsIn(workflow, at);
    const used = LENGTH.test(at.name) ? [at.tree] : [...comparedIn(at.tree)];
    for (const node of used) {
      const part = partIn(node, durations);
      if (part === undefined) continue;
      const message = `${expressionTitle(workflow, at)} uses "${part}" of a duration as if it were all of it.`;
      yield { at, subject: part.toLowerCase(), message };
      return;
    }
  },
});

/** Reaching assignments of A360 variables: the text that was certainly assigned just before a command. */
import type { Expr } from '../../model/expr.ts';
import { derived } from '../../model/interning/derived.ts';
import { ancestorsOf, isLive, literalOf, propertyOf } from '../../model/navigate.ts';
import type { Activity, Workflow } from '../../model/workflow.ts';
import { dominatorsOf } from '../../semantics/flow/dominators.ts';
import { piecesOf } from '../../semantics/joined.ts';

/** Longer chains of assignments and longer texts are left as they are. */
const HOPS_MAX = 8;
const PIECES_MAX = 500;

/** Bots that were migrated from version 11 add it behind every assignment. A path stays as it is. */
const isMigrated = (text: string, key: string): boolean =>
  text.toLowerCase() === `$${key}.legacyautomation:parsevariableoperation$`;

/** Maps each variable to the indexes of the live commands that write it, in the order of the bot. */
const writesOf = derived((workflow: Workflow): ReadonlyMap<string, readonly number[]> => {
  const writes = new Map<string, number[]>();
  for (const activity of workflow.activities) {
    if (!isLive(activity)) continue;
    for (const { direction, expression } of activity.properties) {
      if (direction !== 'out') continue;
      for (const key of expression?.mentions ?? []) {
        const source = propertyOf(activity, 'sourceString')?.expression?.text ?? '';
        if (isMigrated(source, key)) continue;
        const list = writes.get(key);
        if (list === undefined) writes.set(key, [activity.index]);
        else list.push(activity.index);
      }
    }
  }
  return writes;
});

/** Counts the ascending numbers below a limit. */
function countBelow(numbers: readonly number[], limit: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (numbers[middle]! < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns the index of the last command inside a command. */
function lastInside({ children }: Workflow, activity: Activity): number {
  let last = activity.index;
  for (let child = children[last]!.at(-1); child !== undefined; child = children[last]!.at(-1)) last = child;
  return last;
}

/** Returns the command that always writes the variable last before another command runs, or undefined. */
function lastWrite(workflow: Workflow, key: string, at: Activity): Activity | undefined {
  const writes = writesOf(workflow).get(key) ?? [];
  const before = countBelow(writes, at.index);
  const write = workflow.activities[writes[before - 1] ?? -1];
  if (write === undefined || !dominatorsOf(workflow).dominates(write.index, at.index)) return undefined;
  const later = writes[countBelow(writes, at.index + 1)] ?? Number.POSITIVE_INFINITY;
  // The next round of a loop that does not write it before has what the round before wrote last.
  for (const up of ancestorsOf(workflow, at))
    if (up.role === 'loop' && up.index > write.index && later <= lastInside(workflow, up)) return undefined;
  return write;
}

/** Returns the pieces of the text that a command assigns. */
function assignedBy(write: Activity): readonly Expr[] | undefined {
  if (write.type !== 'String/assign') return undefined;
  const source = propertyOf(write, 'sourceString');
  const literal = literalOf(source);
  if (literal === undefined) return source?.expression && piecesOf(source.expression.tree);
  return literal === ''
    ? undefined
    : [{ kind: 'literal', type: 'text', value: literal, start: 0, end: literal.length }];
}

/** Returns the pieces of a text at a command, with the certain texts of variables; those without one stay. */
export function settledPieces(workflow: Workflow, at: Activity, tree: Expr): readonly Expr[] {
  const settled: Expr[] = [];
  const add = (pieces: readonly Expr[], user: Activity, hops: number): void => {
    for (const piece of pieces) {
      if (settled.length >= PIECES_MAX) return;
      const isVariable = piece.kind === 'reference' && hops > 0;
      const write = isVariable ? lastWrite(workflow, piece.name.toLowerCase(), user) : undefined;
      const assigned = write === undefined ? undefined : assignedBy(write);
      if (assigned === undefined) settled.push(piece);
      else add(assigned, write!, hops - 1);
    }
  };
  const own = piecesOf(tree);
  add(own, at, HOPS_MAX);
  return settled.length < PIECES_MAX ? settled : own;
}

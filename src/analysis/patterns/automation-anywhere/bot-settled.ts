/** Reaching assignments of A360 variables: the text that was certainly assigned just before a command. */
import { ancestorsOf, isLive, literalOf, propertyOf } from '../../model/navigate.ts';
import type { Activity, Token, Workflow } from '../../model/workflow.ts';
import { derived } from '../derived.ts';

/** Longer chains of assignments and longer texts are left as they are. */
const HOPS_MAX = 8;
const TOKENS_MAX = 500;

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
  if (write === undefined) return undefined;
  const isBefore = (below: Activity): boolean => below.parent === write.parent && below.slot === write.slot;
  if (isBefore(at)) return write;
  const later = writes[countBelow(writes, at.index + 1)] ?? Number.POSITIVE_INFINITY;
  for (const up of ancestorsOf(workflow, at)) {
    // The next round of a loop has what the round before wrote last.
    if (up.role === 'loop' && later <= lastInside(workflow, up)) return undefined;
    if (isBefore(up)) return write;
  }
  return undefined;
}

function textOf(write: Activity): readonly Token[] | undefined {
  if (write.type !== 'String/assign') return undefined;
  const source = propertyOf(write, 'sourceString');
  const literal = literalOf(source);
  if (literal !== undefined) return literal === '' ? undefined : [{ kind: 'string', text: literal }];
  return source?.expression?.tokens;
}

/** Replaces variables by their certain text at a command; variables without one stay. */
export function settledText(workflow: Workflow, at: Activity, tokens: readonly Token[]): readonly Token[] {
  const settled: Token[] = [];
  const add = (text: readonly Token[], user: Activity, hops: number): void => {
    for (let i = 0; i < text.length && settled.length < TOKENS_MAX; i += 1) {
      const token = text[i]!;
      const isWhole = token.kind === 'symbol' && text[i + 1]?.kind !== 'punctuation';
      const write = isWhole && hops > 0 ? lastWrite(workflow, token.text.toLowerCase(), user) : undefined;
      const assigned = write === undefined ? undefined : textOf(write);
      if (assigned === undefined) settled.push(token);
      else add(assigned, write!, hops - 1);
    }
  };
  add(tokens, at, HOPS_MAX);
  return settled.length < TOKENS_MAX ? settled : tokens;
}

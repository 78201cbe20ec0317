/** Values of data items that no stage reads before another one overwrites them. */

import { derived } from '../../model/interning/derived.ts';
import { isLive } from '../../model/navigate.ts';
import type { Activity, Value, Variable, Workflow } from '../../model/workflow.ts';
import { flowOf } from '../../semantics/flow/flow-of.ts';
import { FLOW, FORWARD } from '../../semantics/flow/graph.ts';
import { pagesOf } from '../../semantics/flow/pages.ts';
import { reachedAfter, reachedFrom } from '../../semantics/flow/search.ts';
import { resolveSymbol, symbolTable } from '../../semantics/symbols.ts';

type StagesByKey = ReadonlyMap<string, readonly Activity[]>;

function push(lists: Map<string, Activity[]>, key: string, stage: Activity): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [stage]);
  else if (list.at(-1) !== stage) list.push(stage);
}

/** Returns the live stages that read each data item. */
const readersOf = derived(({ activities }: Workflow): StagesByKey => {
  const readers = new Map<string, Activity[]>();
  for (const activity of activities)
    for (const { direction, expression } of isLive(activity) ? activity.properties : [])
      if (direction === 'in') for (const key of expression?.mentions ?? []) push(readers, key, activity);
  return readers;
});

/** Returns the live stages that write each data item. A stage that writes a field writes no other one. */
export const stagesWriting = derived(({ activities }: Workflow): StagesByKey => {
  const writers = new Map<string, Activity[]>();
  for (const activity of activities)
    for (const { direction, expression } of isLive(activity) ? activity.properties : []) {
      const target = direction === 'out' ? expression?.mentions[0] : undefined;
      if (target !== undefined) push(writers, target, activity);
    }
  return writers;
});

const NONE: readonly Activity[] = [];
const isExposure = (word: string): boolean => word.startsWith('exposure:');

/**
 * Returns whether stages overwrite the initial value of a data item on every way to those that read it.
 * @param spend counts the steps of the search
 */
export function isOverwrittenUnread(
  workflow: Workflow,
  { key, owner, modifiers }: Variable,
  spend: () => void,
): boolean {
  if (modifiers?.some(isExposure)) return false;
  const pages = pagesOf(workflow);
  // A private item belongs to its page: other pages may have one of the same name.
  const seesIt = ({ index }: Activity): boolean => owner === -1 || pages[index] === owner;
  const writing = new Set(
    (stagesWriting(workflow).get(key) ?? NONE).filter(seesIt).map(({ index }) => index),
  );
  if (writing.size === 0) return false;
  // A stage that reads the item before it writes it still reads the old value.
  const reading = (readersOf(workflow).get(key) ?? NONE).filter(seesIt);
  if (reading.some(({ index }) => writing.has(index))) return false;
  const graph = flowOf(workflow);
  const before = reachedFrom(graph, [graph.start], { through: (node) => !writing.has(node), spend });
  return reading.every(({ index }) => !before.has(index));
}

/** Edges on one page, with those to what handles a failure. */
const ON_PAGE = FORWARD | FLOW.throw | FLOW.error | FLOW.handled;

/**
 * Returns whether no stage reads the value that a stage gives a private data item before another overwrites it.
 * @param spend counts the steps of the search
 */
export function isResultUnread(
  workflow: Workflow,
  stage: number,
  { owner, expression }: Pick<Value, 'owner' | 'expression'>,
  spend: () => void,
): boolean {
  const key = expression?.mentions[0];
  const symbol = key === undefined ? undefined : resolveSymbol(workflow, symbolTable(workflow), key, owner);
  // Other pages and sessions may read all other items.
  if (key === undefined || symbol === undefined || symbol.owner === -1 || symbol.modifiers?.some(isExposure))
    return false;
  const writers = stagesWriting(workflow).get(key) ?? NONE;
  // Most items have one writer: a cheap check before the readers of all items are collected.
  if (writers.length < 2) return false;
  const writing = new Set(writers.map(({ index }) => index));
  const reading = new Set((readersOf(workflow).get(key) ?? NONE).map(({ index }) => index));
  if (reading.has(stage)) return false;
  const through = (node: number): boolean => !writing.has(node) || reading.has(node);
  const behind = reachedAfter(flowOf(workflow), [stage], { kinds: ON_PAGE, through, spend });
  return ![...reading].some((index) => behind.has(index));
}

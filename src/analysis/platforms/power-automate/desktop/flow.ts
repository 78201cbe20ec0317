/** Reachability in a desktop flow: behind a jump only labels can run, and subflows only when they are called. */
import type { DraftActivity } from '../../draft.ts';
import { MAIN } from './blocks.ts';
import { robinKey } from './expressions.ts';
import type { ScriptWalk } from './walk.ts';

/** After these the next statement of the same list does not run. Blocks always count as passed through. */
const LEAVES: ReadonlySet<string> = new Set([
  'GoTo',
  'Exit',
  'ExitLoop',
  'NextLoop',
  'ExitFunction',
  'Throw',
]);

/** Adds the edges of jumps, and sets `reachable`. */
export function linkScript(walk: ScriptWalk): void {
  const { draft, jumps, labels } = walk;
  for (const { activity, label, page } of jumps) {
    const to = labels.get(`${page} ${robinKey(label)}`);
    // Copied actions may jump to a label that was not copied.
    if (to === undefined && !walk.whole) continue;
    const { at, index } = activity;
    draft.transitions.push({
      at,
      owner: index,
      name: label,
      from: index,
      to: to ?? -1,
      target: label,
      when: ['next'],
    });
  }
  markLists(draft.activities);
  if (walk.whole) markPages(walk);
}

/** Goes through every list of statements in document order. */
function markLists(activities: readonly DraftActivity[]): void {
  /** By container and slot: whether the end of the list so far is passed. */
  const open = new Map<string, boolean>();
  for (const activity of activities) {
    const parent = activities[activity.parent];
    if (activity.role === 'page') continue;
    const list = `${activity.parent} ${activity.slot}`;
    const passes = activity.slot === 'OnError' || (open.get(list) ?? true);
    const reached = passes && (parent === undefined || parent.reachable);
    activity.reachable = reached || activity.type === 'Label';
    open.set(list, activity.reachable && !(LEAVES.has(activity.type) && activity.enabled));
  }
}

/** Marks the subflows that run. A subflow runs when a reachable call names it, starting with the main one. */
function markPages({ draft, pages }: ScriptWalk): void {
  const main = pages.get(MAIN);
  // Subflows that were copied or saved alone have their callers elsewhere.
  if (main === undefined || !draft.activities.some(({ parent }) => parent === main)) return;
  const pageOf: number[] = [];
  const called = new Map<number, string[]>();
  for (const { index, parent, role } of draft.activities)
    pageOf.push(role === 'page' ? index : parent === -1 ? -1 : pageOf[parent]!);
  for (const { owner, target } of draft.calls) {
    const { type, reachable, enabled } = draft.activities[owner]!;
    if (type !== 'Call' || !reachable || !enabled || target === undefined) continue;
    const page = pageOf[owner]!;
    const targets = called.get(page);
    if (targets === undefined) called.set(page, [target]);
    else targets.push(target);
  }
  const running = new Set([main]);
  for (const page of running) {
    for (const target of called.get(page) ?? []) {
      const index = pages.get(robinKey(target));
      if (index !== undefined) running.add(index);
    }
  }
  for (const activity of draft.activities) {
    const page = pageOf[activity.index]!;
    if (page !== -1 && !running.has(page)) activity.reachable = false;
  }
}

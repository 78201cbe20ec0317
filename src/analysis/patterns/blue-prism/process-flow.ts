/** Control flow of a Blue Prism process: links, calls of pages and returns from them. */
import type { Transition, Workflow } from '../../model/workflow.ts';
import { derived } from '../derived.ts';
import { outgoingOf, pagesOf } from '../power-automate/flow-graph.ts';

/** Control flow of a process. */
export interface ProcessFlow {
  /** Page of each activity. */
  readonly pages: readonly number[];
  /** Returns the activities that the links of an activity lead to; links without a target are left out. */
  next(index: number): readonly number[];
  /** Returns the Start stages of the page that a stage calls; none when it calls something else. */
  entriesOf(index: number): readonly number[];
  /** Returns the Recover stages of a page. */
  recoversOf(page: number): readonly number[];
  /**
   * Returns every stage that can run after any of these, each index once.
   * @param withRecovery whether exceptions count: then the Recover stages of every reached page do too.
   */
  reachFrom(starts: readonly number[], withRecovery: boolean): ReadonlySet<number>;
}

function push(lists: Map<number, number[]>, key: number, value: number): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

function targetsOf(links: readonly Transition[]): readonly number[] {
  const targets: number[] = [];
  for (const { to } of links) if (to !== -1) targets.push(to);
  return targets;
}

/** Returns the control flow of one workflow. */
export const processFlow = derived((workflow: Workflow): ProcessFlow => {
  const { activities, calls } = workflow;
  const pages = pagesOf(workflow);
  const outgoing = outgoingOf(workflow);
  /** Successors by activity, computed on the first call. */
  const next: (readonly number[] | undefined)[] = activities.map(() => undefined);
  const nextOf = (index: number): readonly number[] => (next[index] ??= targetsOf(outgoing[index]!));
  const pageById = new Map<string, number>();
  for (const activity of activities)
    if (activity.role === 'page' && activity.id !== '') pageById.set(activity.id, activity.index);
  const starts = new Map<number, number[]>();
  const recovers = new Map<number, number[]>();
  for (const { type, index } of activities) {
    if (type === 'Start') push(starts, pages[index]!, index);
    else if (type === 'Recover') push(recovers, pages[index]!, index);
  }
  const called = new Map<number, number>();
  const callers = new Map<number, number[]>();
  for (const { owner, target } of calls) {
    const page = activities[owner]?.type === 'SubSheet' ? pageById.get(target ?? '') : undefined;
    if (page === undefined) continue;
    called.set(owner, page);
    push(callers, page, owner);
  }
  const entriesOf = (index: number): readonly number[] => starts.get(called.get(index) ?? -1) ?? [];

  return {
    pages,
    entriesOf,
    next: nextOf,
    recoversOf: (page) => recovers.get(page) ?? [],
    reachFrom(from, withRecovery) {
      const reached = new Set<number>();
      const met = new Set<number>();
      const ended = new Set<number>();
      const addAll = (list: readonly number[] | undefined): void => {
        for (const index of list ?? []) reached.add(index);
      };
      /** Adds the Recover stages of a page and of its callers, to which uncaught exceptions go. */
      const meet = (page: number): void => {
        const open = [page];
        for (let at = open.pop(); at !== undefined; at = open.pop()) {
          if (met.has(at)) continue;
          met.add(at);
          addAll(recovers.get(at));
          for (const caller of callers.get(at) ?? []) open.push(pages[caller]!);
        }
      };
      const visit = (index: number): void => {
        const page = pages[index]!;
        if (withRecovery) meet(page);
        addAll(nextOf(index));
        addAll(entriesOf(index));
        // The end of a page leads to the successors of its callers: added once for all its ends.
        if (activities[index]!.type !== 'End' || ended.has(page)) return;
        ended.add(page);
        for (const caller of callers.get(page) ?? []) addAll(nextOf(caller));
      };
      for (const index of from) visit(index);
      // The set grows while the loop walks it: added stages are visited too.
      for (const index of reached) visit(index);
      return reached;
    },
  };
});

/** Where a Blue Prism process can go from a stage: along its links, into the pages that it calls, and back to who called. */
import type { Transition, Workflow } from '../../model/workflow.ts';
import { derived } from '../derived.ts';
import { outgoingOf, pagesOf } from '../power-automate/flow-graph.ts';

/** The flow of a process, ready to be asked. */
export interface ProcessFlow {
  /** For each activity its page. */
  readonly pages: readonly number[];
  /** For each activity the activities that its links lead to; links to nowhere are left out. */
  next(index: number): readonly number[];
  /** The Start stages of the page that a stage calls; none when it calls something else. */
  entriesOf(index: number): readonly number[];
  /** The Recover stages of a page. */
  recoversOf(page: number): readonly number[];
  /**
   * Everything that can run after any of these, each index once.
   * @param withRecovery whether exceptions count: then the Recover stages of every page that is met do too.
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

/** The flow of one workflow. */
export const processFlow = derived((workflow: Workflow): ProcessFlow => {
  const { activities, calls } = workflow;
  const pages = pagesOf(workflow);
  const outgoing = outgoingOf(workflow);
  /** By activity, as far as somebody has asked. */
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
      /** What nothing on a page catches is thrown on the page that called it. */
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
        // Behind the end of a page comes whatever follows its callers; once for all its ends.
        if (activities[index]!.type !== 'End' || ended.has(page)) return;
        ended.add(page);
        for (const caller of callers.get(page) ?? []) addAll(nextOf(caller));
      };
      for (const index of from) visit(index);
      // A set that grows while it is walked: what is added is walked too.
      for (const index of reached) visit(index);
      return reached;
    },
  };
});

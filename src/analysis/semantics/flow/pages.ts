/** Pages, subflows and other parts of a workflow that are called by name. */

import { derived } from '../../model/interning/derived.ts';
import type { Activity, Workflow } from '../../model/workflow.ts';

/** Settings of pages where a run or a call from another file begins. */
const ENTRIES = new Set(['type Main', 'type CleanUp', 'published true']);

/** Returns for each activity the index of the container with role `page`, its own when it is one, or -1. */
export const pagesOf = derived((workflow: Workflow): readonly number[] => {
  const pages: number[] = [];
  // Containers come before their content.
  for (const { index, role, parent } of workflow.activities) {
    pages.push(role === 'page' ? index : parent >= 0 ? pages[parent]! : -1);
  }
  return pages;
});

/** Returns the name of an activity's page, or of the workflow when it is on none. */
export function pageName(workflow: Workflow, { index }: Activity): string {
  return workflow.activities[pagesOf(workflow)[index]!]?.name ?? workflow.name;
}

/**
 * Returns the pages of a Blue Prism process or object that a run can come to: those where runs and calls from other files
 * begin, and those that stages of such pages call.
 */
export const usedPagesOf = derived((workflow: Workflow): ReadonlySet<number> => {
  const { activities } = workflow;
  const used = new Set<number>();
  for (const { index, role, properties } of activities)
    if (role === 'page' && properties.some(({ name, text }) => ENTRIES.has(`${name} ${text}`)))
      used.add(index);
  const calls = new Map<number, number[]>();
  for (const [stage, page] of calledPagesOf(workflow)) {
    const from = pagesOf(workflow)[stage]!;
    const known = calls.get(from);
    if (known === undefined) calls.set(from, [page]);
    else known.push(page);
  }
  // The set grows while the loop walks it.
  for (const page of used) for (const called of calls.get(page) ?? []) used.add(called);
  return used;
});

/** Returns for each stage of a Blue Prism process that calls a page of it the page. */
export const calledPagesOf = derived(({ activities, calls }: Workflow): ReadonlyMap<number, number> => {
  const byId = new Map<string, number>();
  for (const { index, role, id } of activities) if (role === 'page' && id !== '') byId.set(id, index);
  const called = new Map<number, number>();
  for (const { owner, target } of calls) {
    const page = activities[owner]?.type === 'SubSheet' ? byId.get(target ?? '') : undefined;
    if (page !== undefined) called.set(owner, page);
  }
  return called;
});

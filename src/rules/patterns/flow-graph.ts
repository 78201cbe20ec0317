/** The flow of a workflow as lists of neighbours, built once for all checks. */
import type { Transition, Workflow } from '../../model/workflow.ts';
import { derived } from './derived.ts';

/** For each activity the transitions that leave it. */
export const outgoingOf = derived((workflow: Workflow): ReadonlyMap<number, readonly Transition[]> => {
  const outgoing = new Map<number, Transition[]>();
  for (const transition of workflow.transitions) {
    const list = outgoing.get(transition.from);
    if (list === undefined) outgoing.set(transition.from, [transition]);
    else list.push(transition);
  }
  return outgoing;
});

/** For each activity the index of the container with role `page`, its own when it is one, or -1. */
export const pagesOf = derived((workflow: Workflow): readonly number[] => {
  const pages: number[] = [];
  // Containers come before what they hold.
  for (const { index, role, parent } of workflow.activities) {
    pages.push(role === 'page' ? index : parent >= 0 ? pages[parent]! : -1);
  }
  return pages;
});

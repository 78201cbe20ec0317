/** The flow of a workflow as lists of neighbours, built once for all checks. */
import type { Activity, Transition, Workflow } from '../../model/workflow.ts';
import { derived } from '../derived.ts';

/** Empty list for activities without transitions. */
const NONE: Transition[] = [];

/** Returns the outgoing transitions of each activity. */
export const outgoingOf = derived((workflow: Workflow): readonly (readonly Transition[])[] => {
  const outgoing = workflow.activities.map(() => NONE);
  for (const transition of workflow.transitions) {
    const { from } = transition;
    // It waits for an action that does not exist.
    if (from === -1) continue;
    if (outgoing[from] === NONE) outgoing[from] = [transition];
    else outgoing[from]!.push(transition);
  }
  return outgoing;
});

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

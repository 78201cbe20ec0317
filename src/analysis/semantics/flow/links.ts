/** Transitions of a workflow by their ends, as the file declares them. */

import { derived } from '../../model/interning/derived.ts';
import type { Transition, Workflow } from '../../model/workflow.ts';

/** Empty list for activities without transitions. */
const NONE: readonly Transition[] = [];

/** Transitions of each activity, by its index. */
export type Links = readonly (readonly Transition[])[];

function linksBy(workflow: Workflow, end: 'from' | 'to'): Links {
  const links: (readonly Transition[])[] = new Array(workflow.activities.length).fill(NONE);
  for (const transition of workflow.transitions) {
    const at = transition[end];
    // The other end is an activity that does not exist.
    if (at === -1) continue;
    if (links[at] === NONE) links[at] = [transition];
    else (links[at] as Transition[]).push(transition);
  }
  return links;
}

/** Returns the transitions that leave each activity. */
export const outgoingOf = derived((workflow: Workflow): Links => linksBy(workflow, 'from'));

/** Returns the transitions that lead to each activity. */
export const incomingOf = derived((workflow: Workflow): Links => linksBy(workflow, 'to'));

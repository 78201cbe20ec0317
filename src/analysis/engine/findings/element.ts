/** The weakness of a problem, and the element that it is in: rules report its parts, and the element itself. */
import { truncate } from '../../../text/truncate.ts';
import type { Location } from '../../model/finding.ts';
import { derived } from '../../model/interning/derived.ts';
import type { Problem, Rule } from '../../model/rule.ts';
import type { Anchor, Position, Variable, Workflow } from '../../model/workflow.ts';
import { OF_ACTIVITIES, PRECISION } from './precision.ts';
import { PATH_MAX } from './shorten.ts';

/** Returns the weakness that a problem counts for in the score. */
export const dedupeGroupOf = (rule: Rule, { dedupeGroup = rule.dedupeGroup }: Problem): string =>
  dedupeGroup ?? rule.id;

/** Maps the place of each initial value to the variable or argument that starts with it. */
const holdersOf = derived(({ variables, arguments: args }: Workflow): ReadonlyMap<Position, Variable> => {
  const holders = new Map<Position, Variable>();
  for (const list of [variables, args])
    for (const holder of list) if (holder.default !== undefined) holders.set(holder.default.at, holder);
  return holders;
});

/**
 * Returns the element, where it is not the very place of the problem: the data holder whose value is reported, or the
 * activity. Other parts of an activity are places of their own, as it may hold two secrets.
 */
export function elementOf(
  workflow: Workflow,
  at: Anchor,
  dedupeGroup: string,
): Pick<Location, 'elementPath'> {
  if (PRECISION[dedupeGroup] === undefined) return {};
  const ofActivity = OF_ACTIVITIES.has(dedupeGroup) ? workflow.activities[at.owner] : undefined;
  const element = holdersOf(workflow).get(at.at) ?? ofActivity;
  if (element === undefined || element.at === at.at) return {};
  return { elementPath: truncate(workflow.source.path(element.at), PATH_MAX) };
}

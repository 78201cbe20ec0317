/** Pairs the workflows of two versions of a file. */
import type { Workflow } from '../model/workflow.ts';

/** A workflow in two versions of its file. */
export interface VersionPair {
  readonly before: Workflow;
  readonly after: Workflow;
}

/** Returns the workflows with steps that both versions have: by their names, or the only ones. */
export function pairVersions(
  before: readonly Workflow[],
  after: readonly Workflow[],
): readonly VersionPair[] {
  const [old, now] = [before.filter(hasSteps), after.filter(hasSteps)];
  if (old.length === 1 && now.length === 1) return [{ before: old[0]!, after: now[0]! }];
  const byName = new Map(now.map((workflow) => [workflow.name, workflow]));
  return old.flatMap((workflow) => {
    const other = byName.get(workflow.name);
    return other === undefined ? [] : [{ before: workflow, after: other }];
  });
}

const hasSteps = ({ activities }: Workflow): boolean => activities.length > 0;

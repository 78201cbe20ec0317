/** Numbers about a file: sums and maxima over its workflows. */
import type { Metrics } from '../model/measures/metrics.ts';
import { isLive } from '../model/navigate.ts';

import type { Role, Workflow } from '../model/workflow.ts';
import { sizeOf } from '../patterns/workflow-size.ts';

/** Counts of the activities of all workflows. */
interface Tally {
  readonly roles: Map<Role, number>;
  live: number;
  disabled: number;
  depthMax: number;
  childrenMax: number;
}

function addWorkflow(tally: Tally, workflow: Workflow): void {
  for (const activity of workflow.activities) {
    if (!isLive(activity)) {
      tally.disabled += 1;
      continue;
    }
    tally.live += 1;
    tally.roles.set(activity.role, (tally.roles.get(activity.role) ?? 0) + 1);
  }
  for (const { length } of workflow.children) if (length > tally.childrenMax) tally.childrenMax = length;
  tally.depthMax = Math.max(tally.depthMax, depthMaxOf(workflow));
}

/** Returns the metrics of a file's workflows. */
export function metricsOf(workflows: readonly Workflow[]): Metrics {
  const tally: Tally = { roles: new Map(), live: 0, disabled: 0, depthMax: 0, childrenMax: 0 };
  for (const workflow of workflows) addWorkflow(tally, workflow);
  const sum = (count: (workflow: Workflow) => number): number =>
    workflows.reduce((total, workflow) => total + count(workflow), 0);
  const ofRoles = (...roles: readonly Role[]): number =>
    roles.reduce((total, role) => total + (tally.roles.get(role) ?? 0), 0);
  const branches = ofRoles('branch');
  const loops = ofRoles('loop');
  const handlers = ofRoles('catch', 'resume');
  return {
    workflows: workflows.length,
    activities: tally.live,
    sizeMax: workflows.reduce((max, workflow) => Math.max(max, sizeOf(workflow)), 0),
    disabledActivities: tally.disabled,
    depthMax: tally.depthMax,
    childrenMax: tally.childrenMax,
    variables: sum(({ variables }) => variables.length),
    arguments: sum((workflow) => workflow.arguments.length),
    argumentsMax: workflows.reduce((max, workflow) => Math.max(max, workflow.arguments.length), 0),
    expressions: sum(({ expressions }) => expressions.length),
    calls: sum(({ calls }) => calls.length),
    connections: sum(({ connections }) => connections.length),
    packages: sum(({ references }) => references.filter(({ kind }) => kind === 'dependency').length),
    branches,
    loops,
    handlers,
    scripts: ofRoles('script', 'shell'),
    comments: ofRoles('comment'),
    annotations: sum(({ notes }) => notes.filter(({ kind }) => kind === 'annotation').length),
    unread: sum(({ unread }) => unread.length),
    cyclomatic: workflows.length + branches + loops + handlers,
  };
}

/** Containers stand before what they hold, so that one pass is enough. */
function depthMaxOf({ activities }: Workflow): number {
  const depths = new Uint32Array(activities.length);
  let max = 0;
  for (const { index, parent } of activities) {
    if (parent === -1) continue;
    const depth = depths[parent]! + 1;
    depths[index] = depth;
    if (depth > max) max = depth;
  }
  return max;
}

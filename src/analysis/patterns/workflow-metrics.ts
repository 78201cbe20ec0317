/** Numbers about a workflow: the one home for what thresholds of rules and metrics of files count. */

import { derived } from '../model/interning/derived.ts';
import { isLive } from '../model/navigate.ts';
import type { Activity, Role, Workflow } from '../model/workflow.ts';

/** Parts of an activity that UiPath files store like activities. */
const PARTS = new Set('Catch Transition FlowStep AssignOperation IfElseIfBlock PickBranch'.split(' '));
/** Groups of commands that A360 bots store like commands. */
const STEP = 'Step/step';

/** Roles of activities with more than one way on. */
const DECISIONS: readonly Role[] = ['branch', 'loop', 'catch', 'resume'];

/** Numbers about a workflow. */
export interface WorkflowMetrics {
  /** Activities that can run. */
  readonly activities: number;
  /** Activities that limits of size count: they do something when the workflow runs. */
  readonly size: number;
  readonly disabledActivities: number;
  /** Activities that can run, by role. */
  readonly roles: ReadonlyMap<Role, number>;
  /** Containers around the innermost activity. */
  readonly depth: number;
  /** Index of the first innermost activity; -1: no activity is in another. */
  readonly innermost: number;
  /** Decisions, loops, Try and retry blocks around the activity that stands in most of them; never more than `depth`. */
  readonly nesting: number;
  /** Index of the first such activity; -1: there is none. */
  readonly mostNested: number;
  /** Activities directly inside one container. */
  readonly childrenMax: number;
  readonly variables: number;
  readonly arguments: number;
  /** Decisions plus one: cyclomatic complexity (McCabe 1976): branches, loops and handlers that can run. */
  readonly cyclomatic: number;
}

/** Returns the metrics of a workflow, counted once for all rules. */
export const metricsOf: (workflow: Workflow) => WorkflowMetrics = derived((workflow) => {
  const isBot = workflow.platform === 'automation-anywhere';
  const roles = new Map<Role, number>();
  let activities = 0;
  let size = 0;
  for (const activity of workflow.activities) {
    if (!isLive(activity)) continue;
    activities += 1;
    roles.set(activity.role, (roles.get(activity.role) ?? 0) + 1);
    if (countsForSize(activity, isBot)) size += 1;
  }
  let childrenMax = 0;
  for (const { length } of workflow.children) if (length > childrenMax) childrenMax = length;
  return {
    activities,
    size,
    disabledActivities: workflow.activities.length - activities,
    roles,
    ...depthOf(workflow),
    ...nestingOf(workflow),
    childrenMax,
    variables: workflow.variables.length,
    arguments: workflow.arguments.length,
    cyclomatic: DECISIONS.reduce((total, role) => total + (roles.get(role) ?? 0), 1),
  };
});

function countsForSize({ role, type }: Activity, isBot: boolean): boolean {
  return role !== 'comment' && (isBot ? role !== 'trigger' && type !== STEP : !PARTS.has(type));
}

/** Containers stand before what they hold, so that one pass is enough. */
function depthOf({ activities }: Workflow): Pick<WorkflowMetrics, 'depth' | 'innermost'> {
  const depths = new Uint32Array(activities.length);
  let depth = 0;
  let innermost = -1;
  for (const { index, parent } of activities) {
    if (parent === -1) continue;
    const own = depths[parent]! + 1;
    depths[index] = own;
    if (own <= depth) continue;
    depth = own;
    innermost = index;
  }
  return { depth, innermost };
}

/** Roles of blocks whose condition, round or failure a reader keeps in mind. */
const NESTING: ReadonlySet<Role> = new Set(['branch', 'loop', 'try', 'retry']);
/** Nodes of a flowchart, which stand beside each other. */
const NODE = /^Flow(?:Decision|Switch)$/;

const nests = ({ role, type }: Activity): boolean =>
  NESTING.has(role) && !PARTS.has(type) && !NODE.test(type);

/** Counts the blocks around each activity that can run; containers stand before what they hold. */
function nestingOf({ activities }: Workflow): Pick<WorkflowMetrics, 'nesting' | 'mostNested'> {
  const levels = new Uint32Array(activities.length);
  let nesting = 0;
  let mostNested = -1;
  for (const activity of activities) {
    const { index, parent } = activity;
    const around = parent === -1 ? 0 : levels[parent]!;
    levels[index] = around + (nests(activity) ? 1 : 0);
    if (around <= nesting || !isLive(activity)) continue;
    nesting = around;
    mostNested = index;
  }
  return { nesting, mostNested };
}

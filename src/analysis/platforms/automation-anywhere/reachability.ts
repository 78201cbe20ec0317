/** Reachability of commands: nothing runs behind a throw, a stop or a break in the same list. */
import { propertyOf } from '../../model/navigate.ts';
import type { Role } from '../../model/workflow.ts';
import type { DraftActivity } from '../draft.ts';

/** Key of the commands directly inside a node. */
export const BODY = 'children';
/** Key of a node's else, catch and finally. */
export const BRANCHES = 'branches';

const LEAVES = new Set(['TaskBot/stopTask', 'Loop/loop.commands.break', 'Loop/loop.commands.continue']);

/** Returns whether the commands behind this one in the same list may not run. All others continue by themselves. */
export function endsLists(type: string, role: Role): boolean {
  return role === 'throw' || LEAVES.has(type);
}

/** Facts about one activity, derived from its contents. */
interface Facts {
  /** The list of its children ends early. */
  bodyStops: boolean;
  /** It has a branch for the case that no condition holds. */
  hasElse: boolean;
  /** One of its branches lets the flow go on. */
  branchGoesOn: boolean;
  finallyStops: boolean;
  hasCatch: boolean;
  /** One of its catches continues with the command behind the one that failed. */
  resumes: boolean;
}

function newFacts(): Facts {
  return {
    bodyStops: false,
    hasElse: false,
    branchGoesOn: false,
    finallyStops: false,
    hasCatch: false,
    resumes: false,
  };
}

/** Returns whether the innermost catch around a throw continues with the next command. */
function throwResumes(
  activities: readonly DraftActivity[],
  facts: readonly Facts[],
  start: DraftActivity,
): boolean {
  for (let inner = start; inner.parent >= 0; inner = activities[inner.parent]!) {
    if (inner.slot === BODY && facts[inner.parent]!.hasCatch) return facts[inner.parent]!.resumes;
  }
  return false;
}

/** Returns whether the flow can continue behind an activity that was reached. */
function goesOn(
  activities: readonly DraftActivity[],
  facts: readonly Facts[],
  activity: DraftActivity,
): boolean {
  const own = facts[activity.index]!;
  if (!activity.enabled) return true;
  if (LEAVES.has(activity.type)) return false;
  switch (activity.role) {
    case 'throw':
      return throwResumes(activities, facts, activity);
    case 'branch':
      return activity.slot === BRANCHES ? !own.bodyStops : !own.bodyStops || own.branchGoesOn || !own.hasElse;
    case 'try':
      return (!own.bodyStops || own.branchGoesOn) && !own.finallyStops;
    case 'sequence':
    case 'catch':
    case 'finally':
      return !own.bodyStops;
    default:
      return true;
  }
}

function recordBranch(facts: Facts, branch: DraftActivity, on: boolean): void {
  if (branch.type === 'If/else') facts.hasElse = true;
  if (branch.role === 'finally') facts.finallyStops ||= !on;
  else facts.branchGoesOn ||= on;
}

/** Records catches first: whether they resume decides the effect of a throw in the body. */
function recordCatches(activities: readonly DraftActivity[], facts: readonly Facts[]): void {
  for (const activity of activities) {
    if (activity.role !== 'catch' || !activity.enabled || activity.parent < 0) continue;
    const outer = facts[activity.parent]!;
    outer.hasCatch = true;
    outer.resumes ||= propertyOf(activity, 'continueOnError')?.text === 'true';
  }
}

/** Sets `reachable` of every activity. They stand in document order, containers before what they contain. */
export function settleBotReachability(activities: readonly DraftActivity[]): void {
  const facts = activities.map(newFacts);
  recordCatches(activities, facts);
  const on: boolean[] = new Array(activities.length).fill(true);
  for (let index = activities.length - 1; index >= 0; index -= 1) {
    const activity = activities[index]!;
    on[index] = goesOn(activities, facts, activity);
    if (activity.parent < 0 || !activity.enabled) continue;
    const outer = facts[activity.parent]!;
    if (activity.slot === BODY) outer.bodyStops ||= !on[index];
    else recordBranch(outer, activity, on[index]!);
  }
  spread(activities, on);
}

function spread(activities: readonly DraftActivity[], on: readonly boolean[]): void {
  /** Containers (-1: the bot) whose list has ended. */
  const ended = new Set<number>();
  for (const activity of activities) {
    const { parent, slot } = activity;
    if (activity.role === 'trigger') continue;
    const listEnded = slot !== BRANCHES && ended.has(parent);
    activity.reachable = !listEnded && (parent < 0 || activities[parent]!.reachable);
    if (slot !== BRANCHES && !on[activity.index]) ended.add(parent);
  }
}

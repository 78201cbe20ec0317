/** A variable that actions set at the same time. */
import { ancestorsOf, isLive, liesIn, literalOf, propertyOf } from '../../model/navigate.ts';
import type { Activity, Workflow } from '../../model/workflow.ts';
import { writesOf } from '../../patterns/power-automate/flow-writes.ts';
import { failureSteps } from '../../patterns/power-automate/steps/failure-branches.ts';
import { unreadVariables } from '../../patterns/power-automate/unread-variables.ts';
import { type Spend, stepLimit } from '../../patterns/work-limit.ts';
import { type FlowOrder, flowOrder } from '../../semantics/flow/order.ts';
import { walk } from '../../semantics/visit.ts';
import { defineRule } from '../define-rule.ts';

const SET = 'SetVariable';
/** Pairs of writes compared in one flow; only files made to be slow have more. */
const PAIRS_MAX = 200_000;

/** Returns the writes of each variable, in the order of the file. */
function writesByVariable(workflow: Workflow): ReadonlyMap<string, readonly Activity[]> {
  const writes = new Map<string, Activity[]>();
  for (const { activity, key } of writesOf(workflow)) {
    if (!isLive(activity)) continue;
    const list = writes.get(key);
    if (list === undefined) writes.set(key, [activity]);
    else list.push(activity);
  }
  return writes;
}

/** Returns the fixed value that an action sets; undefined when it is computed or the action adds to the variable. */
function fixedValue(activity: Activity): string | undefined {
  if (activity.type !== SET) return undefined;
  const value = propertyOf(activity, 'inputs.value');
  if (value?.expression === undefined) return literalOf(value);
  // `@true` and `@{null}` are expressions, and as fixed as `true`.
  const { mentions, tree } = value.expression;
  if (mentions.length > 0 || [...walk(tree)].some(({ kind }) => kind === 'call' || kind === 'unparsed'))
    return undefined;
  return value.text;
}

/** Returns whether all set the same value, as with a flag: it is right in any order. */
function setOneValue(writes: readonly Activity[]): boolean {
  const value = fixedValue(writes[0]!);
  return value !== undefined && writes.every((write) => fixedValue(write) === value);
}

/** Actions that only keep a value, for a look at the run or as part of a text. */
const KEEPS: ReadonlySet<string> = new Set([
  'Compose',
  'AppendToStringVariable',
  'AppendToArrayVariable',
  'Terminate',
]);

/** Returns whether a variable is only read to record it: in such actions, or by what runs after a failure. */
function isOnlyRecorded(workflow: Workflow, key: string): boolean {
  const handlers = failureSteps(workflow);
  const inHandler = (step: Activity): boolean => {
    if (handlers.has(step.index)) return true;
    for (const around of ancestorsOf(workflow, step)) if (handlers.has(around.index)) return true;
    return false;
  };
  const readers = workflow.expressions.filter(({ mentions }) => mentions.includes(key));
  return readers.every(({ owner }) => {
    const step = workflow.activities[owner];
    return step !== undefined && (KEEPS.has(step.type) || inHandler(step));
  });
}

/** Returns the loops that handle several items at once. */
function parallelLoopsIn(workflow: Workflow): ReadonlySet<Activity> {
  const loops = new Set<Activity>();
  for (const activity of workflow.activities) {
    if (activity.type !== 'Foreach') continue;
    const setting = propertyOf(activity, 'runtimeConfiguration.concurrency.repetitions');
    if (setting !== undefined && Number(setting.text) > 1) loops.add(activity);
  }
  return loops;
}

/** Returns the innermost of some loops around an action. */
function loopAround(
  workflow: Workflow,
  activity: Activity,
  loops: ReadonlySet<Activity>,
): Activity | undefined {
  if (loops.size === 0) return undefined;
  for (const around of ancestorsOf(workflow, activity)) if (loops.has(around)) return around;
  return undefined;
}

/** Maps each parallel loop to the values that the writes in it set. */
function valuesByLoop(
  writes: readonly Activity[],
  loops: readonly (Activity | undefined)[],
): ReadonlyMap<Activity, ReadonlySet<string | undefined>> {
  const values = new Map<Activity, Set<string | undefined>>();
  for (const [index, loop] of loops.entries()) {
    if (loop === undefined) continue;
    const known = values.get(loop) ?? new Set();
    values.set(loop, known.add(fixedValue(writes[index]!)));
  }
  return values;
}

/** Two writes of a variable in any order. */
interface Clash {
  readonly at: Activity;
  /** End of a sentence. */
  readonly how: string;
  /** Each write has a condition of its own and sets a fixed value, as a reason or a label: either of them is right. */
  readonly isMild: boolean;
  /** The loop or fork that one repair makes sequential, for all variables in it. */
  readonly cause: string;
}

/** Returns the innermost container of two actions by its name; '' at the top. */
function containerOf(workflow: Workflow, one: Activity, other: Activity): string {
  for (const around of ancestorsOf(workflow, one)) if (liesIn(workflow, other, around)) return around.id;
  return '';
}

/** Returns whether a write sets a fixed value under a condition that is not around the other write. */
function isLabel(workflow: Workflow, write: Activity, other: Activity): boolean {
  if (fixedValue(write) === undefined) return false;
  for (const around of ancestorsOf(workflow, write))
    if (around.role === 'branch' && !liesIn(workflow, other, around)) return true;
  return false;
}

/** Returns the first write that clashes with another; a mild clash only when there is no other. */
function clashIn(
  workflow: Workflow,
  order: FlowOrder,
  parallel: ReadonlySet<Activity>,
  writes: readonly Activity[],
  spend: Spend,
): Clash | undefined {
  if (writes.length === 1 && parallel.size === 0) return undefined;
  if (!writes.some(({ type }) => type === SET) || setOneValue(writes)) return undefined;
  const loops = writes.map((write) => loopAround(workflow, write, parallel));
  const values = valuesByLoop(writes, loops);
  const fixed = writes.map(fixedValue);
  let mild: Clash | undefined;
  for (const [index, later] of writes.entries()) {
    const loop = later.type === SET ? loops[index] : undefined;
    const inLoop = loop === undefined ? undefined : values.get(loop)!;
    if (inLoop !== undefined && (inLoop.size > 1 || inLoop.has(undefined)))
      return {
        at: later,
        how: `while "${loop!.name}" handles several items at once`,
        isMild: false,
        cause: `loop ${loop!.id}`,
      };
    for (let before = 0; before < index; before += 1) {
      const earlier = writes[before]!;
      spend();
      if (later.type !== SET && earlier.type !== SET) continue;
      // Whichever comes last, the variable has the same value.
      if (fixed[index] !== undefined && fixed[index] === fixed[before]) continue;
      const isMild = isLabel(workflow, earlier, later) && isLabel(workflow, later, earlier);
      if ((isMild && mild !== undefined) || !order.mayRunTogether(earlier, later)) continue;
      const cause = `fork in ${containerOf(workflow, earlier, later)}`;
      const clash = { at: later, how: `at the same time as "${earlier.name}"`, isMild, cause };
      if (!isMild) return clash;
      mild = clash;
    }
  }
  return mild;
}

// Concurrent appends and increments lose nothing: the platform runs them one after the other, in any order.
export const rule = defineRule('PAF-REL-009', {
  level: 'workflow',
  types: [SET],
  *check(workflow) {
    const order = flowOrder(workflow);
    const parallel = parallelLoopsIn(workflow);
    const spend = stepLimit(PAIRS_MAX);
    const unread = unreadVariables(workflow);
    for (const [key, writes] of writesByVariable(workflow)) {
      // Nothing gets mixed up in a variable without a reader (PAF-MNT-003).
      const clash = unread.has(key) ? undefined : clashIn(workflow, order, parallel, writes, spend);
      if (clash === undefined) continue;
      const { at, how, isMild, cause } = clash;
      const variable = literalOf(propertyOf(at, 'inputs.name')) ?? '';
      const message = `"${at.name}" sets the variable "${variable}" ${how}.`;
      const severity = isMild || isOnlyRecorded(workflow, key) ? { severity: 'medium' as const } : {};
      yield { at, subject: 'variable', message, group: cause, ...severity };
    }
  },
});

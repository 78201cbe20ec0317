/** Control flow of UiPath workflows. */
import type { Activity, Workflow } from '../../model/workflow.ts';
import { drawFlowchart, drawState, drawStateMachine, drawTransition } from './charts.ts';
import { FLOW, FlowGraph } from './graph.ts';
import { inSlot, type StepSlots, StructuredDrawing } from './structured.ts';

type Draw = (drawing: StructuredDrawing, activity: Activity, slots: StepSlots) => void;

/** Draws the parts of a container one after the other, in this order. */
const inOrder =
  (...order: readonly string[]): Draw =>
  (drawing, { index }, slots) => {
    drawing.chain(
      index,
      order.flatMap((name) => inSlot(slots, name)),
      drawing.exit(index),
    );
  };

/** Draws every step as a way of its own through the container. */
const apart =
  (kind: number): Draw =>
  (drawing, { index }) =>
    drawing.fork(index, drawing.workflow.children[index]!, drawing.exit(index), kind);

/** Draws a container of which all parts are alternatives; `rest` is the one that leaves no way past them. */
const choice =
  (rest: string): Draw =>
  (drawing, { index }, slots) => {
    const exit = drawing.exit(index);
    for (const steps of slots.values()) drawing.chain(index, steps, exit, FLOW.branch);
    if (inSlot(slots, rest).length === 0 || slots.size === 1) drawing.add(index, exit, FLOW.branch);
  };

const drawLoop: Draw = (drawing, { index }) => {
  drawing.chain(index, drawing.workflow.children[index]!, index, FLOW.branch);
  drawing.add(index, drawing.exit(index), FLOW.branch);
};

/** Draws a loop that tests its condition behind its steps. */
const drawTestedBehind: Draw = (drawing, { index }) => {
  const test = drawing.join(index);
  drawing.chain(index, drawing.workflow.children[index]!, test);
  drawing.add(test, index, FLOW.loop);
  drawing.add(test, drawing.exit(index), FLOW.branch);
};

/** Returns whether a catch takes exceptions of every type. */
function takesAll({ properties }: Activity): boolean {
  const type = properties.find(({ name }) => name === 'TypeArguments')?.text ?? '';
  return /^(?:System\.)?Exception$/.test(type);
}

const drawTry: Draw = (drawing, { index }, slots) => {
  const raised = drawing.join(index);
  const guarded = inSlot(slots, 'Try');
  const last = inSlot(slots, 'Finally');
  const before = last.length === 0 ? drawing.exit(index) : drawing.join(index);
  const uncaught = last.length === 0 ? drawing.errorsOf(index) : before;
  drawing.chain(index, guarded, before);
  drawing.guard(guarded, raised);
  const catches = inSlot(slots, 'Catches');
  drawing.fork(raised, catches, before, FLOW.handled);
  drawing.guard(catches, uncaught);
  const isCaught = catches.some((step) => takesAll(drawing.workflow.activities[step]!));
  if (!isCaught) drawing.add(raised, uncaught, FLOW.error);
  if (last.length === 0) return;
  const behind = drawing.join(index);
  drawing.chain(before, last, behind);
  drawing.add(behind, drawing.exit(index), FLOW.next);
  drawing.add(behind, drawing.errorsOf(index), FLOW.error);
};

/** Draws a Retry Scope: an error, or a condition that is not met, leads to another try. */
const drawRetry: Draw = (drawing, { index }, slots) => {
  const [raised, test] = [drawing.join(index), drawing.join(index)];
  const steps = [...inSlot(slots, 'ActivityBody'), ...inSlot(slots, 'Condition')];
  drawing.chain(index, steps, test);
  drawing.guard(steps, raised);
  drawing.add(test, drawing.exit(index), FLOW.next);
  for (const from of [raised, test]) drawing.add(from, index, FLOW.loop);
  drawing.add(raised, drawing.errorsOf(index), FLOW.error);
};

/** Draws what no table knows: its parts one by one, each perhaps not at all. */
const drawOther: Draw = (drawing, { index, role }, slots) => {
  const exit = drawing.exit(index);
  const isOne = slots.size === 1 && role !== 'branch';
  for (const steps of slots.values()) drawing.chain(index, steps, exit, isOne ? FLOW.next : FLOW.branch);
  if (!isOne) drawing.add(index, exit, FLOW.branch);
};

const DRAWN: ReadonlyMap<string, Draw> = new Map<string, Draw>([
  ['If', choice('Else')],
  // A case may be empty, and is no activity then.
  ['Switch', choice('')],
  ['Pick', apart(FLOW.branch)],
  ['PickBranch', inOrder('Trigger', '', 'Action')],
  ['TriggerScope', inOrder('Triggers', '', 'Action')],
  // Its branches all run, in an order that the file does not show.
  ['Parallel', apart(FLOW.next)],
  ['TryCatch', drawTry],
  ['RetryScope', drawRetry],
  ['DoWhile', drawTestedBehind],
  ['InterruptibleDoWhile', drawTestedBehind],
  ['Flowchart', drawFlowchart],
  ['StateMachine', drawStateMachine],
  ['State', drawState],
  ['Transition', drawTransition],
]);

const drawElseIf: Draw = (drawing, { index }, slots) => {
  const exit = drawing.exit(index);
  const otherwise = inSlot(slots, 'Else');
  for (const [name, steps] of slots) if (name !== 'Else') drawing.fork(index, steps, exit, FLOW.branch);
  drawing.chain(index, otherwise, exit, FLOW.branch);
};

function drawerOf({ type, role }: Activity): Draw {
  if (/^IfElseIf(?:V\d)?$/.test(type)) return drawElseIf;
  return DRAWN.get(type) ?? (role === 'loop' ? drawLoop : drawOther);
}

/** Draws a step that leaves its list; false for any other. */
function drawJump(drawing: StructuredDrawing, { index, type }: Activity): boolean {
  const loop = drawing.loopOf[index]!;
  switch (type) {
    case 'Throw':
    case 'Rethrow':
      drawing.add(index, drawing.errorsOf(index), FLOW.throw);
      return true;
    case 'TerminateWorkflow':
    case 'Return':
      drawing.add(index, drawing.end, FLOW.next);
      return true;
    case 'Break':
      drawing.add(index, loop === -1 ? drawing.outside : drawing.exit(loop), FLOW.next);
      return true;
    case 'Continue':
      drawing.add(index, loop === -1 ? drawing.outside : loop, FLOW.loop);
      return true;
    default:
      return false;
  }
}

const LEAVES: ReadonlySet<string> = new Set([
  'Throw',
  'Rethrow',
  'TerminateWorkflow',
  'Return',
  'Break',
  'Continue',
]);

/** Draws the control flow of a UiPath workflow. */
export function uipathFlow(workflow: Workflow): FlowGraph {
  const drawing = new StructuredDrawing(workflow);
  const { activities, children } = workflow;
  for (const { index, type, enabled } of activities) if (enabled && LEAVES.has(type)) drawing.leave(index);
  // Methods of code run when they are called, in any order behind the first.
  const [first, ...others] = drawing.roots().filter((root) => activities[root]!.type === 'Method');
  if (first === undefined) drawing.chain(drawing.start, drawing.roots(), drawing.end);
  else {
    drawing.chain(drawing.start, [first], drawing.end);
    drawing.fork(drawing.start, others, drawing.end, FLOW.branch);
  }
  for (const activity of activities) {
    if (!activity.enabled) continue;
    if (drawJump(drawing, activity)) continue;
    drawing.mayFail(activity);
    if (children[activity.index]!.length > 0)
      drawerOf(activity)(drawing, activity, drawing.slotsOf(activity.index));
  }
  return new FlowGraph(drawing);
}

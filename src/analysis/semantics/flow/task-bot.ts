/** Control flow of A360 task bots. */
import { propertyOf } from '../../model/navigate.ts';
import type { Activity, Workflow } from '../../model/workflow.ts';
import { FLOW, FlowGraph } from './graph.ts';
import { inSlot, StructuredDrawing } from './structured.ts';

const BREAK = 'Loop/loop.commands.break';
const CONTINUE = 'Loop/loop.commands.continue';
const STOP = 'TaskBot/stopTask';
const LEAVES: ReadonlySet<string> = new Set([BREAK, CONTINUE, STOP]);

const leavesList = ({ type, role }: Activity): boolean => role === 'throw' || LEAVES.has(type);

/** Draws a command that leaves its list. */
function drawJump(drawing: StructuredDrawing, { index, type }: Activity): void {
  const loop = drawing.loopOf[index]!;
  if (type === STOP) drawing.add(index, drawing.end, FLOW.next);
  else if (type === BREAK) drawing.add(index, loop === -1 ? drawing.outside : drawing.exit(loop), FLOW.next);
  else if (type === CONTINUE) drawing.add(index, loop === -1 ? drawing.outside : loop, FLOW.loop);
  else drawing.add(index, drawing.errorsOf(index), FLOW.throw);
}

interface Parts {
  readonly body: readonly number[];
  readonly branches: readonly number[];
}

/** Draws an If with its else-ifs and else: one of them runs, or none. */
function drawIf(drawing: StructuredDrawing, { index }: Activity, { body, branches }: Parts): void {
  const exit = drawing.exit(index);
  const { activities } = drawing.workflow;
  drawing.chain(index, body, exit, FLOW.branch);
  drawing.fork(index, branches, exit, FLOW.branch);
  if (!branches.some((step) => activities[step]!.type === 'If/else')) drawing.add(index, exit, FLOW.branch);
}

/** Draws a catch that continues with the command behind the one that failed. */
function drawResume(drawing: StructuredDrawing, handler: number, body: readonly number[], to: number): void {
  const resumed = drawing.join(handler);
  drawing.add(drawing.exit(handler), resumed, FLOW.next);
  for (const step of body.slice(1)) drawing.add(resumed, step, FLOW.next);
  drawing.add(resumed, to, FLOW.next);
}

function drawTry(drawing: StructuredDrawing, { index }: Activity, { body, branches }: Parts): void {
  const { activities } = drawing.workflow;
  const last = branches.filter((step) => activities[step]!.role === 'finally');
  const catches = branches.filter((step) => activities[step]!.role === 'catch');
  const raised = drawing.join(index);
  const before = last.length === 0 ? drawing.exit(index) : drawing.join(index);
  const uncaught = last.length === 0 ? drawing.errorsOf(index) : before;
  drawing.chain(index, body, before);
  drawing.guard(body, raised);
  drawing.guard(catches, uncaught);
  for (const step of catches) {
    drawing.add(raised, step, FLOW.handled);
    const { enabled } = activities[step]!;
    const resumes = enabled && propertyOf(activities[step]!, 'continueOnError')?.text === 'true';
    if (resumes) drawResume(drawing, step, body, before);
    else drawing.add(drawing.exit(step), before, FLOW.next);
  }
  // A catch may be of one kind of error only.
  drawing.add(raised, uncaught, FLOW.error);
  if (last.length === 0) return;
  const behind = drawing.join(index);
  drawing.chain(before, last, behind);
  drawing.add(behind, drawing.exit(index), FLOW.next);
  drawing.add(behind, drawing.errorsOf(index), FLOW.error);
}

function drawContainer(drawing: StructuredDrawing, activity: Activity): void {
  const { index, type, role } = activity;
  const slots = drawing.slotsOf(index);
  const parts = { body: inSlot(slots, 'children'), branches: inSlot(slots, 'branches') };
  const exit = drawing.exit(index);
  if (type === 'If/if') drawIf(drawing, activity, parts);
  else if (role === 'try') drawTry(drawing, activity, parts);
  else if (role === 'loop') {
    drawing.chain(index, parts.body, index, FLOW.branch);
    drawing.add(index, exit, FLOW.branch);
  } else {
    drawing.chain(index, parts.body, exit);
    drawing.fork(index, parts.branches, exit, FLOW.branch);
  }
}

/** Draws the control flow of a task bot. */
export function taskBotFlow(workflow: Workflow): FlowGraph {
  const drawing = new StructuredDrawing(workflow);
  const { activities, children } = workflow;
  const roots = drawing.roots();
  for (const activity of activities)
    if (activity.enabled && leavesList(activity)) drawing.leave(activity.index);
  drawing.chain(
    drawing.start,
    roots.filter((step) => activities[step]!.role !== 'trigger'),
    drawing.end,
  );
  for (const activity of activities) {
    if (!activity.enabled) continue;
    if (leavesList(activity)) drawJump(drawing, activity);
    else drawing.mayFail(activity);
    if (children[activity.index]!.length > 0) drawContainer(drawing, activity);
  }
  return new FlowGraph(drawing);
}

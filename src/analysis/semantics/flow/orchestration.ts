/** Control flow of UiPath's API workflows, whose steps stand in lists, and of flows, cases and BPMN, which have edges. */
import { propertyOf } from '../../model/navigate.ts';
import type { Activity, Workflow } from '../../model/workflow.ts';
import { FLOW, FlowGraph } from './graph.ts';
import { outgoingOf } from './links.ts';
import { inSlot, StructuredDrawing } from './structured.ts';

const isFailure = (when: readonly string[]): boolean => when.includes('failed');

/** Returns whether no step behind this one in its list runs after it. */
const leavesList = (activity: Activity): boolean =>
  activity.role === 'throw' || activity.type === 'Break' || propertyOf(activity, 'then') !== undefined;

/** Draws a task that leaves its list. */
function drawJump(drawing: StructuredDrawing, activity: Activity): void {
  const { index, parent, role, type } = activity;
  const loop = drawing.loopOf[index]!;
  if (role === 'throw') drawing.add(index, drawing.errorsOf(index), FLOW.throw);
  else if (type === 'Break')
    drawing.add(index, loop === -1 ? drawing.outside : drawing.exit(loop), FLOW.next);
  else if (propertyOf(activity, 'then')?.text === 'end')
    drawing.add(drawing.exit(index), drawing.end, FLOW.next);
  else drawing.add(drawing.exit(index), parent === -1 ? drawing.end : drawing.exit(parent), FLOW.next);
}

function drawTry(drawing: StructuredDrawing, { index }: Activity): void {
  const slots = drawing.slotsOf(index);
  const handlers = inSlot(slots, 'Catch');
  const raised = drawing.join(index);
  drawing.chain(index, inSlot(slots, 'Try'), drawing.exit(index));
  drawing.guard(inSlot(slots, 'Try'), raised);
  for (const step of handlers) {
    drawing.add(raised, step, FLOW.handled);
    drawing.add(drawing.exit(step), drawing.exit(index), FLOW.next);
  }
  if (handlers.length === 0) drawing.add(raised, drawing.errorsOf(index), FLOW.error);
}

/** Draws a container whose content stands in lists, one for each part. */
function drawLists(drawing: StructuredDrawing, activity: Activity): void {
  const { index, role } = activity;
  const exit = drawing.exit(index);
  if (role === 'try') {
    drawTry(drawing, activity);
    return;
  }
  const slots = drawing.slotsOf(index);
  if (role === 'loop') {
    drawing.chain(index, inSlot(slots, ''), index, FLOW.branch);
    drawing.add(index, exit, FLOW.branch);
    return;
  }
  const isBranch = role === 'branch';
  for (const steps of slots.values()) drawing.chain(index, steps, exit, isBranch ? FLOW.branch : FLOW.next);
  if (isBranch && !slots.has('Else') && !slots.has('Default')) drawing.add(index, exit, FLOW.branch);
}

/** Draws the steps of a chart between two nodes: those that no edge leads to begin it. */
function drawChart(drawing: StructuredDrawing, steps: readonly number[], from: number, to: number): void {
  const { workflow } = drawing;
  const outgoing = outgoingOf(workflow);
  const entered = new Set(steps.flatMap((step) => outgoing[step]!.map((edge) => edge.to)));
  for (const step of steps) {
    const { role } = workflow.activities[step]!;
    if (role === 'trigger' || !entered.has(step)) drawing.add(from, step, FLOW.next);
    const ways = outgoing[step]!.filter(({ when }) => !isFailure(when));
    const kind = ways.length > 1 || role === 'branch' ? FLOW.branch : FLOW.next;
    for (const way of ways) drawing.add(drawing.exit(step), way.to === -1 ? drawing.outside : way.to, kind);
    if (ways.length === 0)
      drawing.add(drawing.exit(step), role === 'terminate' ? drawing.end : to, FLOW.next);
    for (const { to: handler, when } of outgoing[step]!) {
      if (!isFailure(when) || handler === -1) continue;
      const raised = drawing.join(step);
      drawing.guard([step], raised);
      drawing.add(raised, handler, FLOW.handled);
    }
  }
}

/** Draws the control flow of an orchestration. */
export function orchestrationFlow(workflow: Workflow): FlowGraph {
  const drawing = new StructuredDrawing(workflow);
  const isListed = workflow.kind === 'uipath-api-workflow';
  const roots = drawing.roots();
  if (isListed) {
    for (const activity of workflow.activities) if (leavesList(activity)) drawing.leave(activity.index);
    drawing.chain(drawing.start, roots, drawing.end);
  } else drawChart(drawing, roots, drawing.start, drawing.end);
  for (const activity of workflow.activities) {
    const { index } = activity;
    if (isListed && leavesList(activity)) drawJump(drawing, activity);
    drawing.mayFail(activity);
    const steps = workflow.children[index]!;
    if (steps.length === 0) continue;
    if (isListed) drawLists(drawing, activity);
    else if (activity.role === 'ai') drawing.fork(index, steps, drawing.exit(index), FLOW.branch);
    else drawChart(drawing, steps, index, drawing.exit(index));
  }
  return new FlowGraph(drawing);
}

/** Control flow of flowcharts and state machines. */
import type { Activity } from '../../model/workflow.ts';
import { FLOW } from './graph.ts';
import { outgoingOf } from './links.ts';
import { inSlot, type StepSlots, type StructuredDrawing } from './structured.ts';

/** Connects a chart with its first step; a chart that names none begins with the first in the file. */
function enter(drawing: StructuredDrawing, { index }: Activity): readonly number[] {
  const { workflow } = drawing;
  const steps = workflow.children[index]!;
  const start = workflow.starts.find((step) => workflow.activities[step]!.parent === index) ?? steps[0];
  if (start !== undefined) drawing.add(index, start, FLOW.next);
  return steps;
}

/** Required outgoing edges of a step. */
const WAYS: ReadonlyMap<string, readonly string[]> = new Map([
  ['FlowDecision', ['true', 'false']],
  ['FlowSwitch', ['default']],
]);
const ONE_WAY: readonly string[] = ['next'];

/** Draws a flowchart: it ends where a step has no connection. */
export function drawFlowchart(drawing: StructuredDrawing, chart: Activity): void {
  const { workflow } = drawing;
  const exit = drawing.exit(chart.index);
  const outgoing = outgoingOf(workflow);
  for (const step of enter(drawing, chart)) {
    if (drawing.isLeaving(step)) continue;
    const { type } = workflow.activities[step]!;
    const ways = WAYS.get(type) ?? ONE_WAY;
    const kind = ways === ONE_WAY ? FLOW.next : FLOW.branch;
    const links = outgoing[step]!;
    for (const { to } of links) drawing.add(drawing.exit(step), to === -1 ? drawing.outside : to, kind);
    for (const way of ways)
      if (!links.some(({ when }) => when.includes(way))) drawing.add(drawing.exit(step), exit, kind);
  }
}

/** Draws a state machine: it ends at states that nothing leads out of. */
export function drawStateMachine(drawing: StructuredDrawing, machine: Activity): void {
  const { workflow } = drawing;
  const outgoing = outgoingOf(workflow);
  for (const state of enter(drawing, machine))
    if (outgoing[state]!.length === 0)
      drawing.add(drawing.exit(state), drawing.exit(machine.index), FLOW.next);
}

/** Draws a state: its entry, then one of its transitions, then its exit. */
export function drawState(drawing: StructuredDrawing, { index }: Activity, slots: StepSlots): void {
  const exit = drawing.exit(index);
  const links = outgoingOf(drawing.workflow)[index]!;
  const [entered, left] = [drawing.join(index), drawing.join(index)];
  const transitions = inSlot(slots, 'Transitions');
  const last = inSlot(slots, 'Exit');
  drawing.chain(index, inSlot(slots, 'Entry'), entered);
  drawing.chain(left, last, exit);
  if (transitions.length === 0) drawing.add(entered, left, FLOW.next);
  for (const transition of transitions) drawing.add(entered, transition, FLOW.branch);
  for (const { to, owner } of links) {
    const target = to === -1 ? drawing.outside : to;
    // Only where no step runs on the way out is it known which transition leads where.
    if (last.length === 0) drawing.add(drawing.exit(owner), target, FLOW.next);
    else {
      drawing.add(drawing.exit(owner), left, FLOW.next);
      drawing.add(exit, target, FLOW.branch);
    }
  }
}

/** Draws a transition: what triggers it, then its action. */
export function drawTransition(drawing: StructuredDrawing, { index }: Activity, slots: StepSlots): void {
  drawing.chain(index, [...inSlot(slots, 'Trigger'), ...inSlot(slots, 'Action')], drawing.exit(index));
}

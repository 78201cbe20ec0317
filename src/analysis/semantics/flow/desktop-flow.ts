/** Control flow of desktop flows of Power Automate. */
import type { Activity, Workflow } from '../../model/workflow.ts';
import { FLOW, FlowGraph } from './graph.ts';
import { outgoingOf } from './links.ts';
import { pagesOf } from './pages.ts';
import { inSlot, type StepSlots, StructuredDrawing } from './structured.ts';

/** Slot of the handlers of an action or block, which stand inside of it. */
const HANDLERS = 'OnError';
/** Statements behind which the list does not go on. */
const LEAVES: ReadonlySet<string> = new Set([
  'GoTo',
  'Exit',
  'ExitLoop',
  'NextLoop',
  'ExitFunction',
  'Throw',
]);
/** Further conditions of a branch, of which the slot has the name. */
const FURTHER = /^(?:ElseIf|Case) \d+$/;

/** Returns whether a statement ends its list. */
const leavesList = ({ type, role }: Activity): boolean =>
  LEAVES.has(type) || role === 'terminate' || role === 'throw';

/** Drawing of a script, with its subflows by name. */
class ScriptDrawing extends StructuredDrawing {
  /** Subflows by name in lower case. */
  readonly pages = new Map<string, number>();
  /** By activity that calls a subflow: the subflow, or -1 for one of another file. */
  readonly called = new Map<number, number>();

  constructor(workflow: Workflow) {
    super(workflow);
    for (const { index, role, name } of workflow.activities)
      if (role === 'page' && !this.pages.has(name.toLowerCase())) this.pages.set(name.toLowerCase(), index);
    for (const { owner, target } of workflow.calls) {
      const { type, enabled } = workflow.activities[owner]!;
      if (type !== 'Call' || !enabled) continue;
      this.called.set(owner, this.pages.get(target?.toLowerCase() ?? '') ?? -1);
      if (this.exit(owner) === owner) this.openExit(owner);
    }
  }
}

function drawJump(drawing: ScriptDrawing, activity: Activity): void {
  const { index, type, role } = activity;
  const loop = drawing.loopOf[index]!;
  const page = pagesOf(drawing.workflow)[index]!;
  if (role === 'throw') drawing.add(index, drawing.errorsOf(index), FLOW.throw);
  else if (type === 'ExitLoop')
    drawing.add(index, loop === -1 ? drawing.outside : drawing.exit(loop), FLOW.next);
  else if (type === 'NextLoop') drawing.add(index, loop === -1 ? drawing.outside : loop, FLOW.loop);
  else if (type === 'ExitFunction')
    drawing.add(index, page === -1 ? drawing.end : drawing.exit(page), FLOW.next);
  else if (type === 'GoTo') {
    const to = outgoingOf(drawing.workflow)[index]![0]?.to ?? -1;
    drawing.add(index, to === -1 ? drawing.outside : to, FLOW.next);
  } else drawing.add(index, drawing.end, FLOW.next);
}

/**
 * Draws a call: into the subflow and behind it; one that the file does not have may also end the run. What fails in a
 * subflow counts as a failure of its calls.
 */
function drawCall(drawing: ScriptDrawing, index: number, page: number): void {
  drawing.add(index, drawing.exit(index), FLOW.next);
  if (page === -1) drawing.add(index, drawing.outside, FLOW.next);
  else {
    drawing.add(index, page, FLOW.call);
    drawing.add(drawing.exit(page), drawing.exit(index), FLOW.return);
  }
}

/** Draws the ways of a condition; one without statements leads past them. */
function drawBranch(drawing: ScriptDrawing, { index, type, properties }: Activity, slots: StepSlots): void {
  const exit = drawing.exit(index);
  const ways = new Set(type === 'If' ? ['Then', 'Else'] : ['Default']);
  for (const { name } of properties) if (FURTHER.test(name)) ways.add(name);
  for (const name of slots.keys()) if (name !== HANDLERS && name !== '') ways.add(name);
  for (const name of ways) drawing.chain(index, inSlot(slots, name), exit, FLOW.branch);
}

/** Draws the handlers of an action or block: behind each the flow goes on behind what failed. */
function drawHandlers(
  drawing: ScriptDrawing,
  { index, type }: Activity,
  handlers: readonly number[],
  inside: readonly number[],
): void {
  const uncaught = drawing.errorsOf(index);
  const raised = drawing.join(index);
  drawing.fork(raised, handlers, drawing.exit(index), FLOW.handled);
  drawing.guard(handlers, uncaught);
  // A handler may be of one error only.
  drawing.add(raised, uncaught, FLOW.error);
  if (type === 'Block') drawing.guard(inside, raised);
  else {
    drawing.guard(inside, uncaught);
    drawing.add(index, raised, FLOW.error);
  }
}

function drawContainer(drawing: ScriptDrawing, activity: Activity): void {
  const { index, role } = activity;
  const slots = drawing.slotsOf(index);
  const exit = drawing.exit(index);
  const handlers = inSlot(slots, HANDLERS);
  const { activities, children } = drawing.workflow;
  const inside = children[index]!.filter((step) => activities[step]!.slot !== HANDLERS);
  if (handlers.length === 0) drawing.mayFail(activity);
  else drawHandlers(drawing, activity, handlers, inside);
  if (role === 'branch') drawBranch(drawing, activity, slots);
  else if (role === 'loop') {
    drawing.chain(index, inside, index, FLOW.branch);
    drawing.add(index, exit, FLOW.branch);
  } else if (!drawing.called.has(index)) drawing.chain(index, inside, exit);
}

/** Draws the control flow of a desktop flow; a copy of some actions begins with the first. */
export function desktopFlow(workflow: Workflow): FlowGraph {
  const drawing = new ScriptDrawing(workflow);
  const { activities, children } = workflow;
  for (const activity of activities)
    if (activity.enabled && leavesList(activity)) drawing.leave(activity.index);
  const roots = drawing.roots();
  const loose = roots.filter((step) => activities[step]!.role !== 'page');
  const main = drawing.pages.get('main') ?? roots.find((step) => activities[step]!.role === 'page');
  const first = loose.length === 0 && main !== undefined ? [main] : loose;
  drawing.chain(drawing.start, first, drawing.end);
  for (const activity of activities) {
    if (!activity.enabled) continue;
    const page = drawing.called.get(activity.index);
    if (page !== undefined) drawCall(drawing, activity.index, page);
    if (leavesList(activity)) drawJump(drawing, activity);
    else if (children[activity.index]!.length > 0) drawContainer(drawing, activity);
    else drawing.mayFail(activity);
  }
  return new FlowGraph(drawing);
}

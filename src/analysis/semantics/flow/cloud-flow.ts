/** Control flow of cloud flows of Power Automate: each action runs after others that ended in certain ways. */
import type { Activity, Workflow } from '../../model/workflow.ts';
import { FLOW, FlowDrawing, FlowGraph } from './graph.ts';
import { incomingOf, type Links, outgoingOf } from './links.ts';

const succeeds = (when: readonly string[]): boolean => when.includes('succeeded');
const fails = (when: readonly string[]): boolean => when.includes('failed') || when.includes('timedout');
const skips = (when: readonly string[]): boolean => when.includes('skipped');
/** An unknown condition may be met by every ending. */
const isKnown = (when: readonly string[]): boolean => succeeds(when) || fails(when) || skips(when);

class CloudDrawing extends FlowDrawing {
  readonly workflow: Workflow;
  readonly incoming: Links;
  readonly outgoing: Links;
  /** By action: where it has failed, when another action waits for that; else -1. */
  readonly failures: Int32Array;
  /** By action: where it goes when it fails, alone or with its containers. */
  readonly failsTo: Int32Array;
  /** By action: where it was skipped; undefined when no action waits for a skipped one. */
  readonly skipped: Int32Array | undefined;

  constructor(workflow: Workflow) {
    super(workflow.activities.length);
    const { activities, transitions } = workflow;
    this.workflow = workflow;
    this.incoming = incomingOf(workflow);
    this.outgoing = outgoingOf(workflow);
    this.failures = new Int32Array(this.count).fill(-1);
    for (const { index } of activities) this.openExit(index);
    for (const { from, when } of transitions)
      if (from !== -1 && this.failures[from] === -1 && (fails(when) || !isKnown(when)))
        this.failures[from] = this.join(from);
    this.failsTo = new Int32Array(this.count);
    // Containers come before their content.
    for (const { index, parent } of activities)
      this.failsTo[index] =
        this.failures[index] !== -1
          ? this.failures[index]!
          : parent === -1
            ? this.failed
            : this.failsTo[parent]!;
    if (!transitions.some(({ when }) => skips(when))) return;
    this.skipped = Int32Array.from(activities, ({ index }) => this.join(index));
  }

  /** Returns where the list of an action ends: at the end of its container, or where that tests its condition. */
  endOf({ parent }: Activity, tests: ReadonlyMap<number, number>): number {
    return parent === -1 ? this.end : (tests.get(parent) ?? this.exit(parent));
  }
}

/** One way in which an action ends. */
interface Ending {
  /** Node of the action that has ended so. */
  readonly from: number;
  readonly kind: number;
  /** Returns whether an action waits for this ending. */
  meets(when: readonly string[]): boolean;
}

/** Draws what comes behind an ending of an action; false when that decides about no other. */
function drawEnding(drawing: CloudDrawing, action: Activity, { from, kind, meets }: Ending): boolean {
  let goesOn = false;
  for (const { to, when } of drawing.outgoing[action.index]!) {
    if (meets(when) || !isKnown(when)) drawing.add(from, to, kind);
    else if (drawing.skipped !== undefined) drawing.add(from, drawing.skipped[to]!, FLOW.branch);
    else continue;
    goesOn = true;
  }
  return goesOn;
}

function drawEndings(drawing: CloudDrawing, action: Activity, tests: ReadonlyMap<number, number>): void {
  const { index, type, parent } = action;
  const end = drawing.endOf(action, tests);
  const kind = drawing.workflow.activities[parent]?.type === 'Foreach' ? FLOW.loop : FLOW.next;
  const success = { from: drawing.exit(index), kind: FLOW.next, meets: succeeds };
  if (type !== 'Terminate' && !drawEnding(drawing, action, success)) drawing.add(success.from, end, kind);
  const failure = drawing.failures[index]!;
  if (failure !== -1) drawEnding(drawing, action, { from: failure, kind: FLOW.handled, meets: fails });
  const skipped = drawing.skipped?.[index];
  if (skipped === undefined) return;
  if (!drawEnding(drawing, action, { from: skipped, kind: FLOW.next, meets: skips }))
    drawing.add(skipped, end, kind);
}

/** Returns whether a condition has an action for each of its results, so that no way leads past them. */
function isWhole({ type, properties }: Activity, slots: ReadonlySet<string>): boolean {
  if (type === 'If') return slots.has('actions') && slots.has('else');
  if (type !== 'Switch' || !slots.has('default')) return false;
  return properties.every(({ name }) => !name.endsWith('.case') || slots.has(name.slice(0, -'.case'.length)));
}

/** Connects a container with the actions in it that wait for no other. */
function drawFirst(drawing: CloudDrawing, container: Activity): void {
  const { activities, children } = drawing.workflow;
  const { index, type } = container;
  const slots = new Set<string>();
  const kind = type === 'Scope' || type === 'Until' ? FLOW.next : FLOW.branch;
  for (const step of children[index]!) {
    slots.add(activities[step]!.slot);
    if (drawing.incoming[step]!.length === 0) drawing.add(index, step, kind);
  }
  if (kind === FLOW.branch && !isWhole(container, slots)) drawing.add(index, drawing.exit(index), kind);
}

/** Draws a trigger: any of them starts the run, whose first actions wait for no other. */
function drawStart(drawing: CloudDrawing): void {
  const { activities } = drawing.workflow;
  const triggers = activities.filter(({ role, parent }) => role === 'trigger' && parent === -1);
  const begun = triggers.length === 0 ? drawing.start : drawing.join(triggers[0]!.index);
  for (const { index } of triggers) {
    drawing.add(drawing.start, index, FLOW.next);
    drawing.add(index, begun, FLOW.next);
  }
  for (const { index, parent, role } of activities)
    if (parent === -1 && role !== 'trigger' && drawing.incoming[index]!.length === 0)
      drawing.add(begun, index, FLOW.next);
}

/** Draws the control flow of a cloud flow. */
export function cloudFlow(workflow: Workflow): FlowGraph {
  const drawing = new CloudDrawing(workflow);
  /** By loop that tests its condition behind its actions: the test. */
  const tests = new Map<number, number>();
  drawStart(drawing);
  for (const activity of workflow.activities) {
    const { index, type, role } = activity;
    if (role === 'trigger') continue;
    if (type === 'Until') {
      const test = drawing.join(index);
      tests.set(index, test);
      drawing.add(test, index, FLOW.loop);
      drawing.add(test, drawing.exit(index), FLOW.branch);
    } else if (type === 'Foreach') tests.set(index, index);
    if (type === 'Terminate') drawing.add(index, drawing.end, FLOW.next);
    else if (workflow.children[index]!.length === 0) drawing.add(index, drawing.exit(index), FLOW.next);
    else drawFirst(drawing, activity);
    drawing.add(index, drawing.failsTo[index]!, FLOW.error);
    drawEndings(drawing, activity, tests);
    for (const { from } of drawing.incoming[index]!)
      if (from === -1) drawing.add(drawing.outside, index, FLOW.next);
  }
  if (workflow.transitions.some(({ from }) => from === -1))
    drawing.add(drawing.start, drawing.outside, FLOW.next);
  return new FlowGraph(drawing);
}

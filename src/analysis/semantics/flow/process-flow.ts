/** Control flow of Blue Prism processes and objects: links, calls of pages, and recovery. */
import { propertyOf } from '../../model/navigate.ts';
import type { Activity, Workflow } from '../../model/workflow.ts';
import { FLOW, FlowDrawing, FlowGraph } from './graph.ts';
import { type Links, outgoingOf } from './links.ts';
import { calledPagesOf, pagesOf } from './pages.ts';

/** Stages that throw nothing. */
const NEVER_FAILS: ReadonlySet<string> = new Set([
  'Start',
  'End',
  'Anchor',
  'Note',
  'Recover',
  'Resume',
  'Block',
]);

/** Condition of a link → its kind; others are ways of a Choice or Wait. */
const KINDS: ReadonlyMap<string, number> = new Map([
  ['next', FLOW.next],
  ['repeat', FLOW.loop],
]);

class ProcessDrawing extends FlowDrawing {
  readonly workflow: Workflow;
  readonly pages: readonly number[];
  readonly outgoing: Links;
  readonly starts = new Map<number, number[]>();
  /** By block or page: its Recover stages, and where its exceptions meet. */
  readonly recovers = new Map<number, number[]>();
  readonly raised = new Map<number, number>();
  /** By page: where exceptions leave it. */
  readonly uncaught = new Map<number, number>();
  readonly called: ReadonlyMap<number, number>;

  constructor(workflow: Workflow) {
    super(workflow.activities.length);
    const { activities } = workflow;
    this.workflow = workflow;
    this.pages = pagesOf(workflow);
    this.outgoing = outgoingOf(workflow);
    this.called = calledPagesOf(workflow);
    for (const { index, type, role, parent } of activities) {
      if (type === 'Start') push(this.starts, this.pages[index]!, index);
      else if (type === 'Recover') push(this.recovers, parent, index);
      if (role !== 'page') continue;
      this.openExit(index);
      this.uncaught.set(index, this.join(index));
    }
    for (const place of this.recovers.keys()) if (place !== -1) this.raised.set(place, this.join(place));
    for (const caller of this.called.keys()) this.openExit(caller);
  }

  /** Returns where exceptions go that nothing on the page of a stage handles. */
  uncaughtOf(stage: number): number {
    return this.uncaught.get(this.pages[stage]!) ?? this.failed;
  }

  /** Returns where the exceptions of a stage go: to the handlers of its block, else of its page. */
  handledAt(stage: number): number {
    const { activities } = this.workflow;
    for (let at = activities[stage]!.parent; at !== -1; at = activities[at]!.parent) {
      const place = this.raised.get(at);
      if (place !== undefined) return place;
    }
    return this.uncaughtOf(stage);
  }
}

function push(lists: Map<number, number[]>, key: number, value: number): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

/** Returns the stages that run while an exception is being handled: a further one leaves the page. */
function inRecovery({ workflow, recovers, outgoing }: ProcessDrawing): ReadonlySet<number> {
  const stages = new Set([...recovers.values()].flat());
  for (const stage of stages)
    if (workflow.activities[stage]!.type !== 'Resume')
      for (const { to } of outgoing[stage]!) if (to !== -1) stages.add(to);
  return stages;
}

/** Returns the stages that run without an exception, or behind a Resume. */
function inNormalRun({ workflow, starts, outgoing }: ProcessDrawing): ReadonlySet<number> {
  const resumes = workflow.activities.filter(({ type }) => type === 'Resume').map(({ index }) => index);
  const stages = new Set([...[...starts.values()].flat(), ...resumes]);
  for (const stage of stages) for (const { to } of outgoing[stage]!) if (to !== -1) stages.add(to);
  return stages;
}

function drawErrors(drawing: ProcessDrawing): void {
  const recovering = inRecovery(drawing);
  const normal = inNormalRun(drawing);
  for (const { index, type, role } of drawing.workflow.activities) {
    if (role === 'page' || NEVER_FAILS.has(type)) continue;
    const kind = type === 'Exception' ? FLOW.throw : FLOW.error;
    if (recovering.has(index)) drawing.add(index, drawing.uncaughtOf(index), kind);
    if (normal.has(index) || !recovering.has(index)) drawing.add(index, drawing.handledAt(index), kind);
  }
  for (const [place, raised] of drawing.raised)
    for (const recover of drawing.recovers.get(place)!) drawing.add(raised, recover, FLOW.handled);
  for (const [caller, page] of drawing.called)
    for (const to of [recovering.has(caller) ? drawing.uncaughtOf(caller) : -1, drawing.handledAt(caller)])
      if (to !== -1) drawing.add(drawing.uncaught.get(page)!, to, FLOW.error);
}

/** Returns whether a run, or a call from another file, can begin on a page. */
function isEntry(page: Activity, isCalled: boolean): boolean {
  return (
    !isCalled || propertyOf(page, 'type')?.text === 'Main' || propertyOf(page, 'published')?.text === 'true'
  );
}

function drawPages(drawing: ProcessDrawing): void {
  const calledPages = new Set(drawing.called.values());
  for (const page of drawing.workflow.activities) {
    if (page.role !== 'page') continue;
    const { index } = page;
    for (const start of drawing.starts.get(index) ?? []) drawing.add(index, start, FLOW.next);
    if (!isEntry(page, calledPages.has(index))) continue;
    drawing.add(drawing.start, index, FLOW.next);
    drawing.add(drawing.exit(index), drawing.end, FLOW.next);
    drawing.add(drawing.uncaught.get(index)!, drawing.failed, FLOW.error);
  }
  for (const [caller, page] of drawing.called) {
    drawing.add(caller, page, FLOW.call);
    drawing.add(caller, drawing.exit(caller), FLOW.next);
    drawing.add(drawing.exit(page), drawing.exit(caller), FLOW.return);
  }
}

/** Draws the control flow of a process or object. */
export function processFlow(workflow: Workflow): FlowGraph {
  const drawing = new ProcessDrawing(workflow);
  for (const { from, to, when } of workflow.transitions)
    drawing.add(
      drawing.exit(from),
      to === -1 ? drawing.outside : to,
      KINDS.get(when[0] ?? '') ?? FLOW.branch,
    );
  for (const { index, type } of workflow.activities) {
    const page = type === 'End' ? drawing.pages[index]! : -1;
    if (page !== -1) drawing.add(index, drawing.exit(page), FLOW.next);
  }
  drawPages(drawing);
  drawErrors(drawing);
  return new FlowGraph(drawing);
}

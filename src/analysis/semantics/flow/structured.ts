/** Control flow of languages whose steps stand in lists: chains, loops, and what handles the errors of a list. */
import type { Activity, Workflow } from '../../model/workflow.ts';
import { FLOW, FlowDrawing } from './graph.ts';

/** Steps of a container by the part of it in which they stand. */
export type StepSlots = ReadonlyMap<string, readonly number[]>;

const NONE: readonly number[] = [];
/** Errors go where those of the container go. */
const INHERITED = -1;

/** Roles that cannot fail by themselves. */
const NEVER_FAILS: ReadonlySet<Activity['role']> = new Set([
  'trigger',
  'page',
  'sequence',
  'try',
  'catch',
  'finally',
  'comment',
]);

/** Returns the steps of a slot. */
export const inSlot = (slots: StepSlots, name: string): readonly number[] => slots.get(name) ?? NONE;

/** Drawing of a workflow whose containers hold lists of steps. Containers are to be drawn before their content. */
export class StructuredDrawing extends FlowDrawing {
  readonly workflow: Workflow;
  /** By activity: the innermost loop around it, or -1. */
  readonly loopOf: Int32Array;
  /** 1 for steps that the next step of their list never follows. */
  private readonly leaves: Uint8Array;
  private readonly errorTo: Int32Array;

  constructor(workflow: Workflow) {
    super(workflow.activities.length);
    this.workflow = workflow;
    this.loopOf = new Int32Array(this.count).fill(-1);
    this.leaves = new Uint8Array(this.count);
    this.errorTo = new Int32Array(this.count).fill(INHERITED);
    for (const { index, parent, enabled } of workflow.activities) {
      if (parent !== -1)
        this.loopOf[index] = workflow.activities[parent]!.role === 'loop' ? parent : this.loopOf[parent]!;
      // What is switched off is passed by.
      if (enabled && workflow.children[index]!.length > 0) this.openExit(index);
    }
  }

  /** Declares that the next step of its list never follows a step. To be called before its list is drawn. */
  leave(step: number): void {
    this.leaves[step] = 1;
  }

  /** Returns whether the next step of its list never follows a step. */
  isLeaving(step: number): boolean {
    return this.leaves[step] === 1;
  }

  /** Connects the steps of a list between two nodes; between one and itself it is a loop. */
  chain(from: number, steps: readonly number[], to: number, first: number = FLOW.next): void {
    let at: number | undefined = from;
    let kind = first;
    for (const step of steps) {
      if (at !== undefined) this.add(at, step, kind);
      at = this.leaves[step] === 1 ? undefined : this.exit(step);
      kind = FLOW.next;
    }
    if (at !== undefined) this.add(at, to, to === from ? FLOW.loop : kind);
  }

  /** Connects each of some steps by itself between a container and a node. */
  fork(from: number, steps: readonly number[], to: number, kind: number): void {
    for (const step of steps) this.chain(from, [step], to, kind);
  }

  /** Leads the errors of some steps, and of what they hold, to a node. */
  guard(steps: readonly number[], to: number): void {
    for (const step of steps) this.errorTo[step] = to;
  }

  /** Returns the node to which the errors of an activity go. */
  errorsOf(activity: number): number {
    const own = this.errorTo[activity]!;
    if (own !== INHERITED) return own;
    const { parent } = this.workflow.activities[activity]!;
    // Containers are drawn first, so that the place of their errors is known.
    const to = parent === -1 ? this.failed : this.errorTo[parent]!;
    this.errorTo[activity] = to === INHERITED ? this.failed : to;
    return this.errorTo[activity]!;
  }

  /** Adds the edge of a step's own errors, unless its role has none. To be called for every container. */
  mayFail({ index, role }: Activity): void {
    const to = this.errorsOf(index);
    if (!NEVER_FAILS.has(role)) this.add(index, to, FLOW.error);
  }

  /** Returns the steps directly in a container by slot. */
  slotsOf(container: number): StepSlots {
    const { activities, children } = this.workflow;
    return Map.groupBy(children[container]!, (index) => activities[index]!.slot);
  }

  /** Returns the steps outside of any container. */
  roots(): readonly number[] {
    return this.workflow.activities.filter(({ parent }) => parent === -1).map(({ index }) => index);
  }
}

/** Lookups of a workflow for its frames, made once: a large file has thousands of findings. */
import type { Activity, Position, Transition, Variable, Workflow } from '../../model/workflow.ts';

/** Lookups of a workflow. */
export interface FrameIndex {
  /** Steps before and after a step, in the same part of the same container, in the order of the file. */
  besides(step: Activity): readonly [before: Activity | undefined, after: Activity | undefined];
  /** Returns whether all steps of the container around a step lie in one part of it. */
  isOnlyPart(step: Activity): boolean;
  readonly transitionsTo: ReadonlyMap<number, readonly Transition[]>;
  readonly transitionsFrom: ReadonlyMap<number, readonly Transition[]>;
  /** Variables and arguments by their place, and by that of their default. */
  readonly symbols: ReadonlyMap<Position, Variable>;
  /** Returns whether a name is declared, in any case. */
  isDeclared(name: string): boolean;
}

const indexes = new WeakMap<Workflow, FrameIndex>();

/** Returns the lookups of a workflow. */
export function frameIndex(workflow: Workflow): FrameIndex {
  let index = indexes.get(workflow);
  if (index === undefined) {
    index = createIndex(workflow);
    indexes.set(workflow, index);
  }
  return index;
}

function createIndex(workflow: Workflow): FrameIndex {
  const { activities, children, transitions, variables, arguments: inputs } = workflow;
  const before = new Map<Activity, Activity>();
  const after = new Map<Activity, Activity>();
  const divided = new Set<number>();
  const roots = activities.flatMap(({ parent }, at) => (parent < 0 ? [at] : []));
  for (const inside of [roots, ...children]) {
    const lasts = new Map<string, Activity>();
    for (const at of inside) {
      const step = activities[at]!;
      const last = lasts.get(step.slot);
      if (last !== undefined) {
        before.set(step, last);
        after.set(last, step);
      }
      lasts.set(step.slot, step);
      if (lasts.size > 1) divided.add(step.parent);
    }
  }
  const symbols = new Map<Position, Variable>();
  // The first one of a place counts.
  for (const symbol of [...variables, ...inputs].reverse()) {
    if (symbol.default !== undefined) symbols.set(symbol.default.at, symbol);
    symbols.set(symbol.at, symbol);
  }
  const names = new Set([...variables, ...inputs].map(({ key }) => key.toLowerCase()));
  return {
    besides: (step) => [before.get(step), after.get(step)],
    isOnlyPart: ({ parent }) => parent < 0 || !divided.has(parent),
    transitionsTo: Map.groupBy(transitions, ({ to }) => to),
    transitionsFrom: Map.groupBy(transitions, ({ from }) => from),
    symbols,
    isDeclared: (name) => names.has(name.toLowerCase()),
  };
}

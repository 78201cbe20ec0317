/** Parts of a workflow that a note in it is about. */
import type { Note, Position, Workflow } from '../../model/workflow.ts';

/** Target of a note: an activity with everything inside it (-1: the workflow), or one variable or argument. */
export type NoteTarget = { readonly step: number } | { readonly symbol: Position };

/** Index of the whole workflow as a target. */
const WHOLE = -1;

/** Returns the next activity of the same list of steps for each activity, or undefined for the last one. */
function nextSteps({ activities }: Workflow): readonly (number | undefined)[] {
  const first = new Map<string, number>();
  const next: (number | undefined)[] = new Array(activities.length).fill(undefined);
  for (let i = activities.length - 1; i >= 0; i -= 1) {
    const { parent, slot } = activities[i]!;
    const list = `${parent} ${slot}`;
    next[i] = first.get(list);
    first.set(list, i);
  }
  return next;
}

/** Creates the look-up of a note's target. It returns undefined if there is none, or if it is switched off. */
export function targetFinder(workflow: Workflow): (note: Note) => NoteTarget | undefined {
  const { activities, platform } = workflow;
  let next: readonly (number | undefined)[] | undefined;

  /** Returns the container of a note on a canvas, where steps have no order; blocks that only frame notes are none. */
  function canvasOf(index: number): number {
    let up = activities[index]!.parent;
    while (activities[up]?.role === 'comment') up = activities[up]!.parent;
    return up;
  }
  function stepOf({ about, kind, owner }: Note): number | undefined {
    if (about !== undefined && 'step' in about) {
      const step = activities[about.step];
      return step?.parent === owner && step.slot === about.slot ? about.step : undefined;
    }
    if (kind !== 'comment' || activities[owner]?.role !== 'comment') return owner;
    if (platform === 'blue-prism') return canvasOf(owner);
    next ??= nextSteps(workflow);
    return next[owner];
  }
  return (note) => {
    if (activities[note.owner]?.enabled === false) return undefined;
    if (note.about !== undefined && 'symbol' in note.about) return note.about;
    const step = stepOf(note);
    return step === undefined || activities[step]?.enabled === false ? undefined : { step };
  };
}

/** Returns the place of the symbol for each default. */
function defaultsOf({ variables, arguments: args }: Workflow): ReadonlyMap<Position, Position> {
  const symbols = new Map<Position, Position>();
  for (const { at, default: value } of [...variables, ...args])
    if (value !== undefined) symbols.set(value.at, at);
  return symbols;
}

/** Entries of one rule by target. */
export class Coverage<Entry> {
  readonly #workflow: Workflow;
  readonly #symbols = new Map<Position, Entry>();
  #defaults: ReadonlyMap<Position, Position> | undefined;
  /** Nearest entry of activities: the given ones, and results of earlier look-ups. */
  readonly #steps = new Map<number, Entry | undefined>();

  constructor(workflow: Workflow) {
    this.#workflow = workflow;
  }

  /** Adds an entry, unless there is one for the target. */
  add(target: NoteTarget, entry: Entry): void {
    if ('step' in target) {
      if (!this.#steps.has(target.step)) this.#steps.set(target.step, entry);
    } else if (!this.#symbols.has(target.symbol)) this.#symbols.set(target.symbol, entry);
  }

  /** Returns the innermost entry around a place. Call it only after all entries are added. */
  find(at: Position, owner: number): Entry | undefined {
    return this.#ofSymbol(at) ?? this.#nearest(owner);
  }

  /** Returns the entry of a symbol, by its place or by that of its default. */
  #ofSymbol(at: Position): Entry | undefined {
    if (this.#symbols.size === 0) return undefined;
    this.#defaults ??= defaultsOf(this.#workflow);
    return this.#symbols.get(at) ?? this.#symbols.get(this.#defaults.get(at) ?? at);
  }

  #nearest(owner: number): Entry | undefined {
    const passed: number[] = [];
    let step = owner;
    while (step !== WHOLE && !this.#steps.has(step)) {
      passed.push(step);
      step = this.#workflow.activities[step]!.parent;
    }
    const found = this.#steps.get(step);
    for (const inside of passed) this.#steps.set(inside, found);
    return found;
  }
}

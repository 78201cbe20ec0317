/**
 * Compares the steps of two versions of a workflow. Steps are matched as findings are: by the file's own id and name,
 * then by their names from the top, then by what they hold and where they stand.
 */
import type { StepChange } from '../model/outline/step-change.ts';
import type { Activity, Property, Workflow } from '../model/workflow.ts';

/** Changes by activity, in the earlier and in the later version; steps without an entry are the same. */
export interface StepChanges {
  readonly before: ReadonlyMap<number, StepChange>;
  readonly after: ReadonlyMap<number, StepChange>;
}

/** Compares two versions. The work grows with the number of steps, times its logarithm at most. */
export function compareSteps(before: Workflow, after: Workflow): StepChanges {
  const [old, now] = [describe(before), describe(after)];
  const { toAfter, toBefore } = match(before, after, old, now);
  const changesBefore = new Map<number, StepChange>();
  const changesAfter = new Map<number, StepChange>();
  for (const { index } of before.activities) if (toAfter[index] === NONE) changesBefore.set(index, 'removed');
  const moved = movedSteps(before, after, toBefore);
  for (const { index } of after.activities) {
    const earlier = toBefore[index]!;
    if (earlier === NONE) changesAfter.set(index, 'added');
    else if (now[index]!.content !== old[earlier]!.content || moved.has(index)) {
      const change = now[index]!.content === old[earlier]!.content ? 'moved' : 'changed';
      changesAfter.set(index, change);
      changesBefore.set(earlier, change);
    }
  }
  return { before: changesBefore, after: changesAfter };
}

const NONE = -1;

/** Facts of a step that it is matched by. */
interface StepFacts {
  readonly name: string;
  /** Names of its containers and its own. */
  readonly path: string;
  /** Everything that it holds itself, without its steps. */
  readonly content: string;
}

/** Longer paths are cut at the front: what is near says more. */
const PATH_CHARACTERS_MAX = 500;

function describe(workflow: Workflow): readonly StepFacts[] {
  const held = heldBy(workflow);
  const facts: StepFacts[] = [];
  for (const activity of workflow.activities) {
    const { index, parent, slot, type, enabled } = activity;
    const name = activity.name.trim().toLowerCase();
    const around = parent < 0 ? '' : (facts[parent]?.path ?? '');
    const own = [...activity.properties.map(propertyText), ...(held.get(index) ?? [])].sort();
    facts.push({
      name,
      path: `${around}/${slot}:${name}`.slice(-PATH_CHARACTERS_MAX),
      content: JSON.stringify([type, activity.name, enabled, ...own]),
    });
  }
  return facts;
}

const propertyText = ({ name, direction, text, expression }: Property): string =>
  `${direction} ${name}${expression === undefined ? '=' : ':='}${text}`;

/** Returns what stands beside the properties of steps: variables, notes, calls and where the flow goes on. */
function heldBy({
  variables,
  notes,
  calls,
  transitions,
  activities,
}: Workflow): ReadonlyMap<number, string[]> {
  const held = new Map<number, string[]>();
  const add = (owner: number, text: string): void => {
    const known = held.get(owner);
    if (known === undefined) held.set(owner, [text]);
    else known.push(text);
  };
  for (const { owner, name, type, default: initial } of variables)
    add(owner, `variable ${name} ${type}=${initial?.text ?? ''}`);
  for (const { owner, text } of notes) add(owner, `note ${text}`);
  for (const { owner, target, bindings } of calls) {
    add(owner, `call ${target ?? ''}`);
    for (const { name, value } of bindings) add(owner, `binding ${name}=${value.text}`);
  }
  // Ids of targets may be counted anew with every save.
  for (const { owner, from, to, when } of transitions) {
    // Ids of steps may be counted anew with every save.
    const other = activities[owner === to ? from : to];
    add(owner, `way ${when.join()} ${other?.type ?? ''} ${other?.name ?? ''}`);
  }
  return held;
}

interface Matches {
  /** Index in the later version by index in the earlier one; -1: none. */
  readonly toAfter: Int32Array;
  readonly toBefore: Int32Array;
}

type KeyOf = (activity: Activity, facts: StepFacts) => string | undefined;

/** Keys by which steps are matched, the surest first. */
const KEYS: readonly KeyOf[] = [
  ({ id, type }, { name, content }) => (id === '' ? undefined : JSON.stringify([id, type, name, content])),
  ({ type }, { path, content }) => JSON.stringify([type, path, content]),
  ({ id, type }, { name }) => (id === '' ? undefined : JSON.stringify([id, type, name])),
  ({ type }, { path }) => JSON.stringify([type, path]),
  (_, { content }) => content,
  ({ type }, { name }) => (name === '' ? undefined : JSON.stringify([type, name])),
  ({ id, type }) => (id === '' ? undefined : JSON.stringify([id, type])),
];

function match(
  before: Workflow,
  after: Workflow,
  old: readonly StepFacts[],
  now: readonly StepFacts[],
): Matches {
  const toAfter = new Int32Array(before.activities.length).fill(NONE);
  const toBefore = new Int32Array(after.activities.length).fill(NONE);
  /** Matches the steps of equal keys in their order. */
  const pass = (keyBefore: (at: Activity) => string | undefined, keyAfter: typeof keyBefore): void => {
    const waiting = new Map<string, number[]>();
    for (let at = before.activities.length - 1; at >= 0; at -= 1) {
      const key = toAfter[at] === NONE ? keyBefore(before.activities[at]!) : undefined;
      if (key === undefined) continue;
      const known = waiting.get(key);
      if (known === undefined) waiting.set(key, [at]);
      else known.push(at);
    }
    for (const activity of after.activities) {
      const key = toBefore[activity.index] === NONE ? keyAfter(activity) : undefined;
      const earlier = key === undefined ? undefined : waiting.get(key)?.pop();
      if (earlier === undefined) continue;
      toBefore[activity.index] = earlier;
      toAfter[earlier] = activity.index;
    }
  };
  for (const keyOf of KEYS)
    pass(
      (activity) => keyOf(activity, old[activity.index]!),
      (activity) => keyOf(activity, now[activity.index]!),
    );
  // What is left in containers that belong together: a step of the same type that got another name and other settings.
  pass(
    ({ parent, slot, type }) => JSON.stringify([parent < 0 ? NONE : toAfter[parent], slot, type, parent < 0]),
    ({ parent, slot, type }) => JSON.stringify([parent < 0 ? NONE : parent, slot, type, parent < 0]),
  );
  return { toAfter, toBefore };
}

/** Returns the steps that stand in another container, or at another place among those that stayed. */
function movedSteps(before: Workflow, after: Workflow, toBefore: Int32Array): ReadonlySet<number> {
  const moved = new Set<number>();
  const roots = after.activities.filter(({ parent }) => parent < 0).map(({ index }) => index);
  for (const siblings of [roots, ...after.children]) {
    const stayed: number[] = [];
    for (const index of siblings) {
      const earlier = before.activities[toBefore[index]!];
      if (earlier === undefined) continue;
      const { parent, slot } = after.activities[index]!;
      const isHere = earlier.parent < 0 ? parent < 0 : parent >= 0 && toBefore[parent] === earlier.parent;
      if (isHere && earlier.slot === slot) stayed.push(index);
      else moved.add(index);
    }
    const inOrder = longestRise(stayed.map((index) => toBefore[index]!));
    for (const [place, index] of stayed.entries()) if (!inOrder.has(place)) moved.add(index);
  }
  return moved;
}

/** Returns the places of a longest rising subsequence. */
function longestRise(values: readonly number[]): ReadonlySet<number> {
  /** Place of the smallest last value of a rise, by its length. */
  const ends: number[] = [];
  const previous: number[] = [];
  for (const [place, value] of values.entries()) {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (values[ends[middle]!]! < value) low = middle + 1;
      else high = middle;
    }
    previous.push(low === 0 ? NONE : ends[low - 1]!);
    ends[low] = place;
  }
  const rise = new Set<number>();
  for (let place = ends.at(-1) ?? NONE; place !== NONE; place = previous[place]!) rise.add(place);
  return rise;
}

/** The links between the stages of one page: transitions, the hidden links of pairs, and what can be reached. */
import type { Transition } from '../../model/workflow.ts';
import type { Draft, DraftActivity } from '../draft.ts';
import { childNamed, textOf, type XmlDocument } from '../xml-document.ts';
import type { StageReading } from './stage-settings.ts';

interface Pair {
  readonly end: string;
  readonly forth: readonly string[];
  readonly back?: readonly string[];
}

/** Start type → its end type and the names of the links that the product follows without drawing them. */
const PAIRS: ReadonlyMap<string, Pair> = new Map<string, Pair>([
  ['ChoiceStart', { end: 'ChoiceEnd', forth: ['otherwise'] }],
  ['WaitStart', { end: 'WaitEnd', forth: ['timedout'] }],
  ['LoopStart', { end: 'LoopEnd', forth: ['done'], back: ['repeat'] }],
]);

/** Where the product starts on a page by itself. */
const ENTRIES = new Set(['Start', 'Recover']);

function groupOf(doc: XmlDocument, activity: DraftActivity): string {
  const element = childNamed(doc, activity.at, 'groupid');
  return element === -1 ? '' : textOf(doc, element).trim();
}

/** The ends of the pairs of a page, the last of two counts. */
function endsOf(doc: XmlDocument, stages: readonly StageReading[]): ReadonlyMap<string, number> {
  const ends = new Map<string, number>();
  for (const { activity } of stages)
    if (activity.type.endsWith('End')) ends.set(`${activity.type} ${groupOf(doc, activity)}`, activity.index);
  return ends;
}

/** Every link of the page, the declared ones first. A link to a stage that is not on the page leads to -1. */
function transitionsOf(doc: XmlDocument, stages: readonly StageReading[]): Transition[] {
  const byId = new Map<string, number>();
  for (const { activity } of stages)
    if (activity.id !== '' && !byId.has(activity.id)) byId.set(activity.id, activity.index);
  // Most pages have no pairs.
  let ends: ReadonlyMap<string, number> | undefined;
  const found: Transition[] = [];
  for (const { activity, links } of stages) {
    const from = activity.index;
    for (const { name, text: target, when, at } of links) {
      found.push({ at, owner: from, name, from, to: byId.get(target) ?? -1, target, when });
    }
    const pair = PAIRS.get(activity.type);
    if (pair === undefined) continue;
    ends ??= endsOf(doc, stages);
    const to = ends.get(`${pair.end} ${groupOf(doc, activity)}`);
    if (to === undefined) continue;
    const { at } = activity;
    const [name, target] = ['groupid', ''];
    found.push({ at, owner: from, name, from, to, target, when: pair.forth });
    if (pair.back !== undefined)
      found.push({ at, owner: to, name, from: to, to: from, target, when: pair.back });
  }
  return found;
}

/** Marks what no path from a Start or Recover stage leads to. Notes that are not linked are just notes. */
function markReachable(
  draft: Draft,
  stages: readonly StageReading[],
  transitions: readonly Transition[],
): void {
  if (stages.length === 0) return;
  // The numbers of the stages of a page lie close together, with blocks in between.
  const first = stages[0]!.activity.index;
  const size = stages.at(-1)!.activity.index - first + 1;
  const isLinked = new Uint8Array(size);
  /** For each stage its last link, and for each link the one before it of the same stage. */
  const last = new Int32Array(size).fill(-1);
  const before = new Int32Array(transitions.length);
  for (let i = 0; i < transitions.length; i += 1) {
    const { from, to } = transitions[i]!;
    isLinked[from - first] = 1;
    if (to === -1) continue;
    isLinked[to - first] = 1;
    before[i] = last[from - first]!;
    last[from - first] = i;
  }
  const queue: number[] = [];
  for (const { activity } of stages) {
    const { type, index } = activity;
    activity.reachable = ENTRIES.has(type) || (type === 'Note' && isLinked[index - first] === 0);
    if (ENTRIES.has(type)) queue.push(index);
  }
  for (let index = queue.pop(); index !== undefined; index = queue.pop()) {
    for (let i = last[index - first]!; i !== -1; i = before[i]!) {
      const activity = draft.activities[transitions[i]!.to]!;
      if (activity.reachable) continue;
      activity.reachable = true;
      queue.push(activity.index);
    }
  }
}

/** Settles the flow of one page. */
export function readFlow(doc: XmlDocument, draft: Draft, stages: readonly StageReading[]): void {
  const transitions = transitionsOf(doc, stages);
  for (const transition of transitions) draft.transitions.push(transition);
  markReachable(draft, stages, transitions);
}

/** The links between the stages of one page: transitions, the hidden links of pairs, and what can be reached. */
import type { Transition } from '../../model/workflow.ts';
import type { Draft, DraftActivity } from '../draft.ts';
import { childNamed, textOf, type XmlDocument } from '../xml-document.ts';
import type { StageReading } from './stage-settings.ts';

/** Start type → its end type and the names of the links that the product follows without drawing them. */
const PAIRS: ReadonlyMap<string, { readonly end: string; readonly forth: string; readonly back?: string }> =
  new Map(
    Object.entries({
      ChoiceStart: { end: 'ChoiceEnd', forth: 'otherwise' },
      WaitStart: { end: 'WaitEnd', forth: 'timedout' },
      LoopStart: { end: 'LoopEnd', forth: 'done', back: 'repeat' },
    }),
  );

/** Where the product starts on a page by itself. */
const ENTRIES = new Set(['Start', 'Recover']);

function groupOf(doc: XmlDocument, activity: DraftActivity): string {
  const element = childNamed(doc, activity.at, 'groupid');
  return element === -1 ? '' : textOf(doc, element).trim();
}

/** Every link of the page, the declared ones first. A link to a stage that is not on the page leads to -1. */
function transitionsOf(doc: XmlDocument, stages: readonly StageReading[]): Transition[] {
  const byId = new Map<string, number>();
  const ends = new Map<string, number>();
  for (const { activity } of stages) {
    if (activity.id !== '' && !byId.has(activity.id)) byId.set(activity.id, activity.index);
    if (activity.type.endsWith('End')) ends.set(`${activity.type} ${groupOf(doc, activity)}`, activity.index);
  }
  const found: Transition[] = [];
  for (const { activity, links } of stages) {
    const from = activity.index;
    for (const { name, text: target, when, at } of links) {
      found.push({ at, owner: from, name, from, to: byId.get(target) ?? -1, target, when: [when] });
    }
    const pair = PAIRS.get(activity.type);
    const to = pair && ends.get(`${pair.end} ${groupOf(doc, activity)}`);
    if (pair === undefined || to === undefined) continue;
    const implied = { at: activity.at, name: 'groupid', target: '' };
    found.push({ ...implied, owner: from, from, to, when: [pair.forth] });
    if (pair.back !== undefined) found.push({ ...implied, owner: to, from: to, to: from, when: [pair.back] });
  }
  return found;
}

/** Marks what no path from a Start or Recover stage leads to. Notes that are not linked are just notes. */
function markReachable(
  draft: Draft,
  stages: readonly StageReading[],
  transitions: readonly Transition[],
): void {
  const next = new Map<number, number[]>();
  const linked = new Set<number>();
  for (const { from, to } of transitions) {
    linked.add(from).add(to);
    if (to === -1) continue;
    const list = next.get(from);
    if (list === undefined) next.set(from, [to]);
    else list.push(to);
  }
  const queue: number[] = [];
  const reach = (index: number): void => {
    const activity = draft.activities[index]!;
    if (activity.reachable) return;
    activity.reachable = true;
    queue.push(index);
  };
  for (const { activity } of stages) {
    activity.reachable = activity.type === 'Note' && !linked.has(activity.index);
  }
  for (const { activity } of stages) if (ENTRIES.has(activity.type)) reach(activity.index);
  for (let i = 0; i < queue.length; i += 1) for (const to of next.get(queue[i]!) ?? []) reach(to);
}

/** Settles the flow of one page. */
export function readFlow(doc: XmlDocument, draft: Draft, stages: readonly StageReading[]): void {
  const transitions = transitionsOf(doc, stages);
  for (const transition of transitions) draft.transitions.push(transition);
  markReachable(draft, stages, transitions);
}

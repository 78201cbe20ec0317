/** Links between stages: transitions, the hidden links of pairs, and reachability. */
import type { Position, Transition } from '../../../model/workflow.ts';
import { SPACE } from '../../xml/characters.ts';
import { isPlainContent } from '../../xml/decode.ts';
import { childNamed, textOf, type XmlDocument } from '../../xml/document.ts';
import type { StageActivity } from './activity.ts';

/** A link as a stage declares it; its target is resolved after the whole page is read. */
export class StageLink implements Transition {
  /** The element that names the target. */
  readonly at: Position;
  readonly owner: number;
  readonly name: string;
  readonly from: number;
  to: number;
  readonly when: readonly string[];
  /** Of the target in the document; -1 when it is not there as it is. */
  readonly start: number;
  readonly end: number;
  private readonly doc: XmlDocument;
  private ownTarget: string | undefined;

  constructor(
    doc: XmlDocument,
    at: Position,
    from: number,
    name: string,
    when: readonly string[],
    target: string | undefined,
  ) {
    this.at = at;
    this.owner = from;
    this.name = name;
    this.from = from;
    this.to = -1;
    this.when = when;
    this.start = target === undefined ? doc.contentStarts[at]! : -1;
    this.end = target === undefined ? doc.contentEnds[at]! : -1;
    this.doc = doc;
    this.ownTarget = target;
  }

  get target(): string {
    this.ownTarget ??= this.doc.text.slice(this.start, this.end);
    return this.ownTarget;
  }

  /** Returns whether a stage is the target of the link. */
  isTo(step: StageActivity): boolean {
    if (this.start === -1 || step.idStart === -1) return step.id === this.target;
    const length = this.end - this.start;
    if (step.idEnd - step.idStart !== length) return false;
    const { bytes } = this.doc;
    for (let i = 0; i < length; i += 1) if (bytes[step.idStart + i] !== bytes[this.start + i]) return false;
    return true;
  }
}

const isInk = (byte: number): boolean => byte > SPACE && byte < 0x80;

/** Returns the link that an element declares; undefined when it names no target. */
export function linkAt(
  doc: XmlDocument,
  element: number,
  from: number,
  name: string,
  when: readonly string[],
): StageLink | undefined {
  const start = doc.contentStarts[element]!;
  const end = doc.contentEnds[element]!;
  if (start === end) return undefined;
  const stands =
    isInk(doc.bytes[start]!) && isInk(doc.bytes[end - 1]!) && isPlainContent(doc.bytes, start, end);
  const target = stands ? undefined : textOf(doc, element).trim();
  return target === '' ? undefined : new StageLink(doc, element, from, name, when, target);
}

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

/** On pages with more steps, ids are looked up by their texts. */
const COMPARED_MAX = 24;

/** Stages at which the product starts on a page by itself. */
const ENTRIES = new Set(['Start', 'Recover']);

function groupOf(doc: XmlDocument, stage: StageActivity): string {
  const element = childNamed(doc, stage.at, 'groupid');
  return element === -1 ? '' : textOf(doc, element).trim();
}

/** Returns the ends of the pairs of a page; the last of two counts. */
function endsOf(
  doc: XmlDocument,
  steps: readonly StageActivity[],
  first: number,
): ReadonlyMap<string, number> {
  const ends = new Map<string, number>();
  for (let i = first; i < steps.length; i += 1) {
    const { type, index } = steps[i]!;
    if (type.endsWith('End')) ends.set(`${type} ${groupOf(doc, steps[i]!)}`, index);
  }
  return ends;
}

/** Indexes steps by id; the first of two with one id counts. */
function indexById(steps: readonly StageActivity[], first: number): ReadonlyMap<string, number> {
  const byId = new Map<string, number>();
  for (let i = first; i < steps.length; i += 1) {
    const { id, index } = steps[i]!;
    if (id !== '' && !byId.has(id)) byId.set(id, index);
  }
  return byId;
}

/** Finds the target among a few steps by comparing each. */
function indexOfTarget(link: StageLink, steps: readonly StageActivity[], first: number): number {
  for (let i = first; i < steps.length; i += 1) if (link.isTo(steps[i]!)) return steps[i]!.index;
  return -1;
}

function hiddenLink(
  doc: XmlDocument,
  { at }: StageActivity,
  from: number,
  to: number,
  when: readonly string[],
): StageLink {
  const link = new StageLink(doc, at, from, 'groupid', when, '');
  link.to = to;
  return link;
}

/**
 * Adds every link of a page, the declared ones of each stage first. A link to a stage that is not on the page leads to
 * -1.
 * @param first step of the page among those of the process, which are no blocks
 * @param firstLink of the page among those that the stages declare, in the order of the stages
 */
export function addLinks(
  doc: XmlDocument,
  steps: readonly StageActivity[],
  first: number,
  links: readonly StageLink[],
  firstLink: number,
  transitions: Transition[],
): void {
  const byId = steps.length - first > COMPARED_MAX ? indexById(steps, first) : undefined;
  // Most pages have no pairs.
  let ends: ReadonlyMap<string, number> | undefined;
  let next = firstLink;
  for (let i = first; i < steps.length; i += 1) {
    const stage = steps[i]!;
    const from = stage.index;
    // Links of blocks lead nowhere.
    while (next < links.length && links[next]!.from < from) next += 1;
    for (; next < links.length && links[next]!.from === from; next += 1) {
      const link = links[next]!;
      link.to = byId === undefined ? indexOfTarget(link, steps, first) : (byId.get(link.target) ?? -1);
      transitions.push(link);
    }
    const pair = PAIRS.get(stage.type);
    if (pair === undefined) continue;
    ends ??= endsOf(doc, steps, first);
    const to = ends.get(`${pair.end} ${groupOf(doc, stage)}`);
    if (to === undefined) continue;
    transitions.push(hiddenLink(doc, stage, from, to, pair.forth));
    if (pair.back !== undefined) transitions.push(hiddenLink(doc, stage, to, from, pair.back));
  }
}

/**
 * Marks the stages that no path from a Start or Recover stage reaches. Notes without links are just notes.
 * @param steps of all pages, without blocks, in the order of their numbers
 */
export function markReachable(steps: readonly StageActivity[], transitions: readonly Transition[]): void {
  if (steps.length === 0) return;
  const size = steps.at(-1)!.index + 1;
  const isLinked = new Uint8Array(size);
  /** For each stage its last link, and for each link the one before it of the same stage. */
  const last = new Int32Array(size).fill(-1);
  const before = new Int32Array(transitions.length);
  for (let i = 0; i < transitions.length; i += 1) {
    const { from, to } = transitions[i]!;
    isLinked[from] = 1;
    if (to === -1) continue;
    isLinked[to] = 1;
    before[i] = last[from]!;
    last[from] = i;
  }
  /** By number of a stage: its index among the steps. */
  const places = new Int32Array(size);
  const queue: number[] = [];
  for (let i = 0; i < steps.length; i += 1) {
    const step = steps[i]!;
    const { type, index } = step;
    places[index] = i;
    const isEntry = ENTRIES.has(type);
    step.reachable = isEntry || (type === 'Note' && isLinked[index] === 0);
    if (isEntry) queue.push(index);
  }
  for (let index = queue.pop(); index !== undefined; index = queue.pop()) {
    for (let i = last[index]!; i !== -1; i = before[i]!) {
      const step = steps[places[transitions[i]!.to]!]!;
      if (step.reachable) continue;
      step.reachable = true;
      queue.push(step.index);
    }
  }
}

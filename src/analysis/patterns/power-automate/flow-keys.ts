/** The keys by which expressions of a Power Automate flow mention its actions. */
import { MATCHED_BYTES, matchedName } from '../../model/action-name.ts';
import type { Activity, RawText, Workflow } from '../../model/workflow.ts';
import { derived } from '../derived.ts';

const PREFIX = 'action:';

/** The key by which expressions mention an action: `action:get_items`. */
export function actionKey(activity: Activity): string {
  return PREFIX + matchedName(activity.id);
}

/** Of the end of a name: names of actions differ there. */
const HASHED_CHARACTERS = 12;
/** Of names that share a hash; with more of them a text of each is made after all. */
const COMPARED_MAX = 16;
const hashed = (hash: number, code: number): number => (Math.imul(hash, 31) + code) & 0x3fffffff;

/** The hash of a name in the file as keys have it; -1 when it has to be made a text first. */
function hashOfRaw({ bytes, start, end }: RawText): number {
  let hash = 0;
  for (let at = Math.max(start, end - HASHED_CHARACTERS); at < end; at += 1) {
    const byte = bytes[at]!;
    if (byte >= 0x80) return -1;
    hash = hashed(hash, MATCHED_BYTES[byte]!);
  }
  return hash;
}

/** The same for a text, from a place in it. */
function hashOfText(text: string, from: number): number {
  let hash = 0;
  for (let at = Math.max(from, text.length - HASHED_CHARACTERS); at < text.length; at += 1)
    hash = hashed(hash, text.charCodeAt(at));
  return hash;
}

/** Whether a name in the file is the one that stands from a place in a key; undefined when only its text tells. */
function isNamed({ bytes, start, end }: RawText, key: string, from: number): boolean | undefined {
  let i = from;
  for (let at = start; at < end; at += 1, i += 1) {
    const character = MATCHED_BYTES[bytes[at]!]!;
    if (character === 0) return undefined;
    if (character !== key.charCodeAt(i)) return false;
  }
  return i === key.length;
}

/** The triggers and actions of a flow by their names, of which a text is made only where it has to be. */
export class FlowActions {
  private readonly activities: readonly Activity[];
  private readonly hashes: number[] = [];
  /** By hash, the last activity with it, and for each the one before that; -1: none. */
  private readonly last: number[];
  private readonly before: number[] = [];
  private byName: ReadonlyMap<string, Activity> | undefined;

  constructor(activities: readonly Activity[]) {
    const count = activities.length;
    this.activities = activities;
    // A power of two. Most flows are small, and a typed array takes longer to make than to fill.
    this.last = new Array<number>(1 << (32 - Math.clz32(count))).fill(-1);
    const mask = this.last.length - 1;
    for (let index = 0; index < count; index += 1) {
      const activity = activities[index]!;
      const { rawName } = activity;
      let hash = rawName === undefined ? -1 : hashOfRaw(rawName);
      if (hash === -1) hash = hashOfText(matchedName(activity.id), 0);
      this.hashes.push(hash);
      this.before.push(this.last[hash & mask]!);
      this.last[hash & mask] = index;
    }
  }

  /** The one that a key such as `action:get_items` mentions. */
  get(key: string): Activity | undefined {
    return key.startsWith(PREFIX) ? this.find(key, PREFIX.length) : undefined;
  }

  /** The one of the name that stands from a place in a key. */
  find(key: string, from: number): Activity | undefined {
    const { activities, hashes, last, before } = this;
    const hash = hashOfText(key, from);
    let compared = 0;
    for (let index = last[hash & (last.length - 1)]!; index !== -1; index = before[index]!) {
      if (compared === COMPARED_MAX) return this.findByText(key.slice(from));
      compared += 1;
      if (hashes[index] !== hash) continue;
      const activity = activities[index]!;
      const { rawName } = activity;
      const isIt = rawName === undefined ? undefined : isNamed(rawName, key, from);
      if (isIt ?? matchedName(activity.id) === key.slice(from)) return activity;
    }
    return undefined;
  }

  private findByText(name: string): Activity | undefined {
    this.byName ??= new Map(this.activities.map((activity) => [matchedName(activity.id), activity]));
    return this.byName.get(name);
  }
}

export const actionsOf = derived(({ activities }: Workflow) => new FlowActions(activities));

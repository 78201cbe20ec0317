/** Keys by which expressions of a Power Automate flow mention its actions. */
import { MATCHED_BYTES, matchedName } from '../../model/flow-names.ts';
import { derived } from '../../model/interning/derived.ts';
import type { Activity, RawText, Workflow } from '../../model/workflow.ts';

const PREFIX = 'action:';

/** Returns the key by which expressions mention an action: `action:get_items`. */
export function actionKey(activity: Activity): string {
  return PREFIX + matchedName(activity.id);
}

/** Characters at the end of a name that are hashed: names of actions differ there. */
const HASHED_CHARACTERS = 12;
/** Names compared per hash; above it, names are decoded to text. */
const COMPARED_MAX = 16;
const hashed = (hash: number, code: number): number => (Math.imul(hash, 31) + code) & 0x3fffffff;

/** Hashes a name in the file like a key; -1 when it must be decoded to text first. */
function hashOfRaw({ bytes, start, end }: RawText): number {
  let hash = 0;
  for (let at = Math.max(start, end - HASHED_CHARACTERS); at < end; at += 1) {
    const byte = bytes[at]!;
    if (byte >= 0x80) return -1;
    hash = hashed(hash, MATCHED_BYTES[byte]!);
  }
  return hash;
}

/** Hashes a text from an offset in it. */
function hashOfText(text: string, from: number): number {
  let hash = 0;
  for (let at = Math.max(from, text.length - HASHED_CHARACTERS); at < text.length; at += 1)
    hash = hashed(hash, text.charCodeAt(at));
  return hash;
}

/** Returns whether a name in the file equals the rest of a key; undefined when it must be decoded to text first. */
function isNamed({ bytes, start, end }: RawText, key: string, from: number): boolean | undefined {
  let i = from;
  for (let at = start; at < end; at += 1, i += 1) {
    const character = MATCHED_BYTES[bytes[at]!]!;
    if (character === 0) return undefined;
    if (character !== key.charCodeAt(i)) return false;
  }
  return i === key.length;
}

/** Index of a flow's triggers and actions by name, which decodes names only where necessary. */
export class FlowActions {
  private readonly activities: readonly Activity[];
  private readonly hashes: number[] = [];
  /** Last activity by hash, and for each activity the one before it with the same hash; -1: none. */
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

  /** Returns the activity behind a key such as `action:get_items`. */
  get(key: string): Activity | undefined {
    return key.startsWith(PREFIX) ? this.find(key, PREFIX.length) : undefined;
  }

  /** Returns the activity whose name stands from an offset in a key. */
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

/** Data items whose text can hold no statement and no command, as they hold numbers, dates or generated ids alone. */
import { derived } from '../../model/interning/derived.ts';
import { isLive, propertyOf } from '../../model/navigate.ts';
import type { Workflow } from '../../model/workflow.ts';

const HARMLESS_TYPES = new Set(['number', 'flag', 'date', 'datetime', 'time', 'timespan']);
/** Actions whose results are ids: "Generate New GUID" of the vendor's strings object, and copies of it. */
const MAKES_ID = /\bnew ?(?:gu|uu)id\b|\b(?:generate|create) (?:a )?(?:new )?(?:gu|uu)id\b/i;

/** Returns the keys that are written, and those that something other than a generator of ids writes. */
function writtenKeys({ activities }: Workflow): readonly [Set<string>, Set<string>] {
  const written = new Set<string>();
  const arbitrary = new Set<string>();
  for (const activity of activities) {
    if (!isLive(activity)) continue;
    const makesId = MAKES_ID.test(propertyOf(activity, 'resource.action')?.text ?? '');
    for (const { direction, expression } of activity.properties) {
      const key = direction === 'out' ? expression?.mentions[0] : undefined;
      if (key === undefined) continue;
      written.add(key);
      if (!makesId) arbitrary.add(key);
    }
  }
  return [written, arbitrary];
}

/** Returns the keys of which every data item is harmless. */
export const harmlessItems = derived((workflow: Workflow): ReadonlySet<string> => {
  const [written, arbitrary] = writtenKeys(workflow);
  const harmless = new Set<string>();
  const others = new Set<string>();
  for (const { key, type, default: initial, modifiers } of workflow.variables) {
    const isId =
      type === 'text' &&
      initial === undefined &&
      modifiers?.some((word) => word.startsWith('exposure:')) !== true &&
      written.has(key) &&
      !arbitrary.has(key);
    (HARMLESS_TYPES.has(type) || isId ? harmless : others).add(key);
  }
  for (const key of others) harmless.delete(key);
  return harmless;
});

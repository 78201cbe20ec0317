/** Data items whose text can hold no statement and no command, as they hold numbers, dates or generated ids alone. */
import { derived } from '../../model/interning/derived.ts';
import { propertyOf } from '../../model/navigate.ts';
import type { Activity, Workflow } from '../../model/workflow.ts';
import { stagesWriting } from './initial-value.ts';

const HARMLESS_TYPES = new Set(['number', 'flag', 'date', 'datetime', 'time', 'timespan']);
/** Actions whose results are ids: "Generate New GUID" of the vendor's strings object, and copies of it. */
const MAKES_ID = /\bnew ?(?:gu|uu)id\b|\b(?:generate|create) (?:a )?(?:new )?(?:gu|uu)id\b/i;

const makesId = (stage: Activity): boolean => MAKES_ID.test(propertyOf(stage, 'resource.action')?.text ?? '');

/** Returns the keys of which every data item is harmless. */
export const harmlessItems = derived((workflow: Workflow): ReadonlySet<string> => {
  const harmless = new Set<string>();
  const others = new Set<string>();
  for (const { key, type, default: initial, modifiers } of workflow.variables) {
    const isId =
      type === 'text' &&
      initial === undefined &&
      modifiers?.some((word) => word.startsWith('exposure:')) !== true &&
      stagesWriting(workflow).get(key)?.every(makesId) === true;
    (HARMLESS_TYPES.has(type) || isId ? harmless : others).add(key);
  }
  for (const key of others) harmless.delete(key);
  return harmless;
});

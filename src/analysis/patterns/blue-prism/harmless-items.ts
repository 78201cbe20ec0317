/** Data items whose text can hold no statement and no command, as they hold numbers, dates or generated ids alone. */
import { derived } from '../../model/interning/derived.ts';
import { propertyOf } from '../../model/navigate.ts';
import type { Activity, Workflow } from '../../model/workflow.ts';
import { stagesWriting } from './initial-value.ts';

const HARMLESS_TYPES = new Set(['number', 'flag', 'date', 'datetime', 'time', 'timespan']);
/** Actions whose results are ids: "Generate New GUID" of the vendor's strings object, and copies of it. */
const MAKES_ID = /\bnew ?(?:gu|uu)id\b|\b(?:generate|create) (?:a )?(?:new )?(?:gu|uu)id\b/i;

const makesId = (stage: Activity): boolean => MAKES_ID.test(propertyOf(stage, 'resource.action')?.text ?? '');

interface HarmlessItems {
  /** Keys of which every data item is harmless. */
  readonly all: ReadonlySet<string>;
  /** Those of them whose type holds no text. */
  readonly byType: ReadonlySet<string>;
}

const itemsOf = derived((workflow: Workflow): HarmlessItems => {
  const harmless = new Set<string>();
  const ids = new Set<string>();
  const others = new Set<string>();
  for (const { key, type, default: initial, modifiers } of workflow.variables) {
    const isId =
      type === 'text' &&
      initial === undefined &&
      modifiers?.some((word) => word.startsWith('exposure:')) !== true &&
      stagesWriting(workflow).get(key)?.every(makesId) === true;
    (HARMLESS_TYPES.has(type) || isId ? harmless : others).add(key);
    if (isId) ids.add(key);
  }
  for (const key of others) harmless.delete(key);
  return { all: harmless, byType: new Set([...harmless].filter((key) => !ids.has(key))) };
});

/** Returns the keys of which every data item is harmless. */
export const harmlessItems = (workflow: Workflow): ReadonlySet<string> => itemsOf(workflow).all;

/** Returns the keys of which every data item has a type that holds no text. */
export const typedItems = (workflow: Workflow): ReadonlySet<string> => itemsOf(workflow).byType;

/**
 * A recorded object that the bot finds only by its place: its path in the window, its coordinates, or an absolute path in
 * the page. A path beside a name or id is what the recorder adds by default, and says nothing.
 */
import type { Activity } from '../../model/workflow.ts';
import { defineRule } from '../define-rule.ts';

const CRITERIA = 'uiObject.criteria.';
/** Criteria of a place or a kind, which change with the layout or fit many objects. */
const PLACE =
  /^(?:path|left|top|width|height|index|role|type|class|states|html ?(?:tag|type|top|left|width|height|sourceindex|hasframe)|ie(?:tag|type|hasframe)|control ?type)$/i;
const IS_XPATH = /^domxpath$/i;
/** A step such as `div[2]` of `//div[2]/span`: a kind of element, and perhaps its number. */
const COUNTED = /^[\w:*-]{1,60}(?:\[\d{1,6}\])?$/;

/** Returns whether a path through a page only counts elements, over more steps than the limit. */
function isAbsolute(path: string, depthMax: number): boolean {
  const steps = path.split('/').filter((step) => step !== '');
  return steps.length > depthMax && steps.every((step) => COUNTED.test(step));
}

/** Returns how an object is found, as the end of a sentence; undefined if something identifies it. */
function placeOf({ properties }: Activity, depthMax: number): string | undefined {
  const criteria = properties.filter(({ name, text }) => name.startsWith(CRITERIA) && text.trim() !== '');
  let isByPath = false;
  for (const { name, text, expression } of criteria) {
    const criterion = name.slice(CRITERIA.length);
    if (IS_XPATH.test(criterion)) {
      if (expression !== undefined || !isAbsolute(text, depthMax)) return undefined;
      isByPath = true;
    } else if (!PLACE.test(criterion)) return undefined;
    else if (/^(?:path|left|top|html ?(?:left|top|sourceindex)|index)$/i.test(criterion)) isByPath = true;
  }
  return isByPath ? criteria.map(({ name }) => name.slice(CRITERIA.length)).join(', ') : undefined;
}

export const rule = defineRule('AAB-REL-014', {
  level: 'activity',
  roles: ['ui'],
  *check(activity, { workflow, options: { depthMax } }) {
    const place = placeOf(activity, depthMax);
    if (place === undefined) return;
    const message = `"${activity.name}" finds its object by ${place} alone.`;
    yield { at: activity, subject: 'criteria', group: workflow.name, message };
  },
});

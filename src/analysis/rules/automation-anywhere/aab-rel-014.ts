/**
 * A recorded object that the bot finds only by coordinates, or by a path from the top of the page. The path through a window,
 * as `4|1|4`, says nothing: the recorder takes it where an object has no name or id, and people have nothing better.
 */
import type { Activity } from '../../model/workflow.ts';
import { defineRule } from '../define-rule.ts';

const CRITERIA = 'uiObject.criteria.';
/** Criteria of a place, a kind or a frame, which change with the layout or fit many objects. */
const PLACE =
  /^(?:path|left|top|width|height|index|role|type|class|states|isvisible|control ?type|(?:html ?|ie)(?:tag|type|top|left|width|height|sourceindex|(?:has)?frame(?:name|path|src)?))$/i;
const COORDINATE = /^(?:html ?|ie)?(?:left|top)$/i;
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
  let isByPlace = false;
  for (const { name, text, expression } of criteria) {
    const criterion = name.slice(CRITERIA.length);
    if (IS_XPATH.test(criterion)) {
      if (expression !== undefined || !isAbsolute(text, depthMax)) return undefined;
      isByPlace = true;
    } else if (!PLACE.test(criterion)) return undefined;
    else if (COORDINATE.test(criterion)) isByPlace = true;
  }
  return isByPlace ? criteria.map(({ name }) => name.slice(CRITERIA.length)).join(', ') : undefined;
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

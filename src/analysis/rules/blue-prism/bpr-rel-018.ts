/**
 * Finds elements of an application model that only coordinates or a counted path identify. A path beside a name, an id or
 * a text is harmless: spy modes put it there by themselves.
 */
import type { Property } from '../../model/workflow.ts';
import { defineRule } from '../define-rule.ts';

const ATTRIBUTES = '.attributes.';
/** Attributes of a place, a kind, a state or an address, with the prefixes of the spy modes: they fit many elements. */
const PLACE =
  /^(?:[wuhap]?(?:x|y|left|top|width|height|screenbounds|clientbounds|ordinal|matchindex|matchreverse|childindex|childcount|ancestorcount|accesskey|elementtype|tagname|inputtype|classname|class|controltype|itemtype|typename|role|style|enabled|visible|screenvisible|active|toplevelwindowid|url|pageaddress))$/i;
const COORDINATE = /^[wuhap]?(?:x|y|left|top|screenbounds|clientbounds)$/i;
const IS_PATH = /^w?x?path$/i;
/** A step such as `DIV[2]` or `DIV(2)`: a kind of element, and perhaps its number. */
const COUNTED = /^[\w:-]{1,60}(?:[[(]\d{1,6}[\])])?$/;

/** Returns whether a path through a page only counts elements, over more steps than the limit. */
function isAbsolute(path: string, depthMax: number): boolean {
  const steps = path.split('/').filter((step) => step !== '');
  return steps.length > depthMax && steps.every((step) => COUNTED.test(step));
}

/** Groups the attributes in use by the dotted name of their element. */
function attributesByElement(properties: readonly Property[]): ReadonlyMap<string, readonly Property[]> {
  return Map.groupBy(
    properties.filter(({ name }) => name.includes(ATTRIBUTES)),
    ({ name }) => name.slice(0, name.lastIndexOf(ATTRIBUTES)),
  );
}

/** Returns whether nothing but its place identifies an element. */
function isByPlace(attributes: readonly Property[], depthMax: number): boolean {
  let hasPlace = false;
  for (const { name, text } of attributes) {
    const attribute = name.slice(name.lastIndexOf(ATTRIBUTES) + ATTRIBUTES.length);
    if (IS_PATH.test(attribute)) {
      if (!isAbsolute(text, depthMax)) return false;
      hasPlace = true;
    } else if (text.trim() !== '' && !PLACE.test(attribute)) return false;
    else if (COORDINATE.test(attribute)) hasPlace = true;
  }
  return hasPlace;
}

export const rule = defineRule('BPR-REL-018', {
  level: 'activity',
  types: ['ApplicationModel'],
  *check({ properties }, { workflow, options: { depthMax } }) {
    const elements = [...attributesByElement(properties)].filter(([, attributes]) =>
      isByPlace(attributes, depthMax),
    );
    const [first] = elements;
    if (first === undefined) return;
    const [name, [at]] = first;
    const rest = elements.length - 1;
    const more = rest === 0 ? '' : rest === 1 ? ' and 1 more element' : ` and ${rest} more elements`;
    const message = `"${workflow.name}" finds "${name.slice(name.lastIndexOf('.') + 1)}"${more} by place alone.`;
    yield { at: at!, subject: 'attributes', message };
  },
});

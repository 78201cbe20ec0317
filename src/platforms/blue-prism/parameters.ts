/** What callers of a page pass in and get back, as its Start and End stages declare it. */
import type { Argument } from '../../model/workflow.ts';
import { childNamed, firstChild } from '../xml-document.ts';
import { dataItemKey } from './expressions.ts';
import type { Shape } from './outline.ts';
import { addNote, attributeAt, type Reading, sharedAttribute } from './reading.ts';

/**
 * Declares the arguments of one Start or End stage.
 * @param owner the page, or -1 for the main page of a process: its arguments are those of the whole workflow.
 * @param seen what other stages of the page have declared; every End stage repeats the outputs.
 */
export function readParameters(
  reading: Reading,
  shape: Shape,
  owner: number,
  page: number,
  seen: Set<string>,
): void {
  const group = shape.type === 'Start' ? 'inputs' : shape.type === 'End' ? 'outputs' : undefined;
  if (group === undefined) return;
  const { doc, draft } = reading;
  const list = childNamed(doc, shape.element, group);
  if (list === -1) return;
  const direction: Argument['direction'] = group === 'inputs' ? 'in' : 'out';
  for (let child = firstChild(doc, list); child !== -1; child = doc.nextSiblings[child]!) {
    const name = sharedAttribute(doc, child, 'name') ?? '';
    const key = dataItemKey(name);
    if (seen.has(`${direction} ${key}`)) continue;
    seen.add(`${direction} ${key}`);
    const type = (sharedAttribute(doc, child, 'type') ?? 'unknown').toLowerCase();
    const secure = type === 'password';
    draft.arguments.push({
      at: child,
      owner,
      name,
      key,
      type,
      secure,
      default: undefined,
      enabled: true,
      direction,
    });
    const narrative = attributeAt(doc, child, 'narrative');
    if (narrative !== undefined) addNote(reading, 'annotation', page, `${group}.${name}`, narrative);
  }
}

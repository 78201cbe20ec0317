/** An element of the object repository whose selector finds another element one day. */
import type { Clue } from '../../model/project.ts';
import type { Workflow } from '../../model/workflow.ts';
import { indexedTag, looseSelector, volatileName } from '../../patterns/uipath/weak-selector.ts';
import { defineRule } from '../define-rule.ts';

/** Index from which on an element is found by its place alone; UIP-REL-016 has the same in workflows. */
const INDEX_MAX = 2;

function* gather({ kind, activities: [element] }: Workflow): Generator<Clue> {
  if (kind !== 'uipath-object' || element === undefined) return;
  const indexed = indexedTag(element, INDEX_MAX);
  if (indexed !== undefined)
    yield { at: indexed.property, text: `as number ${indexed.index} of its kind, by nothing else` };
  const volatile = volatileName(element);
  if (volatile !== undefined)
    yield { at: volatile.property, text: `by ${volatile.what}: ${volatile.attribute}='${volatile.value}'` };
  const loose = looseSelector(element);
  if (loose !== undefined) yield { at: loose, text: 'by its kind alone, so that the first one is taken' };
}

export const rule = defineRule('UIP-REL-061', {
  level: 'project',
  gather,
  *check(project) {
    for (const { at, text, in: element } of project.clues)
      yield {
        in: element,
        at,
        subject: at.name,
        message: `The object repository finds "${element.name}" ${text}.`,
      };
  },
});

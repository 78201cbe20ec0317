/** Personal data in the key, tags or status of queue items, which Blue Prism stores in plain text. */
import { propertyOf } from '../../model/navigate.ts';
import type { Activity, Property } from '../../model/workflow.ts';
import { itemsIn } from '../../patterns/blue-prism/data-items.ts';
import { isPersonalName, spacedName } from '../../patterns/texts/personal-name.ts';
import { defineRule } from '../define-rule.ts';

/** Names by which people are found: the key of a queue is the name of a field. */
const PERSON =
  /\b(?:(?:first|last|middle|full|family|given|sur|customer|client|patient|employee|person) ?name|e-?mail(?: ?address)?|(?:mobile|phone)(?: ?number)?|(?:date ?of ?)?birth(?: ?date|day)?)\b/i;
const SHOWN = /^inputs\.(?:tags?|status)$/i;

const isPerson = (name: string): boolean => isPersonalName(name) || PERSON.test(spacedName(name));

/** Returns the data item of a person in a setting. */
function personIn({ name, expression }: Property): string | undefined {
  if (!SHOWN.test(name) || expression === undefined) return undefined;
  return [...itemsIn(expression.tree)].find(isPerson);
}

/** Returns whether a stage is an action of a work queue. */
const isQueueAction = ({ type, role }: Activity): boolean => type === 'Action' && role === 'queue';

export const rule = defineRule('BPR-PRV-002', {
  level: 'activity',
  types: ['work-queue', 'Action'],
  *check(activity) {
    if (activity.type === 'work-queue') {
      const key = propertyOf(activity, 'key-field');
      if (key === undefined || !isPerson(key.text)) return;
      const message = `The key of the queue "${activity.name}" is "${key.text}", which everyone with access to the queue sees.`;
      yield { at: key, subject: 'key', message };
      return;
    }
    if (!isQueueAction(activity)) return;
    for (const property of activity.properties) {
      const item = personIn(property);
      if (item === undefined) continue;
      const message = `"${activity.name}" writes "${item}" into the ${/status/i.test(property.name) ? 'status' : 'tags'} of a queue item.`;
      yield { at: property, subject: property.name, message };
    }
  },
});

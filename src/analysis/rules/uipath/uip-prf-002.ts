/** A file, program or connection that each turn of a loop opens anew. */
import { enclosing } from '../../model/navigate.ts';
import { isSameInLoop, OPENING_TYPES, openedResource } from '../../patterns/uipath/opened-resource.ts';
import { defineRule } from '../define-rule.ts';

export const rule = defineRule('UIP-PRF-002', {
  level: 'activity',
  types: OPENING_TYPES,
  *check(activity, { workflow }) {
    const resource = openedResource(activity);
    const loop = enclosing(workflow, activity, 'loop', 'retry');
    // A retry opens what failed to open.
    if (resource === undefined || loop?.role !== 'loop') return;
    if (!isSameInLoop(workflow, loop, resource.expression)) return;
    yield {
      at: activity,
      subject: resource.name,
      message: `Each turn of "${loop.name}" opens the same resource in "${activity.name}", and closes it.`,
    };
  },
});

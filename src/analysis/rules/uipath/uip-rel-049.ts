/** Queue items without a key that one item of another queue adds in a loop. */
import { enclosing, propertyOf } from '../../model/navigate.ts';
import { isUnitOfWork } from '../../patterns/uipath/transactions/unit-of-work.ts';
import { defineRule } from '../define-rule.ts';

export const rule = defineRule('UIP-REL-049', {
  level: 'activity',
  types: ['AddQueueItem', 'AddTransactionItem'],
  *check(activity, { workflow }) {
    const loop = enclosing(workflow, activity, 'loop');
    if (loop === undefined || propertyOf(activity, 'Reference') !== undefined) return;
    if (!isUnitOfWork(workflow, loop)) return;
    const message = `"${activity.name}" adds an item without a reference in each turn of "${loop.name}": when the queue item is retried, all of them are added again.`;
    yield { at: activity, message };
  },
});

/** A call of an operation or connector that the vendor has given up. */
import { isLive } from '../../model/navigate.ts';
import { connectorName, operationName } from '../../patterns/power-automate/flow-operation.ts';
import { successorOf } from '../../patterns/power-automate/steps/deprecated-operations.ts';
import { defineRule } from '../define-rule.ts';

export const rule = defineRule('PAF-MNT-011', {
  level: 'activity',
  notIn: ['azure-logic-app'],
  types: ['OpenApiConnection', 'OpenApiConnectionWebhook', 'ApiConnection', 'ApiConnectionWebhook'],
  *check(activity) {
    if (!isLive(activity) || activity.role === 'trigger') return;
    const successor = successorOf(connectorName(activity), operationName(activity));
    if (successor === undefined) return;
    const message = `"${activity.name}" is deprecated; "${successor}" replaces it.`;
    yield { at: activity, subject: 'operation', message };
  },
});

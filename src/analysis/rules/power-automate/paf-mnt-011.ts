/** A call of an operation or connector that the vendor has given up. */
import { isLive } from '../../model/navigate.ts';
import { defineRule } from '../../model/rule.ts';
import { connectorName, operationName } from '../../patterns/power-automate/flow-operation.ts';
import { successorOf } from '../../patterns/power-automate/steps/deprecated-operations.ts';

const call = (api: string, operation: string): string =>
  `"Send":{"type":"OpenApiConnection","inputs":{"host":{"connectionName":"c","operationId":"${operation}",
     "apiId":"/providers/Microsoft.PowerApps/apis/shared_${api}"},"parameters":{}}}`;

export const rule = defineRule({
  id: 'PAF-MNT-011',
  version: 1,
  title: 'Deprecated operation or connector',
  platforms: ['power-automate'],
  category: 'maintainability',
  severity: 'medium',
  confidence: 'high',
  kind: 'issue',
  preset: 'recommended',
  why: 'The vendor no longer mends it and may switch it off; the flow then fails without any change to it.',
  fix: 'Replace the action by its successor, move the settings over, and run the flow once in a test environment: outputs have other names there.',
  compliance: ['EOL'],
  options: {},
  level: 'activity',
  types: ['OpenApiConnection', 'OpenApiConnectionWebhook', 'ApiConnection', 'ApiConnectionWebhook'],
  *check(activity) {
    if (!isLive(activity) || activity.role === 'trigger') return;
    const successor = successorOf(connectorName(activity), operationName(activity));
    if (successor === undefined) return;
    const message = `"${activity.name}" is deprecated; "${successor}" replaces it.`;
    yield { at: activity, subject: 'operation', message };
  },
  examples: {
    'power-automate': {
      bad: [
        call('office365', 'SendEmail'),
        call('commondataservice', 'GetItem_V2'),
        call('teams', 'PostMessageToChannelV3'),
      ],
      good: [
        call('office365', 'SendEmailV2'),
        call('commondataserviceforapps', 'GetItem'),
        // Near misses: the same names in other connectors.
        call('outlook', 'SendEmailV2'),
        call('sharepointonline', 'GetItems'),
        // A name that every JavaScript object has.
        call('constructor', 'GetItems'),
      ],
    },
  },
});

/** A step that uses the authentication of all connections of the flow. */
import { propertyOf } from '../../model/navigate.ts';
import { defineRule } from '../../model/rule.ts';

const SHARED = /^@?\{?parameters\('\$authentication'\)\}?$/i;
const step = (type: string, authentication: string): string =>
  `"Ask": {"type": "${type}", "inputs": {"method": "GET", "uri": "https://a.example", "authentication": ${authentication}}}`;

export const rule = defineRule({
  id: 'PAF-SEC-026',
  version: 1,
  title: 'Shared authentication parameter sent by an HTTP step',
  platforms: ['power-automate'],
  category: 'security',
  severity: 'medium',
  confidence: 'medium',
  kind: 'issue',
  preset: 'strict',
  why: 'The parameter stands for the connections of the whole flow: the called host gets an authentication that was made for others.',
  fix: 'Give the step an authentication of its own, or call the host through a connector with its connection.',
  compliance: ['LEASTPRIV'],
  options: {},
  level: 'activity',
  types: ['Http', 'HttpWebhook'],
  words: ['$authentication'],
  *check(activity) {
    const property = propertyOf(activity, 'inputs.authentication');
    if (property === undefined || !SHARED.test(property.text.trim())) return;
    yield {
      at: property,
      subject: property.name,
      message: `"${activity.name}" sends the authentication that all connections of the flow share.`,
    };
  },
  examples: {
    'power-automate': {
      bad: [
        step('Http', `"@parameters('$authentication')"`),
        step('HttpWebhook', `"@{parameters('$authentication')}"`),
      ],
      good: [
        step('Http', '{"type": "ManagedServiceIdentity"}'),
        step('Http', `"@parameters('tokenOfOrders')"`),
        // Near miss: what every connector action has.
        step('OpenApiConnection', `"@parameters('$authentication')"`),
      ],
    },
  },
});

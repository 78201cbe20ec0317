/** A step that uses the authentication of all connections of the flow. */
import { defineRule } from '../../model/rule.ts';
import { settingRule } from '../../patterns/setting-rule.ts';

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
  ...settingRule({
    words: ['$authentication'],
    named: /^inputs\.authentication$/i,
    problem({ activity, text }) {
      if (!/^Http(?:Webhook)?$/.test(activity.type) || !SHARED.test(text)) return undefined;
      return {
        message: `"${activity.name}" sends the authentication that all connections of the flow share.`,
      };
    },
  }),
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

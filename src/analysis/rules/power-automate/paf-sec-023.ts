/** An action that returns a made-up result instead of doing its work. */
import { defineRule } from '../../model/rule.ts';
import { settingRule } from '../../patterns/setting-rule.ts';

export const rule = defineRule({
  id: 'PAF-SEC-023',
  version: 1,
  title: 'Mock result left switched on',
  platforms: ['power-automate'],
  category: 'security',
  severity: 'high',
  confidence: 'high',
  kind: 'issue',
  preset: 'recommended',
  why: 'The action is never carried out: the flow goes on with the made-up result, as if the check had passed or the record had been written.',
  fix: 'Open the action, choose the tab Testing (Static result), and switch "Enable static result" off before the flow is released.',
  compliance: ['DEBUG'],
  options: {},
  ...settingRule({
    words: ['staticresultoptions'],
    named: /^runtimeConfiguration\.staticResult\.staticResultOptions$/i,
    problem({ activity, text }) {
      if (text.toLowerCase() !== 'enabled') return undefined;
      const message = `"${activity.name}" returns a fixed test result instead of doing its work.`;
      return { message, subject: 'staticResult' };
    },
  }),
  examples: {
    'power-automate': {
      bad: [
        `"Check_limit": {"type": "Http", "inputs": {"method": "GET", "uri": "https://erp.example.com/limit"},
          "runtimeConfiguration": {"staticResult": {"name": "Check_limit0", "staticResultOptions": "Enabled"}}}`,
        `"Scope": {"type": "Scope", "actions": {"Write": {"type": "OpenApiConnection", "inputs": {},
          "runtimeConfiguration": {"staticResult": {"staticResultOptions": "enabled", "name": "Write0"}}}}}`,
      ],
      good: [
        `"Check_limit": {"type": "Http", "inputs": {"method": "GET", "uri": "https://erp.example.com/limit"},
          "runtimeConfiguration": {"staticResult": {"name": "Check_limit0", "staticResultOptions": "Disabled"}}}`,
        `"Check_limit": {"type": "Http", "inputs": {"method": "GET", "uri": "https://erp.example.com/limit"},
          "runtimeConfiguration": {"staticResult": {"name": "Check_limit0"}}}`,
        `"Note": {"type": "Compose", "inputs": {"runtimeConfiguration": {"staticResult": {"staticResultOptions": "Enabled"}}}}`,
      ],
    },
  },
});

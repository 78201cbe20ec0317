/** A flow that anyone with the address of its trigger can start. */
import { literalOf, propertyOf } from '../../model/navigate.ts';
import { defineRule } from '../../model/rule.ts';
import { isHttpTrigger } from '../../patterns/power-automate/flow-trigger.ts';

const AUTHENTICATION = 'inputs.triggerAuthenticationType';
/** Settings for "Specific users in my tenant", as older and newer designers write it. */
const SPECIFIC: ReadonlySet<string> = new Set(['restricted', 'user']);

export const rule = defineRule({
  id: 'PAF-SEC-007',
  version: 2,
  title: 'HTTP request trigger open to anyone',
  platforms: ['power-automate'],
  category: 'security',
  severity: 'high',
  confidence: 'high',
  kind: 'issue',
  preset: 'recommended',
  why: 'Whoever gets hold of the address can start the flow with data of their choice, and the address cannot tell who called.',
  fix: 'Open the trigger ("When a HTTP request is received", or "When a Teams webhook request is received") and set "Who can trigger the flow?" to "Any user in my tenant" or, better, to "Specific users in my tenant" with the accounts or service principals that call it. Callers then send a Microsoft Entra token.',
  compliance: ['AUTHN'],
  options: {
    allowTypes: {
      default: ['Tenant', 'Restricted', 'User'] as readonly string[],
      about: 'Settings of the trigger that limit its callers enough.',
      stricter: 'shorter',
    },
  },
  level: 'activity',
  roles: ['trigger'],
  *check(trigger, { options }) {
    if (!isHttpTrigger(trigger)) return;
    const setting = propertyOf(trigger, AUTHENTICATION);
    const chosen = literalOf(setting);
    // Computed from a parameter: the deployment decides its value.
    if (setting !== undefined && chosen === undefined) return;
    const allowed = options.allowTypes.some((type) => type.toLowerCase() === chosen?.toLowerCase());
    if (!allowed) {
      const why = setting === undefined ? 'it does not say who may call it' : `it allows "${chosen}"`;
      yield {
        at: setting ?? trigger,
        subject: 'triggerAuthenticationType',
        message: `The trigger "${trigger.name}" can be called by anyone who knows its address, because ${why}.`,
      };
    } else if (SPECIFIC.has(chosen?.toLowerCase() ?? '')) {
      // Milder than an open trigger, but a rule has one severity: a restriction to no one is still a mistake.
      const users = propertyOf(trigger, 'inputs.triggerAllowedUsers');
      if (users !== undefined && users.text.trim() !== '') return;
      yield {
        at: users ?? setting ?? trigger,
        subject: 'triggerAllowedUsers',
        message: `The trigger "${trigger.name}" is restricted to specific users but names none.`,
      };
    }
  },
  examples: {
    'power-automate': {
      bad: [
        `{"triggers": {"manual": {"type": "Request", "kind": "Http", "inputs": {"schema": {}}}}}`,
        `{"triggers": {"manual": {"type": "Request", "kind": "Http",
          "inputs": {"schema": {}, "triggerAuthenticationType": "All"}}}}`,
        `{"triggers": {"manual": {"type": "Request", "kind": "Http",
          "inputs": {"triggerAuthenticationType": "Restricted", "triggerAllowedUsers": ""}}}}`,
        `{"triggers": {"manual": {"type": "Request", "kind": "Http",
          "inputs": {"triggerAuthenticationType": "User"}}}}`,
        `{"triggers": {"manual": {"type": "Request", "kind": "TeamsWebhook", "inputs": {"triggerAuthenticationType": "All"}}}}`,
      ],
      good: [
        `{"triggers": {"manual": {"type": "Request", "kind": "Http",
          "inputs": {"schema": {}, "triggerAuthenticationType": "Tenant"}}}}`,
        `{"triggers": {"manual": {"type": "Request", "kind": "Http", "inputs":
          {"triggerAuthenticationType": "Restricted", "triggerAllowedUsers": "erp@contoso.example"}}}}`,
        `{"triggers": {"manual": {"type": "Request", "kind": "Http", "inputs":
          {"triggerAuthenticationType": "User", "triggerAllowedUsers": "erp@contoso.example"}}}}`,
        `{"triggers": {"manual": {"type": "Request", "kind": "Button", "inputs": {"schema": {}}}}}`,
      ],
    },
  },
});

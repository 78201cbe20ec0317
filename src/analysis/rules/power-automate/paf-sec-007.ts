/** A flow that anyone with the address of its trigger can start. */
import { literalOf, propertyOf } from '../../model/navigate.ts';
import { isHttpTrigger } from '../../patterns/power-automate/flow-trigger.ts';
import { defineRule } from '../define-rule.ts';

const AUTHENTICATION = 'inputs.triggerAuthenticationType';
/** Settings for "Specific users in my tenant", as older and newer designers write it. */
const SPECIFIC: ReadonlySet<string> = new Set(['restricted', 'user']);

export const rule = defineRule('PAF-SEC-007', {
  level: 'activity',
  notIn: ['azure-logic-app'],
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
});

/** An agent that knows people only once a topic needs it. */
import { literalOf, propertyOf } from '../../model/navigate.ts';
import { defineRule } from '../define-rule.ts';

/** Kinds of sign-in that the agent does itself. */
const OWN_SIGN_IN = /^(?:Custom|Generic)/i;

export const rule = defineRule('PAF-SEC-109', {
  level: 'activity',
  languages: ['power-fx'],
  types: ['AgentSettings'],
  *check(activity) {
    const trigger = propertyOf(activity, 'authenticationTrigger');
    const mode = literalOf(propertyOf(activity, 'authenticationMode')) ?? '';
    if (trigger === undefined || literalOf(trigger)?.toLowerCase() !== 'asneeded' || !OWN_SIGN_IN.test(mode))
      return;
    const message = `The agent "${activity.name}" answers before people sign in.`;
    yield { at: trigger, subject: 'authenticationTrigger', message };
  },
});

/** An agent that answers people who have not signed in. */
import { literalOf, propertyOf } from '../../model/navigate.ts';
import { defineRule } from '../define-rule.ts';

export const rule = defineRule('PAF-SEC-101', {
  level: 'activity',
  languages: ['power-fx'],
  types: ['AgentSettings'],
  *check(activity) {
    const mode = propertyOf(activity, 'authenticationMode');
    if (mode === undefined || literalOf(mode)?.toLowerCase() !== 'none') return;
    const message = `The agent "${activity.name}" answers without sign-in.`;
    yield { at: mode, subject: 'authenticationMode', message };
  },
});

/** An agent that is open to everybody who can sign in. */
import { literalOf, propertyOf } from '../../model/navigate.ts';
import { defineRule } from '../define-rule.ts';

/** Policies that name no group, with the people that they let in. */
const OPEN: ReadonlyMap<string, string> = new Map([
  ['any', 'everybody in the organisation'],
  ['anymultitenant', 'people of every tenant'],
]);

export const rule = defineRule('PAF-SEC-105', {
  level: 'activity',
  languages: ['power-fx'],
  types: ['AgentSettings'],
  *check(activity) {
    const policy = propertyOf(activity, 'accessControlPolicy');
    const people = OPEN.get(literalOf(policy)?.toLowerCase() ?? '');
    const mode = literalOf(propertyOf(activity, 'authenticationMode'))?.toLowerCase();
    if (policy === undefined || people === undefined || mode === 'none') return;
    yield {
      at: policy,
      subject: 'accessControlPolicy',
      message: `The agent "${activity.name}" is open to ${people}.`,
    };
  },
});

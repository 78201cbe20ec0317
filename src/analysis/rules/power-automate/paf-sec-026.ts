/** A step that uses the authentication of all connections of the flow. */
import { propertyOf } from '../../model/navigate.ts';
import { defineRule } from '../define-rule.ts';

const SHARED = /^@?\{?parameters\('\$authentication'\)\}?$/i;

export const rule = defineRule('PAF-SEC-026', {
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
});

/** A REST call that changes something sends no proof of who calls. */
import { literalOf, propertyOf } from '../../model/navigate.ts';
import type { Activity } from '../../model/workflow.ts';
import { defineRule } from '../define-rule.ts';

/** Names of headers and parameters with which services authenticate. */
const PROOF = /auth|token|key|secret|signature|\bsas\b|sig=|cookie|session|password|credential/i;

/** Returns whether some part of the call may authenticate it: a header, the address, or a part that is only known at run time. */
const mayAuthenticate = ({ properties }: Activity): boolean =>
  properties.some(
    ({ name, text }) =>
      /header|uri|url|body|parameter/i.test(name) && (PROOF.test(text) || /^\$[^$]+\$$/.test(text)),
  );

export const rule = defineRule('AAB-SEC-008', {
  level: 'activity',
  types: ['Rest/restPost', 'Rest/restPut', 'Rest/restPatch', 'Rest/restDelete'],
  *check(call) {
    const mode = literalOf(propertyOf(call, 'authenticationMode'));
    if (mode !== 'NoAuthentication' || mayAuthenticate(call)) return;
    yield {
      at: call,
      subject: 'authenticationMode',
      message: `"${call.name}" on line ${call.editorLine} changes data without authentication.`,
    };
  },
});

/** A credential without a list of those who may use it, so that everyone may. */
import { propertyOf } from '../../model/navigate.ts';
import { defineRule } from '../define-rule.ts';

export const rule = defineRule('BPR-SEC-006', {
  level: 'activity',
  types: ['credential'],
  *check(credential) {
    if ((propertyOf(credential, 'members')?.text ?? '0') !== '0') return;
    yield {
      at: credential,
      subject: 'members',
      message: `The credential "${credential.name}" names no process, object, role or resource, so all of them may use it.`,
    };
  },
});

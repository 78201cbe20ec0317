/** A Response whose status code does not exist. */
import { literalOf, propertyOf } from '../../model/navigate.ts';
import { defineRule } from '../define-rule.ts';

/** Codes of final answers: those below 200 say that the answer is yet to come. */
const FIRST = 200;
const LAST = 599;

export const rule = defineRule('PAF-REL-026', {
  level: 'activity',
  types: ['Response'],
  *check(activity) {
    const at = propertyOf(activity, 'inputs.statusCode');
    const text = literalOf(at)?.trim();
    if (at === undefined || text === undefined || text === '') return;
    const code = Number(text);
    if (Number.isInteger(code) && code >= FIRST && code <= LAST) return;
    const message = `"${activity.name}" answers with the status code ${text}, which does not exist.`;
    yield { at, subject: 'status-code', message };
  },
});

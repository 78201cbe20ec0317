/** Finds exception types that are nearly one of the common types. */
import { propertyOf } from '../../model/navigate.ts';
import { defineRule } from '../define-rule.ts';

const COMMON = ['system exception', 'business exception', 'internal', 'validation exception'];

/** Returns whether one text becomes the other by one or two letters that are added, left out, changed or swapped. */
function isNearly(one: string, other: string): boolean {
  if (one === other || Math.abs(one.length - other.length) > 2) return false;
  let start = 0;
  while (start < one.length && one[start] === other[start]) start += 1;
  let [endOne, endOther] = [one.length, other.length];
  while (endOne > start && endOther > start && one[endOne - 1] === other[endOther - 1]) {
    endOne -= 1;
    endOther -= 1;
  }
  return Math.max(endOne, endOther) - start <= 2;
}

export const rule = defineRule('BPR-REL-004', {
  level: 'activity',
  types: ['Exception'],
  *check(exception) {
    const type = propertyOf(exception, 'exception.type');
    const text = type?.text.trim().toLowerCase() ?? '';
    const meant = COMMON.find((common) => isNearly(text, common));
    if (type === undefined || meant === undefined) return;
    yield {
      at: type,
      message: `"${exception.name}" throws the type "${type.text}", a misspelling of "${meant}".`,
    };
  },
});

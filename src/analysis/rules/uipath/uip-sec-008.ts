/** A password is typed as ordinary text. */
import { literalOf } from '../../model/navigate.ts';
import type { Problem } from '../../model/rule.ts';
import type { Activity, Property } from '../../model/workflow.ts';
import { secretReadBy } from '../../patterns/secrets/secret-read.ts';
import { isPasswordField, TYPING_TYPES, typedText } from '../../patterns/uipath/password-field.ts';
import { defineRule } from '../define-rule.ts';

function problemOf(activity: Activity, text: Property): Problem | undefined {
  const found = { at: text, subject: text.name };
  const secret = text.expression && secretReadBy(text.expression.tree);
  if (secret !== undefined)
    return { ...found, message: `"${activity.name}" types "${secret}" as ordinary text.` };
  const literal = literalOf(text);
  if (text.text.trim() === '' || literal === '') return undefined;
  if (!isPasswordField(activity, literal)) return undefined;
  const message = `"${activity.name}" types ordinary text into a password field.`;
  return literal === undefined ? { ...found, message } : { ...found, message, dedupeGroup: 'literal-secret' };
}

export const rule = defineRule('UIP-SEC-008', {
  level: 'activity',
  types: TYPING_TYPES,
  *check(activity) {
    const text = typedText(activity);
    const problem = text && problemOf(activity, text);
    if (problem !== undefined) yield problem;
  },
});

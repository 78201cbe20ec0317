/** A dialog for a secret that shows what is typed. */
import { literalOf, propertyOf } from '../../model/navigate.ts';
import { reaches, secretness } from '../../semantics/secretness/secretness.ts';
import { defineRule } from '../define-rule.ts';

/** Words of a question that stand for a secret, in the languages of real dialogs. */
const SECRET_QUESTION =
  /\b(?:password|passwort|kennwort|passphrase|senha|contraseña|mot de passe|api[ -]?key|pin[ -]?code)\b/i;

export const rule = defineRule('UIP-SEC-024', {
  level: 'activity',
  types: ['InputDialog'],
  *check(activity) {
    if (/true/i.test(propertyOf(activity, 'IsPassword')?.text ?? '')) return;
    const isQuestion = ['Label', 'Title'].some((name) =>
      SECRET_QUESTION.test(literalOf(propertyOf(activity, name)) ?? ''),
    );
    const [answer = ''] = propertyOf(activity, 'Result')?.expression?.mentions ?? [];
    if (!isQuestion && !reaches(secretness(answer), 'certain')) return;
    yield {
      at: activity,
      message: `"${activity.name}" prompts for a secret and shows it while it is typed.`,
    };
  },
});

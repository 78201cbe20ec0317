/** A password, token or key stands as fixed text in an activity. */

import { derivedOfList } from '../../model/interning/derived.ts';
import { factOfNames } from '../../model/interning/name-facts.ts';
import { literalOf } from '../../model/navigate.ts';
import { UIPATH_LANGUAGES } from '../../model/rule.ts';
import type { Activity, Value } from '../../model/workflow.ts';
import { secretsInScript } from '../../patterns/scripts/script-secrets.ts';
import { secretInHeader } from '../../patterns/secrets/header-secret.ts';
import { literalCredentialRule } from '../../patterns/secrets/literal-credential-rule.ts';
import { secretsInCalls } from '../../patterns/secrets/tree-secrets.ts';
import { isPasswordField, typedText } from '../../patterns/uipath/password-field.ts';
import { heldTexts } from '../../patterns/uipath/workflow-values.ts';
import { SECRET_NAME_PARTS } from '../../semantics/secretness/secret-words.ts';
import { reaches, secretness } from '../../semantics/secretness/secretness.ts';
import { lastPart } from '../../semantics/words.ts';
import { defineRule } from '../define-rule.ts';

const lowerCased = derivedOfList((names: readonly string[]) => names.map((name) => name.toLowerCase()));

/** Types for which `Key` is a secret; for most activities it is a key of a keyboard. */
const HAS_CRYPTO_KEY = /crypt|hash|sign/i;
/** Dictionaries with the author's own keys: `Arguments.in_Password`, `Headers.X-Api-Key`. */
const OWN_NAMES = /^(?:Arguments|Headers|Parameters|Attachments|Cookies)\./;

/** Classifies the name of a property: whether it is that of a secret, and its last part for lookups. */
const whatIsCalled = factOfNames((name): { readonly isSecret: boolean; readonly last: string } => {
  const own = lastPart(name);
  const last = own.toLowerCase();
  const isSecret = reaches(secretness(own), 'likely');
  if (OWN_NAMES.test(name)) return { isSecret: isSecret || reaches(secretness(name), 'likely'), last: '' };
  return { isSecret: isSecret || last.endsWith('password'), last };
});

/** Settings with the text that an activity types. */
const TYPED = /^(?:Text|Keys)$/i;

function isSecretSetting(activity: Activity, at: Value, properties: readonly string[]): boolean {
  const { isSecret, last } = whatIsCalled(at);
  if (isSecret || (properties.includes(last) && (last !== 'key' || HAS_CRYPTO_KEY.test(activity.type))))
    return true;
  return TYPED.test(at.name) && at === typedText(activity) && isPasswordField(activity, literalOf(at));
}

/** Properties with a script in another language than that of expressions. */
const SCRIPTS = /^(?:CommandText|Script|ScriptCode)$/;
const isAuthorization = factOfNames((name): boolean => /\.authorization$/i.test(name));

export const rule = defineRule('UIP-SEC-001', {
  languages: UIPATH_LANGUAGES,
  includeDisabled: true,
  ...literalCredentialRule<{ minLength: number; properties: readonly string[] }>({
    words: ({ properties }) => [
      ...SECRET_NAME_PARTS,
      ...lowerCased(properties),
      'authorization',
      'appendchar',
    ],
    least: 'likely',
    *whole({ workflow, assignment: { at }, activity }, { properties }) {
      if (activity === undefined) return;
      if (isSecretSetting(activity, at, lowerCased(properties))) yield { texts: heldTexts(workflow, at) };
      else if (isAuthorization(at))
        yield {
          texts: heldTexts(workflow, at).flatMap((text) => secretInHeader('Authorization', text) ?? []),
        };
      else if (SCRIPTS.test(at.name))
        for (const { name, text } of secretsInScript(literalOf(at) ?? ''))
          yield { texts: [text], part: name };
      if (at.expression !== undefined) yield* secretsInCalls(at.expression);
    },
    hasParts: ({ assignment: { via }, activity }) => activity !== undefined && via !== 'field',
    problem({ masked, part }, { assignment: { at }, activity }) {
      const where = part === undefined ? `"${at.name}"` : `"${at.name}", under the name "${part}"`;
      return {
        subject: part === undefined ? at.name : `${at.name} ${part}`,
        message: `"${activity?.name}" has the secret ${masked} as fixed text in ${where}.`,
      };
    },
  }),
});

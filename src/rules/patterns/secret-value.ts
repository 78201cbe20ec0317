/** Whether a fixed text under a secret's name can be the secret itself, and not a label, a switch or a path. */
import { isAbsolutePath } from './local-path.ts';
import { isPlaceholder } from './placeholder.ts';
import { isSecretName, wordsOf } from './secret-name.ts';

const SWITCH = /^(?:true|false|yes|no|on|off)$/i;
const ADDRESS = /^(?:https?|file|repository):\/\//i;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;
/** Three words or more with spaces between them: a label or a prompt. */
const SENTENCE = /\S\s+\S+\s+\S/;

/** `token.json`: where a secret is kept. */
const FILE =
  /^[\w -]{1,80}\.(?:json|txt|xml|xlsx?|csv|ini|cfg|conf|config|ya?ml|pfx|p12|pem|key|cer|crt|kdbx|dat)$/i;

/** False for placeholders, `true`, `----`, addresses without a password in them, paths, names of files and sentences. */
export function isSecretValue(text: string, minLength = 4): boolean {
  const trimmed = text.trim();
  if (trimmed.length < minLength || trimmed.length > 10_000 || isPlaceholder(trimmed)) return false;
  return !(
    SWITCH.test(trimmed) ||
    !LETTER_OR_DIGIT.test(trimmed) ||
    ADDRESS.test(trimmed) ||
    isAbsolutePath(trimmed) ||
    FILE.test(trimmed) ||
    SENTENCE.test(trimmed.slice(0, 200))
  );
}

/** True when a secret's word ends the name, as in `ewsSecuredPassword`; false for `passwordOption`. */
export function endsInSecretName(name: string): boolean {
  if (name.length > 200) return false;
  const [before, last] = wordsOf(name).slice(-2);
  if (last === undefined) return before !== undefined && isSecretName(before);
  return isSecretName(`${before} ${last}`) && (isSecretName(last) || !isSecretName(before!));
}

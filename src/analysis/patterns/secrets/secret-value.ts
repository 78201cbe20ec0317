/** Values that can be the secret itself, and not a label, a switch or a path. */
import { isAbsolutePath } from '../texts/local-path.ts';
import { isPlaceholder } from './placeholder.ts';
import { isSecretName, wordsOf } from './secret-name.ts';

const SWITCH = /^(?:true|false|yes|no|on|off)$/i;
const ADDRESS = /^(?:https?|file|repository):\/\//i;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;
/** Three words or more with spaces between them: a label or a prompt. */
const SENTENCE = /\S\s+\S+\s+\S/;

/** `token.json`: a file that stores a secret. */
const FILE =
  /^[\w -]{1,80}\.(?:json|txt|xml|xlsx?|csv|ini|cfg|conf|config|ya?ml|pfx|p12|pem|key|cer|crt|kdbx|dat)$/i;

/** `..\Logins`, `Input\Logins\` and `/oauth2/token`: a folder of the project or the path of an address. */
const RELATIVE_PATH =
  /^(?:\.{1,2}[\\/][\w .\\/-]*|(?:[\p{L}_ -]{1,80}\\){1,20}[\p{L}_ -]{0,80}|(?:\/(?:[a-z-]{1,40}|v\d{1,2}|oauth2)){2,20}\/?)$/u;

/** Words for the state of a secret: `Token expired`. */
const STATES = new Set(
  `ok success successful successfully succeeded failed failure error valid invalid expired missing found received generated
  refreshed retrieved created required revoked rejected accepted unknown inactive available unavailable pending completed`.split(
    /\s+/,
  ),
);
const AROUND_STATES = new Set(
  'the is was has been not no yet token access refresh session api key password login credential credentials'.split(
    ' ',
  ),
);

/** Returns true for `Token expired` and `Not found`; false for `password` alone and for any text with a digit in it. */
function isState(text: string): boolean {
  if (text.length > 80 || !/^[a-z\s_.:!-]+$/i.test(text)) return false;
  const words = text.toLowerCase().match(/[a-z]+/g) ?? [];
  return (
    words.some((word) => STATES.has(word)) &&
    words.every((word) => STATES.has(word) || AROUND_STATES.has(word))
  );
}

/** Length of the longest secret: larger values are documents and images. */
const VALUE_CHARACTERS_MAX = 10_000;

/**
 * Returns false for placeholders, `true`, `----`, addresses without a password in them, paths, names of files, states
 * and sentences.
 */
export function isSecretValue(text: string, minLength = 4): boolean {
  const trimmed = text.trim();
  if (trimmed.length < minLength || trimmed.length > VALUE_CHARACTERS_MAX) return false;
  if (isPlaceholder(trimmed)) return false;
  return !(
    SWITCH.test(trimmed) ||
    !LETTER_OR_DIGIT.test(trimmed) ||
    ADDRESS.test(trimmed) ||
    isAbsolutePath(trimmed) ||
    RELATIVE_PATH.test(trimmed.slice(0, 1000)) ||
    isState(trimmed) ||
    FILE.test(trimmed) ||
    SENTENCE.test(trimmed.slice(0, 200))
  );
}

/** Returns true when a secret's word ends the name, as in `ewsSecuredPassword`; false for `passwordOption`. */
export function endsInSecretName(name: string): boolean {
  if (name.length > 200) return false;
  const [before, last] = wordsOf(name).slice(-2);
  if (last === undefined) return before !== undefined && isSecretName(before);
  return isSecretName(`${before} ${last}`) && (isSecretName(last) || !isSecretName(before!));
}

/** Values that can be the secret itself, and not a label, a switch or a path. */
import { isServiceUrl } from '../http-url.ts';
import { isAbsolutePath } from '../local-path.ts';
import { isPlaceholder } from './placeholder.ts';

/** Switches, and schemes of authentication. */
const CHOICE = /^(?:true|false|yes|no|on|off|bearer|basic)$/i;
const ADDRESS = /^(?:https?|file|repository):\/\//i;
/** Secret of a Key Vault, which the value only refers to. */
const REFERENCE = /^(?:\/subscriptions\/|@microsoft\.keyvault)/i;
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
  refreshed retrieved created required revoked rejected accepted unknown inactive available unavailable pending completed
  unauthorized unauthorised unauthenticated authorized authorised authenticated forbidden denied timeout timed out empty
  exceeded`.split(/\s+/),
);
const AROUND_STATES = new Set(
  `the is was has been not no yet token access refresh session api key password login credential credentials time limit
  request user`.split(/\s+/),
);

/** Returns true for `Token expired` and `Time out!`; false for `password` alone and for any text with a digit in it. */
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
 * Returns whether a text can be a secret. It is none as a placeholder, `true`, `----`, address without a password in it,
 * reference to a stored secret, path, name of a file, state or sentence.
 * @param text without white space around it
 */
export function canBeSecret(text: string, lengthMin: number): boolean {
  if (text.length < lengthMin || text.length > VALUE_CHARACTERS_MAX) return false;
  if (isPlaceholder(text)) return false;
  return !(
    CHOICE.test(text) ||
    !LETTER_OR_DIGIT.test(text) ||
    ADDRESS.test(text) ||
    REFERENCE.test(text) ||
    isServiceUrl(text) ||
    isAbsolutePath(text) ||
    RELATIVE_PATH.test(text.slice(0, 1000)) ||
    isState(text) ||
    FILE.test(text) ||
    SENTENCE.test(text.slice(0, 200))
  );
}

/** One word of letters and digits, and no field of a form. */
const LIKE_SECRET = /^(?=.*\d)(?=.*\p{L})[^\s=<>,;]{4,200}={0,2}$/u;
const MAIL_ADDRESS = /^[^@]+@[\w-]+\.[\w.-]+$/;

/** Returns whether a text looks like a secret under a name that only begins with one: `TokenRequestBody` holds another. */
export function looksSecret(text: string): boolean {
  return LIKE_SECRET.test(text) && !MAIL_ADDRESS.test(text);
}

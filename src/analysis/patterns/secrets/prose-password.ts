/** Passwords in the prose of descriptions and comments: `user bot01, password Tulpe-4711`. */
import { secretness } from '../../semantics/secretness/secretness.ts';

/** Words of which every such text has one, in lower case. */
export const PROSE_WORDS: readonly string[] =
  'password passwort kennwort passwd passphrase passcode pwd contrase senha passe wachtwoord'.split(' ');

const STATED =
  /(?<![\p{L}\p{N}_$%{.-])(?:passwor[dt]|kennwort|passwd|passphrase|passcode|pwd|contrase(?:ñ|n)a|senha|mot de passe|wachtwoord)(?<sign>\s{0,3}(?:[:=]|[-=]>)\s{0,3}|\s{1,3}(?:is|ist|est|es|é|è)\s{1,3})?(?:\s{1,3})?["'“«]?(?<value>[^\s"'”»,;()<>{}[\]]{4,100})/giu;
/** Variables and names of variables, constants and assets: `$vPassword$`, `ERP_PROD_01`, `in_Pwd2`. */
const REFERENCE = /^[$%@#]|pass|pwd|kennwort|^[A-Z][A-Z\d]*(?:_[A-Z\d]+)+$|^\w+\.\w+$/i;
const MAIL_ADDRESS = /^[^@]+@[\w-]+\.[\w.-]+$/;

/** Returns whether a word has the mix of characters that passwords have, and words of prose do not. */
function isMixed(word: string): boolean {
  const hasCase = /\p{Ll}/u.test(word) && /\p{Lu}/u.test(word);
  return (
    word.length >= 8 && /\d/.test(word) && /\p{L}/u.test(word) && (hasCase || /[^\p{L}\p{N}]/u.test(word))
  );
}

/** Returns the first password in prose. Behind a bare "password" only a mixed word is one. */
export function passwordInProse(text: string): string | undefined {
  for (const { groups } of text.matchAll(STATED)) {
    const value = groups!['value']!.replace(/[.:!?]{1,3}$/, '');
    if (REFERENCE.test(value) || MAIL_ADDRESS.test(value) || secretness(null, value) !== 'certain') continue;
    const isMarked = groups!['sign'] !== undefined && /\d/.test(value) && /\p{L}/u.test(value);
    if (isMarked || isMixed(value)) return value;
  }
  return undefined;
}

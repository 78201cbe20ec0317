/** Rules of new passwords: their length, and that they are not what guessers try first. */
import { CONTRACT_LIMITS } from '../../../contract/limits.ts';
import { AppError } from '../../../errors.ts';
import { COMMON_PARTS } from './common-parts.ts';

/** Characters that have to be left when everything common is taken out of a password. */
const OWN_CHARACTERS_MIN = 6;
/** Different characters of a password. */
const DIFFERENT_CHARACTERS_MIN = 6;
/** Shortest part of an address that counts as common in its owner's password. */
const NAME_CHARACTERS_MIN = 4;

/** Rejects a password that is too short, too long, common, or the address of its owner. @throws AppError `invalid_field` */
export function requirePassword(field: string, password: string, email: string | null): void {
  const { passwordCharactersMin: min, passwordCharactersMax: max } = CONTRACT_LIMITS;
  const count = [...password].length;
  if (count < min || count > max) {
    throw invalid(
      field,
      `has ${count} characters; it must have ${min} to ${max}. A sentence is easy to remember`,
    );
  }
  if (/\p{Cc}/u.test(password)) throw invalid(field, 'has a control character. Remove it');
  const text = password.toLowerCase();
  const name = email?.slice(0, email.lastIndexOf('@')).toLowerCase() ?? '';
  const names = [email?.toLowerCase() ?? '', name].filter((part) => part.length >= NAME_CHARACTERS_MIN);
  if (isCommon(text, names)) {
    throw invalid(
      field,
      'is too common, repeats itself or is your address. Take words that nobody would expect together',
    );
  }
}

function isCommon(text: string, names: readonly string[]): boolean {
  if (new Set(text).size < DIFFERENT_CHARACTERS_MIN || isRepeated(text)) return true;
  let rest = text;
  for (const part of [...names, ...COMMON_PARTS]) rest = rest.replaceAll(part, '');
  return [...rest].length < OWN_CHARACTERS_MIN;
}

/** Returns whether a text is one part of at most half its length, over and over. */
function isRepeated(text: string): boolean {
  for (let length = 1; length <= text.length / 2; length += 1) {
    const part = text.slice(0, length);
    if (part.repeat(Math.ceil(text.length / length)).startsWith(text)) return true;
  }
  return false;
}

function invalid(field: string, what: string): AppError {
  return new AppError('invalid_field', `The ${field} ${what}.`, { field });
}

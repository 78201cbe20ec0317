/** Literals that are no secret: placeholders that a person is meant to replace, and values that everybody knows. */
import { isPublicConstant } from './public-constants.ts';

/** Longest text that can be a placeholder. */
const CHARACTERS_MAX = 200;

const PLACEHOLDER =
  /^(?:<.*>|\{\{.*\}\}|\$\{.*\}|\$\(\w+\)|#\{.*\}#|x{3,}|\*{3,}|change[-_ ]?me|your[-_ ].*|your(?:password|secret|apikey|key|token)|mock[-_ ].*|placeholder[-_ ].*|dummy[-_ ].*|value-from-your-.*|todo|tb[ad]|redacted|dummy|example|sample|placeholder|none|null|n\/?a)$/is;

// Marks around a placeholder: `***REPLACE ME***`, `##API_KEY##`, `__Token__`, `[YOUR KEY]`.
const MARK_BEFORE = /^(?:[*#@~_=-]{2,}|%|\[{1,2})/;
const MARK_BEHIND = /(?:(?<![*#@~_=-])[*#@~_=-]{2,}|%|(?<!\])\]{1,2})$/;
/** Words without a digit. */
const WORDS = /^[\p{L}\s_.:-]+$/u;
const VERBS = new Set('replace insert enter put add provide fill type paste set specify update'.split(' '));
/** Words that say what is to be replaced, or by whom. */
const SUBJECTS = new Set(
  `your my me this it here with password passwort passphrase pass pwd secret key apikey token value credential
  credentials`.split(/\s+/),
);

/** Returns whether marks stand before and behind words. */
function isMarked(text: string): boolean {
  const before = MARK_BEFORE.exec(text);
  const behind = MARK_BEHIND.exec(text);
  return before !== null && behind !== null && WORDS.test(text.slice(before[0].length, behind.index));
}

/** Returns the words of a text in lower case, also those joined in camel case. */
function wordsOf(text: string): readonly string[] {
  const spaced = text.replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ').toLowerCase();
  return spaced.split(/[^\p{L}]+/u).filter((word) => word !== '');
}

/** Returns whether words stand for a value to come: `REPLACE WITH YOUR SECRET`, `insert-key-here`, `secret goes here`. */
function wantsValue(words: readonly string[]): boolean {
  const [first, ...others] = words[0] === 'please' ? words.slice(1) : words;
  if (first === undefined || others.length === 0) return false;
  if (first === 'your' || others.at(-1) === 'here') return true;
  return VERBS.has(first) && others.some((word) => SUBJECTS.has(word));
}

/**
 * Returns true for `<password>`, `changeme`, `xxxx`, `your-key-here`, `***REPLACE WITH YOUR KEY***`, for blank text, and
 * for constants that are published.
 */
export function isPlaceholder(text: string): boolean {
  const trimmed = text.trim();
  if (trimmed === '' || isPublicConstant(trimmed)) return true;
  if (trimmed.length > CHARACTERS_MAX) return false;
  if (PLACEHOLDER.test(trimmed) || isMarked(trimmed)) return true;
  return WORDS.test(trimmed) && wantsValue(wordsOf(trimmed));
}

/** Invisible and deceptive characters. */
import type { RawText } from '../../model/workflow.ts';

/** Characters that turn the text direction: shown text and real text differ. */
const BIDI = /[\u202A-\u202E\u2066-\u2069]/u;
/** A copy of the Latin alphabet that no font shows; legitimate only in flags, behind a black flag. */
const TAG = /(?<!\u{1F3F4}[\u{E0000}-\u{E007F}]{0,7})[\u{E0000}-\u{E007F}]/u;
const ZERO_WIDTH = /[\u200B-\u200D\u2060\uFEFF]/u;

/** Characters of all three classes, tags by the first half of their pair: a far cheaper check. */
const ANY_HIDDEN = /[\u200B-\u200D\u202A-\u202E\u2060\u2066-\u2069\uDB40\uFEFF]/;

/** Letters of other alphabets that look like Latin ones. */
const LOOK_ALIKES = new Set('АВЕЅІЈКМНОРСТУХаеіјорсухѕԁԛԝһΑΒΕΖΗΙΚΜΝΟΡΤΥΧοανρι');

/** All of the above, and the alphabets of the look-alikes as a whole. */
const SUSPICIOUS = /[\u0370-\u052F\u200B-\u200D\u202A-\u202E\u2060\u2066-\u2069\uDB40\uFEFF]/;

/** Lead bytes in UTF-8 of these characters: 1 at their index. */
const SUSPICIOUS_LEADS = new Uint8Array(256).fill(1, 0xcd, 0xd5);
for (const lead of [0xe2, 0xef, 0xf3]) SUSPICIOUS_LEADS[lead] = 1;

/** Returns false for a text in which the functions below find nothing, as for nearly all in Latin letters. */
export function isSuspicious(text: string): boolean {
  return SUSPICIOUS.test(text);
}

/** Checks a text in the file in the same way, without decoding most of them. */
export function isSuspiciousRange({ bytes, start, end }: RawText): boolean {
  for (let at = start; at < end; at += 1) if (SUSPICIOUS_LEADS[bytes[at]!] === 1) return true;
  return false;
}

function codeOf(character: string): string {
  return `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** Returns the first character that turns the direction or is a tag, as `U+202E`; harmless in no text. */
export function deceivingCharacter(text: string): string | undefined {
  if (!ANY_HIDDEN.test(text)) return undefined;
  const found = BIDI.exec(text) ?? TAG.exec(text);
  return found === null ? undefined : codeOf(found[0]);
}

/** Returns the first invisible character, as `U+200B`. Prose may have some, names and code may not. */
export function invisibleCharacter(text: string): string | undefined {
  if (!ANY_HIDDEN.test(text)) return undefined;
  const found = BIDI.exec(text) ?? TAG.exec(text) ?? ZERO_WIDTH.exec(text);
  return found === null ? undefined : codeOf(found[0]);
}

/**
 * Returns a letter in a Latin identifier that only looks Latin, as `U+0430`. Words of another language with a Latin
 * prefix (`strСумма`) have letters that look like no Latin one, and are left alone.
 */
export function lookAlike(identifier: string): string | undefined {
  const letters = [...identifier].filter((character) => /\p{L}/u.test(character));
  const foreign = letters.filter((letter) => !/\p{Script=Latin}/u.test(letter));
  if (foreign.length === 0 || foreign.length === letters.length) return undefined;
  return foreign.every((letter) => LOOK_ALIKES.has(letter)) ? codeOf(foreign[0]!) : undefined;
}

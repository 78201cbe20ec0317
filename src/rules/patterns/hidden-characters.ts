/** Characters that people do not see, or take for others. */

/** Turns the direction of what follows: shown text and real text differ. */
const BIDI = /[\u202A-\u202E\u2066-\u2069]/u;
/** A copy of the Latin alphabet that no font shows; legitimate only in flags, behind a black flag. */
const TAG = /(?<!\u{1F3F4}[\u{E0000}-\u{E007F}]{0,7})[\u{E0000}-\u{E007F}]/u;
const ZERO_WIDTH = /[\u200B-\u200D\u2060\uFEFF]/u;

/** What the three are made of, tags by the first half of their pair: a look that costs far less than the second of them. */
const ANY_HIDDEN = /[\u200B-\u200D\u202A-\u202E\u2060\u2066-\u2069\uDB40\uFEFF]/;

/** Letters of other alphabets that look like Latin ones. */
const LOOK_ALIKES = new Set('АВЕЅІЈКМНОРСТУХаеіјорсухѕԁԛԝһΑΒΕΖΗΙΚΜΝΟΡΤΥΧοανρι');

function codeOf(character: string): string {
  return `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** The first character that turns the direction or is a tag, as `U+202E`; harmless in no text. */
export function deceivingCharacter(text: string): string | undefined {
  if (!ANY_HIDDEN.test(text)) return undefined;
  const found = BIDI.exec(text) ?? TAG.exec(text);
  return found === null ? undefined : codeOf(found[0]);
}

/** The first invisible character, as `U+200B`. Prose may have some, names and code may not. */
export function invisibleCharacter(text: string): string | undefined {
  if (!ANY_HIDDEN.test(text)) return undefined;
  const found = BIDI.exec(text) ?? TAG.exec(text) ?? ZERO_WIDTH.exec(text);
  return found === null ? undefined : codeOf(found[0]);
}

/**
 * A letter in a Latin identifier that only looks Latin, as `U+0430`. Words of another language with a Latin prefix
 * (`strСумма`) have letters that look like no Latin one, and are left alone.
 */
export function lookAlike(identifier: string): string | undefined {
  const letters = [...identifier].filter((character) => /\p{L}/u.test(character));
  const foreign = letters.filter((letter) => !/\p{Script=Latin}/u.test(letter));
  if (foreign.length === 0 || foreign.length === letters.length) return undefined;
  return foreign.every((letter) => LOOK_ALIKES.has(letter)) ? codeOf(foreign[0]!) : undefined;
}

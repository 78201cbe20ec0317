/** Personal and card data in texts, recognised by check digits and not by form alone. */

import type { RawText } from '../../model/workflow.ts';

/** Match of personal data; `value` is for masking only. */
export interface PersonalDatum {
  readonly title: string;
  readonly value: string;
}

/** 14 to 16 digits, together or in the groups of a card; not inside ids, decimals or longer numbers. */
const CARD =
  /(?<![\w.,$#+-]|\d )(?:\d{4}([ -])\d{4}\1\d{4}\1\d{4}|\d{4}([ -])\d{6}\2\d{4,5}|\d{14,16})(?![\w-]|[., ]\d)/g;
/** Issuer prefixes with their lengths. Maestro's ranges hold too many other numbers. */
const ISSUERS =
  /^(?:4\d{15}|5[1-5]\d{14}|2(?:22[1-9]|2[3-9]\d|[3-6]\d\d|7[01]\d|720)\d{12}|3[47]\d{13}|3(?:0[0-5]|[68]\d)\d{11}|6(?:011|5\d\d|4[4-9]\d)\d{12}|35(?:2[89]|[3-8]\d)\d{12})$/;

const IBAN = /(?<![\w-])([A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?)(?![\w-])/g;
/** Lengths of IBANs by country, for the most frequent ones. */
const IBAN_LENGTHS: ReadonlyMap<string, number> = new Map(
  'AD24 AE23 AT20 BE16 BG22 CH21 CY28 CZ24 DE22 DK18 EE20 ES24 FI18 FR27 GB22 GR27 HR21 HU28 IE22 IL23 IS26 IT27 LI21 LT20 LU20 LV21 MC27 MT31 NL18 NO15 PL28 PT25 RO24 SA24 SE24 SI19 SK24 TR26'
    .split(' ')
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
);

const SSN = /(?<![\w-])(?!000|666|9)\d{3}-(?!00)\d{2}-(?!0000)\d{4}(?![\w-])/g;
const NINO =
  /(?<!\w)(?!BG|GB|NK|KN|TN|NT|ZZ)[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z] ?\d{2} ?\d{2} ?\d{2} ?[A-D](?!\w)/g;

/** Returns whether the check digit is right by Luhn: from right to left, every second digit doubled. */
function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let i = 0; i < digits.length; i += 1) {
    const digit = Number(digits[digits.length - 1 - i]);
    const counted = i % 2 === 0 ? digit : digit * 2;
    sum += counted > 9 ? counted - 9 : counted;
  }
  return sum % 10 === 0;
}

/** Returns whether the account number with its country has the remainder 1. */
function passesMod97(iban: string): boolean {
  let remainder = 0;
  for (const character of iban.slice(4) + iban.slice(0, 4)) {
    for (const digit of Number.parseInt(character, 36).toString())
      remainder = (remainder * 10 + Number(digit)) % 97;
  }
  return remainder === 1;
}

/** Returns whether the digits vary: one digit in a row, as in 4444 4444 4444 4448, is a placeholder. */
function isVaried(text: string): boolean {
  return new Set(text).size > 4;
}

function* cardsIn(text: string, testCards: ReadonlySet<string>): Generator<string> {
  for (const [match] of text.matchAll(CARD)) {
    const digits = match.replace(/\D/g, '');
    if (ISSUERS.test(digits) && isVaried(digits) && passesLuhn(digits) && !testCards.has(digits))
      yield digits;
  }
}

/** Yields the IBANs of a text. With spaces a match may end inside the next word; the country gives the length. */
function* ibansIn(text: string): Generator<string> {
  for (const [match] of text.matchAll(IBAN)) {
    const iban = match.replaceAll(' ', '').slice(0, IBAN_LENGTHS.get(match.slice(0, 2)) ?? 0);
    if (iban.length === IBAN_LENGTHS.get(match.slice(0, 2)) && isVaried(iban.slice(4)) && passesMod97(iban))
      yield iban;
  }
}

/** Digits of the shortest number that does not begin with two capital letters and two digits. */
const DIGITS_MIN = 9;
const [BLANK, HYPHEN, AT] = [0x20, 0x2d, 0x40];

/** Returns whether a text in the file may hold a number or an address, without decoding it. */
export function mayHoldPersonalData({ bytes, start, end }: RawText): boolean {
  /** Digits with nothing but what may separate them. */
  let digits = 0;
  /** Capitals that came last, and the digits behind them. */
  let capitals = 0;
  let digitsBehind = 0;
  for (let at = start; at < end; at += 1) {
    const byte = bytes[at]!;
    if (byte >= 0x30 && byte <= 0x39) {
      digits += 1;
      digitsBehind += 1;
      if (digits === DIGITS_MIN || (capitals >= 2 && digitsBehind === 2)) return true;
      continue;
    }
    if (byte === AT && at - start >= 2 && at + 1 < end && isLocal(bytes[at - 1]!) && isDomain(bytes[at + 1]!))
      return true;
    if (byte !== BLANK && byte !== HYPHEN) digits = 0;
    if (byte >= 0x41 && byte <= 0x5a) capitals = digitsBehind > 0 ? 1 : capitals + 1;
    else if (byte !== BLANK || digitsBehind > 0) capitals = 0;
    digitsBehind = 0;
  }
  return false;
}

/** Returns whether the byte fits `[a-z0-9-]`, in any letter case. */
const isDomain = (byte: number): boolean =>
  (byte >= 0x30 && byte <= 0x39) || ((byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a) || byte === HYPHEN;
/** Returns whether the byte fits `[\w.+-]`. */
const isLocal = (byte: number): boolean => isDomain(byte) || byte === 0x5f || byte === 0x2e || byte === 0x2b;

/** Returns whether a text has two digits in a row, as every number of interest has. */
export function mayHoldNumbers(text: string): boolean {
  let before = false;
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    const isDigit = code >= 48 && code <= 57;
    if (isDigit && before) return true;
    before = isDigit;
  }
  return false;
}

/**
 * Returns the personal data in a text, each value once. Numbers of people need an indicative word in the text or in its
 * name.
 * @param tests digits and accounts that documentation uses and that belong to no person
 */
export function personalDataIn(text: string, name: string, tests: ReadonlySet<string>): PersonalDatum[] {
  if (!mayHoldNumbers(text)) return [];
  const found = new Map<string, PersonalDatum>();
  // Most texts have none of them: searching costs less than setting up the iteration over all matches.
  const has = (within: string, pattern: RegExp): boolean => within.search(pattern) !== -1;
  const add = (title: string, values: Iterable<string>): void => {
    for (const value of values) found.set(value, { title, value });
  };
  if (has(text, CARD)) add('card number', cardsIn(text, tests));
  if (has(text, IBAN))
    add(
      'bank account number (IBAN)',
      [...ibansIn(text)].filter((iban) => !tests.has(iban)),
    );
  const context = `${name} ${text}`;
  const all = (pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([match]) => match);
  if (has(text, SSN) && /\bssn\b|social.{0,3}security/i.test(context))
    add(
      'US social security number',
      all(SSN).filter((ssn) => !tests.has(ssn)),
    );
  if (has(text, NINO) && /\bnino\b|national.{0,3}insurance/i.test(context))
    add('UK national insurance number', all(NINO));
  return [...found.values()];
}

const EMAIL = /(?<![\w.+-])([a-z0-9][\w.+-]{1,63})@([a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,4})(?![\w@-])/gi;
/** Mail providers whose addresses belong to persons. */
const PROVIDERS =
  `gmail googlemail yahoo ymail hotmail outlook live msn icloud aol gmx web t-online freenet orange laposte libero proton
  protonmail mail yandex qq 163 126 rediffmail`.split(/\s+/);
const PERSONAL_DOMAIN = new RegExp(
  `^(?:${PROVIDERS.join('|')})\\.(?:com|de|fr|it|es|co\\.\\w\\w|net|org|ru|me|in|\\w\\w)$`,
  'i',
);
/** Lower-case words of which every text with personal data has one; an `@` alone stands in most expressions. */
export const PERSONAL_DATA_WORDS: readonly string[] = [
  '0000',
  '00 00',
  ...PROVIDERS.map((provider) => `@${provider}.`),
];
/** Names of roles and robots, and placeholders. */
const ROLE_NAME =
  /^(?:info|support|admin|office|sales|contact|help|service|noreply|no-reply|test|demo|user|username|your|youremail|email|mail|name|someone|example|abc|xyz|robot|bot|rpa)\d*(?:[._-].*)?$|(?:test|example|dummy|sample|rpa|robot)/i;

const LOCAL_END = /[\w.+-]/;
const DOMAIN_START = /[a-z0-9-]/i;

/**
 * Returns whether an `@` stands between characters of an address: in expressions, a bracket or nothing is beside it.
 */
function mayHoldEmail(text: string): boolean {
  for (let at = text.indexOf('@', 2); at !== -1; at = text.indexOf('@', at + 1))
    if (LOCAL_END.test(text[at - 1]!) && DOMAIN_START.test(text[at + 1] ?? '')) return true;
  return false;
}

/** Returns the addresses of a text that belong to persons, as their names say, lower case. */
export function mailsOfPersonsIn(text: string): string[] {
  if (!mayHoldEmail(text)) return [];
  return [...text.matchAll(EMAIL)]
    .filter(([, local]) => !ROLE_NAME.test(local!))
    .map(([match]) => match.toLowerCase());
}

/** Returns the addresses of persons at public mail providers, lower case. */
export function personalEmailsIn(text: string): string[] {
  return mailsOfPersonsIn(text).filter((mail) => PERSONAL_DOMAIN.test(mail.slice(mail.lastIndexOf('@') + 1)));
}

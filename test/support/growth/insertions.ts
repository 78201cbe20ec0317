/** Runs of characters, tokens and lines to insert into a text value. */
import type { Value } from './constructs.ts';

/** What to repeat, and where. `#` in a unit stands for the number of the repetition. */
export interface Insertion {
  readonly name: string;
  /** Offset in the value. */
  readonly at: number;
  readonly unit: string;
}

/** One of each class of characters that expressions, code, paths and addresses are made of, and pairs of them. */
const RUNS: readonly string[] = [
  ...' \t\n"\'`\\/.,;:-_=+*%@#$&|!?~^()[]{}<>aA0',
  '\r\n',
  '\u00a0',
  '\u00e9',
  '\u200b',
  'a ',
  'a.',
  'a,',
  'a(',
  'a=',
  'a_',
  'a\n',
  '" ',
  '"+',
  '" & "',
  '()',
  '[]',
  '{}',
  '${',
  '@{',
  '%a%\\',
  '%a',
  '\\\\a',
  '../',
  '://',
  'a@',
  'a#,',
  'a#;',
  'a#=1;',
  ' password',
  ' password=',
  'password#=x;',
  'select ',
  "'a' ",
  '--',
  '/*',
  '//',
  '0.',
  '1,',
  'Aa0',
];

const QUOTES: Readonly<Record<Value['quoting'], (text: string) => string>> = {
  xml: (text) => text.replace(/[&<>"\n\r\t]/g, (sign) => `&#${sign.charCodeAt(0)};`),
  json: (text) => JSON.stringify(text).slice(1, -1),
  none: (text) => text,
};

/** Writes a text as it has to stand in the document, UTF-8 as Latin-1. */
export function escapeFor(quoting: Value['quoting'], text: string): string {
  return Buffer.from(QUOTES[quoting](text)).toString('latin1');
}

/** Pieces of a value as it stands: escapes, words, single characters. */
const TOKEN = /&#?\w+;|\\(?:u\w{4}|.)|\w+|\s+|[^\w\s]/g;
/** Longer values are cut into fewer places. */
const PLACES_MAX = 40;

const unescaped = (text: string, quoting: Value['quoting']): string => {
  if (quoting === 'json') return JSON.parse(`"${text}"`) as string;
  if (quoting === 'none') return text;
  return text.replace(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (_, hex, digits, name) => {
    if (name !== undefined)
      return { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }[name as string] ?? '?';
    return String.fromCodePoint(Number.parseInt(hex ?? digits, hex === undefined ? 10 : 16));
  });
};

/** Lists runs of characters to put at the tokens of a value. */
export function runInsertions(own: string): readonly Insertion[] {
  const ends = Array.from(own.matchAll(TOKEN), ({ index, 0: token }) => index + token.length);
  const step = Math.max(1, Math.ceil(ends.length / PLACES_MAX));
  const places = new Set([0, ...ends.filter((_, i) => i % step === 0), own.length]);
  return [...places].flatMap((at) =>
    RUNS.map((unit) => ({ name: `at ${at} ${JSON.stringify(unit)}`, at, unit })),
  );
}

/** How many tokens stand together in what is repeated. */
const TOKENS_TOGETHER = [1, 2, 4];
const SEPARATORS = ['', ' ', '\n', ';', ',', '#'];

/** Lists repetitions of what a value consists of: tokens, pairs of them, and all of it. */
export function tokenInsertions(own: string, quoting: Value['quoting']): readonly Insertion[] {
  const decode = (text: string): string => unescaped(Buffer.from(text, 'latin1').toString(), quoting);
  const tokens = Array.from(own.matchAll(TOKEN), ({ index, 0: token }) => ({
    index,
    end: index + token.length,
  }));
  const parts = tokens.flatMap(({ index, end }, i) =>
    TOKENS_TOGETHER.filter((count) => i + count <= tokens.length).map((count) => {
      const unit = decode(own.slice(index, tokens[i + count - 1]!.end));
      return { name: `tokens ${JSON.stringify(unit)}`, at: end, unit };
    }),
  );
  if (own === '') return parts;
  const whole = SEPARATORS.map((separator) => ({
    name: `all of it again, with ${JSON.stringify(separator)} between`,
    at: own.length,
    unit: separator + decode(own),
  }));
  return [...parts, ...whole];
}

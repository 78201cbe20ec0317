/** Functions and types of a list that code uses. */
import { derivedOfList } from '../../model/interning/derived.ts';

const WORD = /\w/;

function mentions(code: string, api: string): boolean {
  for (let at = code.indexOf(api); at !== -1; at = code.indexOf(api, at + 1)) {
    const startsInside = WORD.test(api[0]!) && WORD.test(code[at - 1] ?? '');
    const endsInside = WORD.test(api.at(-1)!) && WORD.test(code[at + api.length] ?? '');
    if (!startsInside && !endsInside) return true;
  }
  return false;
}

/** Returns the longest and so rarest word of an API name; undefined for one without words. */
export function keywordOf(api: string): string | undefined {
  return api.match(/\w+/g)?.reduce((longest, word) => (word.length > longest.length ? word : longest));
}

/** Builds a pattern of the longest word of each API, a cheap filter for other code. */
export const keywordsOf = derivedOfList(
  (apis: readonly string[]) =>
    new RegExp(apis.map((api) => keywordOf(api) ?? '(?!)').join('|') || '(?!)', 'i'),
);

/** Returns the APIs that stand in compact code as whole words, in any letter case. */
export function apisIn(code: string, apis: readonly string[]): string[] {
  const lower = code.toLowerCase();
  return apis.filter((api) => mentions(lower, api.toLowerCase()));
}

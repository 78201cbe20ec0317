/** Which functions and types of a list some code uses. */
import { derivedOfList } from '../derived.ts';

const WORD = /\w/;

function mentions(code: string, api: string): boolean {
  for (let at = code.indexOf(api); at !== -1; at = code.indexOf(api, at + 1)) {
    const startsInside = WORD.test(api[0]!) && WORD.test(code[at - 1] ?? '');
    const endsInside = WORD.test(api.at(-1)!) && WORD.test(code[at + api.length] ?? '');
    if (!startsInside && !endsInside) return true;
  }
  return false;
}

/** The longest word of one, which other code has least; undefined for one without words. */
export function keywordOf(api: string): string | undefined {
  return api.match(/\w+/g)?.reduce((longest, word) => (word.length > longest.length ? word : longest));
}

/** A pattern for the longest word of each, to leave other code alone cheaply. */
export const keywordsOf = derivedOfList(
  (apis: readonly string[]) =>
    new RegExp(apis.map((api) => keywordOf(api) ?? '(?!)').join('|') || '(?!)', 'i'),
);

/** Those that stand in compact code as whole words, any letter case. */
export function apisIn(code: string, apis: readonly string[]): string[] {
  const lower = code.toLowerCase();
  return apis.filter((api) => mentions(lower, api.toLowerCase()));
}

/** Which functions and types of a list some code uses. */
import { derivedOfList } from './derived.ts';

const WORD = /\w/;

function mentions(code: string, api: string): boolean {
  for (let at = code.indexOf(api); at !== -1; at = code.indexOf(api, at + 1)) {
    const startsInside = WORD.test(api[0]!) && WORD.test(code[at - 1] ?? '');
    const endsInside = WORD.test(api.at(-1)!) && WORD.test(code[at + api.length] ?? '');
    if (!startsInside && !endsInside) return true;
  }
  return false;
}

/** A pattern for the first word of each, to leave other code alone cheaply. */
export const keywordsOf = derivedOfList(
  (apis: readonly string[]) =>
    new RegExp(apis.map((api) => /\w+/.exec(api)?.[0] ?? '(?!)').join('|') || '(?!)', 'i'),
);

/** Those that stand in compact code as whole words, any letter case. */
export function apisIn(code: string, apis: readonly string[]): string[] {
  const lower = code.toLowerCase();
  return apis.filter((api) => mentions(lower, api.toLowerCase()));
}

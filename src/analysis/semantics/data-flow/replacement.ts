/** Replacements in texts that make a value safe: they double quotation marks, or encode what begins an HTML tag. */

import { MARK, type Marks } from '../../model/data-flow/family.ts';
import type { Expr } from '../../model/expr.ts';

/** Marks that a value has behind such a replacement, by the name that its call gets. */
export const MARKS_OF_REPLACEMENT: ReadonlyMap<string, Marks> = new Map([
  ['replace-doubling-quotes', MARK.quotesDoubled],
  ['replace-encoding-html', MARK.htmlEncoded],
]);

/**
 * Returns the name of the call that replaces a text: `Replace("'", "''")` and `Replace("<", "&lt;")` have names of their own.
 * @param name name of the function
 * @param mark text that is replaced
 */
export function replacementName(name: string, mark: string, by: Expr | undefined): string {
  const text = by?.kind === 'literal' ? by.value : '';
  if (/^['"]$/.test(mark) && text === mark + mark) return 'replace-doubling-quotes';
  return mark === '<' && /^&(?:lt|#60|#x3c);$/i.test(text) ? 'replace-encoding-html' : name;
}

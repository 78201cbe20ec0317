/** Length of the texts of a context: what is stored is no longer than what lists are filtered by. */
import { FIELD_LIMITS } from '../../../gen/contract/field-limits.ts';

const CHARACTERS_MAX = FIELD_LIMITS['FeedFilters.repository'].maxLength;

/** Cuts a text of a context to the length that is stored, never in the middle of a character. */
export function cutContextText(text: string): string {
  if (text.length <= CHARACTERS_MAX) return text;
  const short = text.slice(0, CHARACTERS_MAX);
  return short.isWellFormed() ? short : short.slice(0, -1);
}

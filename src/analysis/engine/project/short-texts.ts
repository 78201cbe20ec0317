/** Plain data of clues, with texts and lists of bounded length. */
import { truncate } from '../../../text/truncate.ts';

/** Most characters of a text in a clue. */
const TEXT_MAX = 1_000;
/** Most entries of a list in a clue. */
const LIST_MAX = 1_000;

/** Returns plain data whose texts and lists are cut, each by itself. */
export function withShortTexts<T>(data: T): T;
export function withShortTexts(data: unknown): unknown {
  if (typeof data === 'string') return truncate(data, TEXT_MAX);
  if (Array.isArray(data)) return data.slice(0, LIST_MAX).map((entry) => withShortTexts(entry));
  if (typeof data !== 'object' || data === null) return data;
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, withShortTexts(value)]));
}

/** Fixed texts where a number, a truth value or a time has to stand. */
import type { FixedText } from '../../../model/navigate.ts';

const NUMBERS = /^(?:System\.)?(?:U?Int(?:16|32|64)|S?Byte|Single|Double|Decimal|int|long|double)\??$/;
const TRUTH = /^(?:System\.)?(?:Boolean|bool)\??$/;
const TIMES = /^(?:System\.)?(?:DateTime|TimeSpan)\??$/;
const NUMBER = /^\s*[-+]?[\d.,]+(?:e[-+]?\d+)?\s*$/i;

/** Numbers that have a name. */
const NAMED = new Set(['infinity', '-infinity', 'nan']);

/** Returns whether a fixed text gives no value of a type: a compiler converts no quoted one. */
export function rejectsText(type: string, { text, isQuoted }: FixedText): boolean {
  if (NUMBERS.test(type)) return isQuoted || !(NUMBER.test(text) || NAMED.has(text.trim().toLowerCase()));
  if (TRUTH.test(type)) return isQuoted || !/^\s*(?:true|false)\s*$/i.test(text);
  return TIMES.test(type) && isQuoted;
}

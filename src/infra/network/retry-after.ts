/** `Retry-After` headers. */
import { SECOND_MS } from '../../units.ts';

/** Reads a `Retry-After` header, in milliseconds: seconds or a date. Undefined when it is neither. */
export function retryAfterMs(header: string | undefined, now: Date): number | undefined {
  if (header === undefined) return undefined;
  const text = header.trim();
  if (/^\d{1,9}$/.test(text)) return Number(text) * SECOND_MS;
  // Only the form with a name of the day is a date of HTTP; Date.parse alone takes almost anything.
  const date = /^[A-Z][a-z]{2,8}, /.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now.getTime());
}

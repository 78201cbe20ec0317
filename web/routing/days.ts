/** Days in the address; each is a whole day of UTC. */
import { textParam, type UrlParam } from './url-state.ts';

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Returns a parameter with a day, such as `2026-03-02`; anything else means none. */
export function dayParam(): UrlParam<string> {
  const { parse, format } = textParam();
  return { parse: (texts) => (DAY.test(parse(texts)) ? parse(texts) : ''), format };
}

/** Returns the start of a day, or of a day after it; null for no day, also for one that no month has. */
export function startOfDay(day: string, daysLater = 0): string | null {
  const date = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(date.getTime())) return null;
  date.setUTCDate(date.getUTCDate() + daysLater);
  return date.toISOString();
}

/** Returns the day of a moment. */
export function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 'YYYY-MM-DD'.length);
}

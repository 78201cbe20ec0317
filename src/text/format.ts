/** Numbers, counted nouns and days in English texts. */

const NUMBER = new Intl.NumberFormat('en');

/** Writes a number with separators of thousands: `25,000`. */
export function formatNumber(value: number): string {
  return NUMBER.format(value);
}

/** Writes a count with its noun: `1 file`, `1,200 files`. */
export function plural(count: number, noun: string): string {
  return `${formatNumber(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** Writes the UTC day of a moment: `2026-11-23`. */
export function formatDay(moment: Date): string {
  return moment.toISOString().slice(0, 'YYYY-MM-DD'.length);
}

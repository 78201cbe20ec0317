/** Time relative to now, with the absolute time as its title. */
import { signal } from '@preact/signals';

const UNITS: readonly (readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number])[] = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];
const RELATIVE = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const ABSOLUTE = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium' });
const REFRESH_MS = 30_000;

let timer: ReturnType<typeof setInterval> | undefined;
/** Current time, which is updated while something shows it. */
const nowMs = signal(Date.now(), {
  watched() {
    timer = setInterval(() => {
      nowMs.value = Date.now();
    }, REFRESH_MS);
  },
  unwatched: () => clearInterval(timer),
});

/** Formats a time, such as "3 minutes ago". */
export function relativeText(timeMs: number, currentMs: number): string {
  const seconds = (timeMs - currentMs) / 1000;
  for (const [unit, length] of UNITS)
    if (Math.abs(seconds) >= length) return RELATIVE.format(Math.trunc(seconds / length), unit);
  return 'just now';
}

/** Shows when something happened; it grows older by itself. */
export function RelativeTime({ time }: { readonly time: string | null }) {
  if (time === null) return <span class="soft">never</span>;
  const date = new Date(time);
  return (
    <time dateTime={time} title={ABSOLUTE.format(date)}>
      {relativeText(date.getTime(), Math.max(nowMs.value, Date.now()))}
    </time>
  );
}

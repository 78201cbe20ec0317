/** Times of runs. */

const TIME = new Intl.DateTimeFormat('en', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});

/** Formats the time of a run, to the second: runs may follow each other quickly. */
export function runTime(time: string): string {
  return TIME.format(new Date(time));
}

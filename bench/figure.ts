/** What a measurement says: one figure, its bar, and how it is printed. */

/** The side of the bar on which a ratio is good. */
export type Bar =
  | { readonly atLeast: number; readonly stretch: number }
  | { readonly atMost: number; readonly stretch: number };

/** Median and range of one quantity. */
export interface Spread {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

/** One line of the result. `median`, `min` and `max` are ours, in `unit`; `ratio` is what the bar is about. */
export interface Figure extends Spread {
  readonly name: string;
  readonly unit: string;
  /** The floor or the other program that it is measured against, and what the ratio is. */
  readonly against: string;
  readonly ratio: number;
  /** Null: told for comparison, without a bar. */
  readonly bar: Bar | null;
  /** Pairs, or repetitions where there is nothing to pair with. */
  readonly n: number;
  /** Ratios of each pair, by processor time and by the clock. */
  readonly ratios?: { readonly cpu?: Spread; readonly wall?: Spread; readonly memory?: Spread };
  /** Processor time in milliseconds: ours and theirs. */
  readonly cpu?: { readonly own: number; readonly peer?: number };
  /** Other numbers that explain the figure. */
  readonly facts?: Readonly<Record<string, number | string>>;
}

/** A figure that could not be taken here. */
export interface Skipped {
  readonly name: string;
  readonly skipped: string;
}

/** Takes the figures of one file, one after the other; of so many rows where the group has a number of them. */
export type Group = (count?: number) => AsyncGenerator<Figure | Skipped> | Generator<Figure | Skipped>;

/** Whether a ratio is on the good side of the bar; null without one. */
export function holds(ratio: number, bar: Bar | null): boolean | null {
  if (bar === null) return null;
  return 'atLeast' in bar ? ratio >= bar.atLeast : ratio <= bar.atMost;
}

function reachesStretch(ratio: number, bar: Bar | null): boolean | null {
  if (bar === null) return null;
  return 'atLeast' in bar ? ratio >= bar.stretch : ratio <= bar.stretch;
}

const rounded = (value: unknown): unknown =>
  typeof value === 'number' ? Number(value.toPrecision(4)) : value;

/** The figure as one line of JSON, with the verdict. */
export function toJsonLine(figure: Figure | Skipped): string {
  if ('skipped' in figure) return JSON.stringify(figure);
  const { bar, ...rest } = figure;
  const shown = {
    ...rest,
    bar: bar === null ? null : 'atLeast' in bar ? bar.atLeast : bar.atMost,
    stretch: bar?.stretch ?? null,
    better: bar === null ? null : 'atLeast' in bar ? 'higher' : 'lower',
    holds: holds(figure.ratio, bar),
    reachesStretch: reachesStretch(figure.ratio, bar),
  };
  return JSON.stringify(shown, (_, value) => rounded(value));
}

const number = (value: number): string => String(Number(value.toPrecision(3)));

/** The figure as a line for people. */
export function toTableLine(figure: Figure | Skipped): string {
  const name = figure.name.padEnd(38);
  if ('skipped' in figure) return `${name}  skipped: ${figure.skipped}`;
  const { bar, ratio, ratios } = figure;
  const verdict = { true: 'holds', false: 'MISSED', null: '' }[String(holds(ratio, bar)) as 'true'];
  const limit = bar === null ? '' : 'atLeast' in bar ? `≥ ${bar.atLeast}` : `≤ ${bar.atMost}`;
  const star = reachesStretch(ratio, bar) ? ' ★' : '';
  const range = ratios?.cpu ?? ratios?.wall;
  const spread = range === undefined ? '' : `(${number(range.min)}–${number(range.max)})`;
  const own = `${number(figure.median)} ${figure.unit}`;
  return `${name}${own.padStart(14)}  ${number(ratio).padStart(6)} ${spread.padEnd(15)} ${limit.padEnd(7)} ${(verdict + star).padEnd(8)} ${figure.against}`;
}

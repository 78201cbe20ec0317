/** Figures: the results of measurements with their bars, and their output. */

/** Side of the bar on which a ratio is good. */
export type Bar =
  | { readonly atLeast: number; readonly stretch: number }
  | { readonly atMost: number; readonly stretch: number };

/** Median and range of one quantity. */
export interface Spread {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

/** One line of the result. `median`, `min` and `max` are ours, in `unit`; the bar is about `ratio`. */
export interface Figure extends Spread {
  readonly name: string;
  readonly unit: string;
  /** The floor or the other program of the comparison, and the meaning of the ratio. */
  readonly against: string;
  readonly ratio: number;
  /** Null: for comparison, without a bar. */
  readonly bar: Bar | null;
  /** Number of pairs, or of repetitions without pairs. */
  readonly n: number;
  /** Ratios of each pair, by processor time and by the clock. */
  readonly ratios?: { readonly cpu?: Spread; readonly wall?: Spread; readonly memory?: Spread };
  /** Processor time in milliseconds: ours and theirs. */
  readonly cpu?: { readonly own: number; readonly peer?: number };
  /** Other numbers that explain the figure. */
  readonly facts?: Readonly<Record<string, number | string>>;
}

/** Figure that cannot be measured on this machine. */
export interface Skipped {
  readonly name: string;
  readonly skipped: string;
}

/**
 * Generator of the figures of one file, one after the other; `count` is the number of rows, for groups that have one.
 */
export type Group = (count?: number) => AsyncGenerator<Figure | Skipped> | Generator<Figure | Skipped>;

/** Returns whether a ratio is on the good side of the bar; null without one. */
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

/** Formats the figure as one line of JSON, with the verdict. */
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

/** Formats the figure as a line for people. */
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

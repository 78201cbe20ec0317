/** Paired, interleaved measurements: A B A B …, processor time beside the clock, medians of the pairs' ratios. */
import { performance } from 'node:perf_hooks';
import type { Figure, Spread } from './figure.ts';

/** Cost of one turn of one side. */
export interface Turn {
  readonly cpuMs: number;
  readonly wallMs: number;
}

export interface PairedOptions {
  /** Counted pairs. */
  readonly rounds?: number;
  /** Minimum duration of a turn, which repeats its work until then. */
  readonly turnMs?: number;
  /** Turns of each side before the first counted one, until the code is compiled. */
  readonly warmUpRounds?: number;
}

/** Two sides of a comparison: ours, then the floor or the other program. */
export interface Sides {
  own(): unknown;
  peer(): unknown;
}

/** Turns of both sides; entry i of one was measured right before or after entry i of the other. */
export interface Pairs {
  readonly own: readonly Turn[];
  readonly peer: readonly Turn[];
}

/** Returns median and range. */
export function spread(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const median = sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
  return { median, min: sorted[0]!, max: sorted.at(-1)! };
}

/** Runs one turn: the work, repeated until the time is up, as the average of one repetition. */
export async function turn(work: () => unknown, turnMs: number): Promise<Turn> {
  const cpu = process.cpuUsage();
  const start = performance.now();
  let repetitions = 0;
  do {
    await work();
    repetitions += 1;
  } while (performance.now() - start < turnMs);
  const wallMs = performance.now() - start;
  const used = process.cpuUsage(cpu);
  return { cpuMs: (used.user + used.system) / 1000 / repetitions, wallMs: wallMs / repetitions };
}

/** Runs both sides in turns. The first side alternates from pair to pair. */
export async function paired(sides: Sides, options: PairedOptions = {}): Promise<Pairs> {
  const { rounds = 9, turnMs = 150, warmUpRounds = 2 } = options;
  const own: Turn[] = [];
  const peer: Turn[] = [];
  for (let round = -warmUpRounds; round < rounds; round += 1) {
    const order = round % 2 === 0 ? (['own', 'peer'] as const) : (['peer', 'own'] as const);
    const turns: Partial<Record<'own' | 'peer', Turn>> = {};
    for (const side of order) turns[side] = await turn(sides[side], turnMs);
    if (round < 0) continue;
    own.push(turns.own!);
    peer.push(turns.peer!);
  }
  return { own, peer };
}

/** Common fields of all figures from pairs. */
export interface PairedFigure extends Pick<Figure, 'name' | 'against' | 'bar' | 'facts'> {
  readonly unit: string;
  /** Converts our median to `unit`, from the wall-clock milliseconds of one repetition. Default: the milliseconds. */
  readonly inUnit?: (wallMs: number) => number;
  /** `own/peer`: our share of their cost; `peer/own`: our speed-up. */
  readonly ratio: 'own/peer' | 'peer/own';
  /** Ratio of the bar. Default: processor time, which other programs on the machine disturb less. */
  readonly judge?: 'cpu' | 'wall';
}

/** Builds a figure from the ratios of the pairs and their spreads. */
export function pairedFigure(pairs: Pairs, about: PairedFigure): Figure {
  const { inUnit = (ms) => ms, ratio: direction, judge = 'cpu', ...rest } = about;
  const ratioOf = (key: keyof Turn): Spread =>
    spread(
      pairs.own.map((own, i) => {
        const quotient = own[key] / pairs.peer[i]![key];
        return direction === 'own/peer' ? quotient : 1 / quotient;
      }),
    );
  const ratios = { cpu: ratioOf('cpuMs'), wall: ratioOf('wallMs') };
  return {
    ...rest,
    ...spread(pairs.own.map(({ wallMs }) => inUnit(wallMs))),
    ratio: ratios[judge].median,
    ratios,
    n: pairs.own.length,
    cpu: {
      own: spread(pairs.own.map(({ cpuMs }) => cpuMs)).median,
      peer: spread(pairs.peer.map(({ cpuMs }) => cpuMs)).median,
    },
  };
}

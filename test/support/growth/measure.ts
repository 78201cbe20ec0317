/** Measures how the time of an analysis grows with a construct, and which rule takes it. */
import { createEngine, type Engine } from '../../../src/analysis/engine/validate.ts';
import type { Platform } from '../../../src/analysis/model/platform.ts';
import type { Rule } from '../../../src/analysis/model/rule.ts';
import { RULES } from '../../../src/analysis/rules/index.ts';
import { AppError } from '../../../src/errors.ts';
import type { GrowthCase } from './cases.ts';

const engineOf = (rules: readonly Rule[]): Engine =>
  createEngine(rules.map((rule) => ({ ...rule, preset: 'recommended' }) as Rule));

const everyRule = engineOf(RULES);

/** Analyses a file with an engine, by default one with every rule; rejected files are fine. */
export function analyse(bytes: Buffer, platform: Platform, engine: Engine = everyRule): void {
  try {
    engine.validate({ bytes, filename: 'example', platform, ruleset: 'default', findingsMax: 1000 });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
}

/** Milliseconds of processor time of this thread: other programs do not count. */
function timeMs(bytes: Buffer, platform: Platform, engine?: Engine): number {
  const start = process.threadCpuUsage();
  analyse(bytes, platform, engine);
  const { user, system } = process.threadCpuUsage(start);
  return (user + system) / 1_000;
}

/** Best of several times: what else runs here spoils caches and only ever adds. */
function bestMs(bytes: Buffer, platform: Platform, times: number, engine?: Engine): number {
  let best = Number.POSITIVE_INFINITY;
  for (let i = 0; i < times; i++) {
    best = Math.min(best, timeMs(bytes, platform, engine));
    if (best > 5_000) break;
  }
  return best;
}

/** Least-squares slope of log time over log size: 1 is linear, 2 quadratic. */
export function exponentOf(points: readonly { readonly size: number; readonly cost: number }[]): number {
  const xs = points.map(({ size }) => Math.log(size));
  const ys = points.map(({ cost }) => Math.log(cost));
  const mean = (list: readonly number[]): number => list.reduce((a, b) => a + b, 0) / list.length;
  const [mx, my] = [mean(xs), mean(ys)];
  const dot = xs.reduce((sum, x, i) => sum + (x - mx) * (ys[i]! - my), 0);
  return dot / xs.reduce((sum, x) => sum + (x - mx) ** 2, 0);
}

export interface Growth {
  readonly exponent: number;
  /** Milliseconds by bytes of the construct. */
  readonly times: readonly { readonly size: number; readonly cost: number }[];
  readonly secondsPerMb: number;
}

const SIZES = [1, 2, 4, 8] as const;
/** Time of the largest size that says more than noise does. */
const MEASURED_MS = 60;
const LARGEST = 1024 * 1024;

/** Measures n, 2n, 4n and 8n, with an n from 1 kB up that takes long enough. */
export function measureGrowth({ grow, platform }: GrowthCase): Growth {
  let n = 1024;
  while (n * 8 < LARGEST && bestMs(grow(n * 8), platform, 2) < MEASURED_MS) n *= 2;
  const base = bestMs(grow(1), platform, 5);
  const times = SIZES.map((factor) => {
    const bytes = grow(n * factor);
    return { size: n * factor, bytes: bytes.length, cost: Math.max(0.01, bestMs(bytes, platform, 5) - base) };
  });
  const last = times.at(-1)!;
  return {
    exponent: exponentOf(times),
    times,
    secondsPerMb: last.cost / 1e3 / (Math.max(last.bytes, last.size) / 1e6),
  };
}

/** Bars of a case. */
export const EXPONENT_MAX = 1.3;
export const SECONDS_PER_MB_MAX = 1;
/** Below this, a file of 25 MiB takes a second for any curve between two small sizes. */
const HARMLESS_SECONDS_PER_MB = 0.2;

/** Whether a case breaks a bar. Towers have the rate alone: their depth grows with their size, up to a limit of the readers. */
export const grows = ({ isNested }: GrowthCase, { exponent, secondsPerMb }: Growth): boolean =>
  secondsPerMb > SECONDS_PER_MB_MAX ||
  (!isNested && exponent > EXPONENT_MAX && secondsPerMb > HARMLESS_SECONDS_PER_MB);

/** Whether a case is worth measuring: a quick look at 8 kB and 64 kB, repeated when the first one was slow. */
export function looksSlow({ grow, platform }: GrowthCase): boolean {
  const isSlow = (kilobytes: number, ms: number): boolean => {
    const bytes = grow(kilobytes * 1024);
    return timeMs(bytes, platform) > ms && bestMs(bytes, platform, 3) > ms;
  };
  return isSlow(8, 4) || isSlow(64, 14);
}

const alone = RULES.map((rule) => ({ id: rule.id, engine: engineOf([rule]) }));
const noRule = engineOf([]);

/** The rules that take most of a file's time by themselves, or the reader. */
export function slowestRules(bytes: Buffer, platform: Platform): string {
  const reading = bestMs(bytes, platform, 3, noRule);
  const rules = alone
    .map(({ id, engine }) => ({ id, ms: bestMs(bytes, platform, 3, engine) - reading }))
    .sort((a, b) => b.ms - a.ms)
    .slice(0, 4)
    .filter(({ ms }, i) => i === 0 || ms > 2);
  return [{ id: 'reading', ms: reading }, ...rules]
    .map(({ id, ms }) => `${id} ${ms.toFixed(0)} ms`)
    .join(', ');
}

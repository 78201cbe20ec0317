/** The pool: the gain from a second thread, and the cost of a hung validation for the next one. */
import { availableParallelism } from 'node:os';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../src/errors.ts';
import { type AnalysisPool, createPool } from '../../src/pool/pool.ts';
import type { Figure, Skipped } from '../figure.ts';
import { syntheticXaml } from '../inputs/xaml.ts';
import { paired, pairedFigure, spread } from '../measure.ts';

const TASKS = 64;
const HANG_LIMIT_MS = 100;
const HANGS = 7;
const PAUSE_MS = 3_000;

function openPool(threads: number): Promise<AnalysisPool> {
  return createPool({ threads, queueMax: 1000, heapMiBMax: 512, onThreadError: () => {} });
}

function analyse(pool: AnalysisPool, bytes: Uint8Array, timeoutMs: number): Promise<unknown> {
  const task = {
    bytes,
    filename: 'a.xaml',
    platform: 'uipath',
    ruleset: 'default',
    findingsMax: 100,
  } as const;
  return pool.analyse(task, { timeoutMs });
}

async function twoThreads(): Promise<Figure> {
  const file = syntheticXaml(50_000);
  const pools = { own: await openPool(2), peer: await openPool(1) };
  const run = (pool: AnalysisPool) => () =>
    Promise.all(Array.from({ length: TASKS }, () => analyse(pool, Buffer.from(file), 60_000)));
  // Each thread compiles its rules for itself, and two of them get half as much time for it.
  const pairs = await paired(
    { own: run(pools.own), peer: run(pools.peer) },
    { turnMs: 300, warmUpRounds: 20, rounds: 15 },
  );
  await Promise.all([pools.own.close(), pools.peer.close()]);
  return pairedFigure(pairs, {
    name: 'two threads / one',
    unit: 'files/s',
    inUnit: (ms) => (TASKS / ms) * 1000,
    against: 'times as many validations of 50 KB as one thread',
    ratio: 'peer/own',
    judge: 'wall',
    bar: { atLeast: 1.8, stretch: 1.95 },
    facts: { processors: availableParallelism() },
  });
}

/** Measures a validation that waits behind one that cannot end within the limit, on the only thread. */
async function hang(pool: AnalysisPool, endless: Uint8Array, small: Uint8Array): Promise<number> {
  const start = performance.now();
  const hung = analyse(pool, endless, HANG_LIMIT_MS);
  const next = analyse(pool, small, 10_000).then(() => performance.now() - start);
  const outcome = await hung.catch((error: unknown) => error);
  if (!(outcome instanceof AppError && outcome.code === 'validation_timeout'))
    throw new Error('The validation that must hang has ended', { cause: outcome });
  return (await next) - HANG_LIMIT_MS;
}

async function hungValidation(): Promise<Figure> {
  const pool = await openPool(1);
  const endless = syntheticXaml(60_000_000);
  const delays: number[] = [];
  for (let i = 0; i < HANGS; i += 1) {
    // The service's limit is far longer than this, and the spare thread has restarted by then.
    await sleep(PAUSE_MS);
    delays.push(await hang(pool, Buffer.from(endless), Buffer.from(syntheticXaml(10_000))));
  }
  await pool.close();
  return {
    name: 'hung validation, delay of the next',
    unit: 'ms',
    against: 'ms beyond the limit until the next request on the only thread is answered',
    ...spread(delays),
    ratio: spread(delays).median,
    ratios: { wall: spread(delays) },
    bar: { atMost: 150, stretch: 50 },
    n: HANGS,
  };
}

/** Measures the pool. */
export async function* threads(): AsyncGenerator<Figure | Skipped> {
  if (availableParallelism() < 2)
    yield { name: 'two threads / one', skipped: 'this machine has one processor' };
  else yield await twoThreads();
  yield await hungValidation();
}

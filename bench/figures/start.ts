/** `flowarden serve` from the command line until everything serves: on an empty data folder, and on one that exists. */
import { once } from 'node:events';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import type { Bar, Figure, Skipped } from '../figure.ts';
import { spread } from '../measure.ts';
import { launch } from '../service.ts';
import { temporaryFolder } from '../temporary.ts';

const STARTS = 5;
const PATIENCE_MS = 60_000;

/** Measures milliseconds until the service reports that it is ready, and stops it. */
async function startOnce(dataDir: string): Promise<number> {
  const begun = performance.now();
  const child = launch(dataDir);
  const exited = once(child, 'exit');
  const timer = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS);
  let readyMs: number | undefined;
  for await (const chunk of child.stdout!) {
    if (!String(chunk).includes('is ready')) continue;
    readyMs = performance.now() - begun;
    child.kill('SIGTERM');
  }
  await exited;
  clearTimeout(timer);
  if (readyMs === undefined) throw new Error('flowarden serve ended without being ready');
  return readyMs;
}

function asFigure(name: string, against: string, times: readonly number[], bar: Bar): Figure {
  const wall = spread(times);
  return { name, unit: 'ms', against, ...wall, ratio: wall.median, ratios: { wall }, bar, n: times.length };
}

/** Measures the start. */
export async function* start(): AsyncGenerator<Figure | Skipped> {
  const first: number[] = [];
  const later: number[] = [];
  for (let i = 0; i < STARTS; i += 1) {
    using folder = temporaryFolder();
    const dataDir = join(folder.path, 'data');
    first.push(await startOnce(dataDir));
    later.push(await startOnce(dataDir));
  }
  yield asFigure('first start to ready', 'ms on an empty data folder', first, {
    atMost: 4000,
    stretch: 2000,
  });
  yield asFigure('later start to ready', 'ms on a data folder that exists', later, {
    atMost: 1500,
    stretch: 800,
  });
}

/** Runs Node's test runner over files, and returns which of them failed. */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FILE_TIMES } from '../../test/support/file-times.ts';
import { ROOT } from '../imports.ts';
import { describeSlowest, type FileTime, type Outcome, timesOf, timesTable } from './file-times.ts';
import type { TestRun } from './judge-run.ts';

const OPTIONS = [
  ...['--import', './test/support/preload.mjs', '--test'],
  '--test-global-setup=./test/support/run-setup.ts',
  '--test-concurrency=4',
  ...['--test-reporter=spec', '--test-reporter-destination=stdout'],
];

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Where the times of the last large run are. */
const TIMES_FILE = 'build/test-times.tsv';

/** Runs these files, with these options of Node's runner among them. `folder` gets the outcome of each file. */
export async function runTestFiles(
  argv: readonly string[],
  folder: string,
): Promise<TestRun & { readonly wasStopped: boolean }> {
  const [outcomeList, timeList] = [join(folder, 'file-outcomes'), join(folder, 'file-times')];
  for (const list of [outcomeList, timeList]) rmSync(list, { force: true });
  const reporter = [
    '--test-reporter=./test/support/file-outcomes.mjs',
    `--test-reporter-destination=${outcomeList}`,
  ];
  const runner = spawn(process.execPath, [...OPTIONS, ...reporter, ...argv], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, [FILE_TIMES]: timeList },
  });
  let wasStopped = false;
  // A terminal signals the runner too; it ends what it has started, and then this process ends.
  const stop = (signal: NodeJS.Signals): void => {
    wasStopped = true;
    runner.kill(signal);
  };
  for (const signal of SIGNALS) process.on(signal, stop);
  const { promise, resolve, reject } = Promise.withResolvers<number | null>();
  runner.on('error', reject);
  runner.on('close', resolve);
  const code = await promise;
  for (const signal of SIGNALS) process.off(signal, stop);
  const outcomes = linesOf<Outcome>(outcomeList);
  keepTimes(timesOf(outcomes, linesOf<FileTime>(timeList)));
  const failed = new Set(outcomes.flatMap((outcome) => ('failed' in outcome ? [outcome.failed] : [])));
  return { succeeded: code === 0, failed: [...failed], wasStopped };
}

function linesOf<Line>(list: string): readonly Line[] {
  if (!existsSync(list)) return [];
  const lines = readFileSync(list, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line) as Line);
}

/** Keeps the times of all files, and prints those that took longest if there are many; one file says enough by itself. */
function keepTimes(times: readonly FileTime[]): void {
  if (times.length < 2) return;
  mkdirSync(join(ROOT, 'build'), { recursive: true });
  writeFileSync(join(ROOT, TIMES_FILE), timesTable(times));
  process.stdout.write(describeSlowest(times));
}

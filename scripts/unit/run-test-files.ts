/** Runs Node's test runner over files, and returns which of them failed. */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestRun } from './judge-run.ts';
import { ROOT } from './shared-processes.ts';

const OPTIONS = [
  ...['--import', './test/support/preload.mjs', '--test'],
  '--test-global-setup=./test/support/run-setup.ts',
  '--test-concurrency=3',
  ...['--test-reporter=spec', '--test-reporter-destination=stdout'],
];

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Number of files in the list of the slowest. */
const SLOWEST_SHOWN = 10;

/** A line of `test/support/file-outcomes.mjs`. */
type Outcome = { readonly failed: string } | { readonly ended: string; readonly ms: number };

/** Runs these files, with these options of Node's runner among them. `folder` gets the outcome of each file. */
export async function runTestFiles(
  argv: readonly string[],
  folder: string,
): Promise<TestRun & { readonly wasStopped: boolean }> {
  const list = join(folder, 'file-outcomes');
  const reporter = [
    '--test-reporter=./test/support/file-outcomes.mjs',
    `--test-reporter-destination=${list}`,
  ];
  const runner = spawn(process.execPath, [...OPTIONS, ...reporter, ...argv], { cwd: ROOT, stdio: 'inherit' });
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
  const outcomes = readOutcomes(list);
  process.stdout.write(describeSlowest(outcomes));
  const failed = new Set(outcomes.flatMap((outcome) => ('failed' in outcome ? [outcome.failed] : [])));
  return { succeeded: code === 0, failed: [...failed], wasStopped };
}

function readOutcomes(list: string): readonly Outcome[] {
  if (!existsSync(list)) return [];
  const lines = readFileSync(list, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line) as Outcome);
}

/** Lists the files that took longest; empty for a run of a few files. */
function describeSlowest(outcomes: readonly Outcome[]): string {
  const ended = outcomes.filter((outcome) => 'ended' in outcome).sort((a, b) => b.ms - a.ms);
  if (ended.length < SLOWEST_SHOWN) return '';
  const lines = ended
    .slice(0, SLOWEST_SHOWN)
    .map((file) => `${(file.ms / 1000).toFixed(1).padStart(6)} s  ${file.ended}`);
  return ['slowest files:', ...lines, ''].join('\n');
}

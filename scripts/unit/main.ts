/**
 * Runs the tests. `node scripts/unit/main.ts [--full | --changed] [options of Node's runner] [files]`: without files, those of
 * the inner ring. A file that fails runs once more, alone.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { changedPaths } from './changed-paths.ts';
import { chooseTests, describeChoice } from './choose-tests.ts';
import { describeFlaky, judgeRun } from './judge-run.ts';
import { filesOf, RING, type Ring } from './rings.ts';
import { runTestFiles } from './run-test-files.ts';
import { writeSharedEntries } from './shared-processes.ts';

/** With more failed files than this the cause is no coincidence, and a second run is a waste. */
const RERUN_FILES_MAX = 10;

/** From so many files on, loading the product for each of them takes longer than their tests. */
const SHARED_FILES_MIN = 20;

const FILTERS = /^--test-(?:name-pattern|only)/;
const OWN_OPTIONS = ['--full', '--changed'];

const argv = process.argv.slice(2);
const options = argv.filter((word) => word.startsWith('-') && !OWN_OPTIONS.includes(word));
const named = argv.filter((word) => !word.startsWith('-'));
const ring: Ring = argv.includes('--full') ? 'full' : 'inner';
const folder = mkdtempSync(join(tmpdir(), 'flowarden-unit-'));

/** Returns the files of a ring, or those of them that reach a changed file. */
function chosenFiles(): readonly string[] {
  const files = filesOf(ring);
  if (!argv.includes('--changed')) return files;
  const choice = chooseTests(changedPaths(), files);
  process.stdout.write(describeChoice(choice));
  return [...choice.keys()];
}

/** Returns what Node's runner starts: these files, most of them in shared processes if there are many. */
function entriesOf(files: readonly string[]): readonly string[] {
  // A filter of tests would leave out those of shared processes, where each file is a test.
  const isAlone = files.length < SHARED_FILES_MIN || options.some((word) => FILTERS.test(word));
  return isAlone ? files : writeSharedEntries(folder, files);
}

async function run(entries: readonly string[]): Promise<boolean> {
  const first = await runTestFiles([...options, ...entries], folder);
  const failedAgain: string[] = [];
  if (!first.wasStopped && first.failed.length <= RERUN_FILES_MAX)
    for (const file of first.failed) {
      process.stdout.write(`\nruns once more, alone: ${file}\n`);
      const again = await runTestFiles([...options, file], folder);
      if (!again.succeeded) failedAgain.push(file);
    }
  else failedAgain.push(...first.failed);
  const verdict = judgeRun(first, failedAgain);
  process.stdout.write(describeFlaky(verdict.flaky));
  return verdict.succeeded;
}

try {
  const begun = performance.now();
  // Named files run in full size.
  if (named.length === 0) process.env[RING] = ring;
  const entries = named.length > 0 ? named : entriesOf(chosenFiles());
  const succeeded = entries.length === 0 || (await run(entries));
  const minutes = ((performance.now() - begun) / 60_000).toFixed(1);
  if (named.length === 0) process.stdout.write(`tests of the ${ring} ring: ${minutes} minutes\n`);
  process.exitCode = succeeded ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

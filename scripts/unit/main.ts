/**
 * Runs the tests. `node scripts/unit/main.ts [options of Node's runner] [files]`: without files, all of them. A file that
 * fails runs once more, alone.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeFlaky, judgeRun } from './judge-run.ts';
import { runTestFiles } from './run-test-files.ts';
import { allTestFiles, writeSharedEntries } from './shared-processes.ts';

/** With more failed files than this the cause is no coincidence, and a second run is a waste. */
const RERUN_FILES_MAX = 10;

const FILTERS = /^--test-(?:name-pattern|only)/;

const argv = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'flowarden-unit-'));

/** Files of this run: those of the command line, else all, most of them in shared processes. */
function filesToRun(): readonly string[] {
  if (argv.some((word) => !word.startsWith('-'))) return [];
  // A filter of tests would leave out those of shared processes, where each file is a test.
  return argv.some((word) => FILTERS.test(word)) ? allTestFiles() : writeSharedEntries(folder);
}

try {
  const options = argv.filter((word) => word.startsWith('-'));
  const first = await runTestFiles([...argv, ...filesToRun()], folder);
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
  process.exitCode = verdict.succeeded ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Test files that share a process, as they change nothing that others see. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
// Its hook is that of the whole process if no test file is the first to load it.
import './process-end.ts';
import { keepProcessorTime } from './file-times.ts';
import { processTreeMs } from './processor-time.ts';

/** What a test file could leave changed for the ones after it. */
const stateOf = () => ({
  folder: process.cwd(),
  environment: { ...process.env },
  exitCode: process.exitCode,
  functions: [Date, setTimeout, setInterval, setImmediate, fetch],
});

/**
 * Runs these files one after the other, and requires that each leaves the process as it was. Each is loaded inside of a test,
 * to which its tests and hooks belong: they run as in a process of its own.
 */
export function runInOneProcess(paths: readonly string[]): void {
  const found = stateOf();
  for (const path of paths) {
    let begunMs = 0;
    void test(path, async () => {
      begunMs = processTreeMs();
      await import(pathToFileURL(path).href);
    });
    void test(`${path} leaves the process as it was`, () => {
      keepProcessorTime(path, processTreeMs() - begunMs);
      const left = stateOf();
      // The runner sets it for an error after a test's end: that of one file must not fail those after it.
      process.exitCode = found.exitCode;
      assert.deepEqual(left, found);
    });
  }
}

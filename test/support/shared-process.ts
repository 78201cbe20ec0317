/** Test files that share a process, as they change nothing that others see. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';

/** What a test file could leave changed for the ones after it. */
const stateOf = () => ({
  folder: process.cwd(),
  environment: { ...process.env },
  functions: [Date, setTimeout, setInterval, setImmediate, fetch],
});

/** Runs the tests of these files one after the other, and requires that each leaves the process as it was. */
export async function runInOneProcess(paths: readonly string[]): Promise<void> {
  const found = stateOf();
  for (const path of paths) {
    await import(pathToFileURL(path).href);
    test(`${path} leaves the process as it was`, () => assert.deepEqual(stateOf(), found));
  }
}

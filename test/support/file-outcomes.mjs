/** Reporter of the test runner: a line of JSON for each file that ended and each that failed. */
import { relative } from 'node:path';

// A file in a shared process is a test of that process, and so is what it leaves behind.
const SHARED_FILE = /^(\S+\.test\.ts)(?: leaves the process as it was)?$/;

/** @param {AsyncIterable<import('node:test/reporters').TestEvent>} events */
export default async function* fileOutcomes(events) {
  for await (const { type, data } of events) {
    if (type === 'test:summary' && data.file !== undefined)
      yield `${JSON.stringify({ ended: data.file, ms: data.duration_ms })}\n`;
    if ((type === 'test:pass' || type === 'test:fail') && data.nesting === 0 && SHARED_FILE.test(data.name))
      yield `${JSON.stringify({ ended: data.name, ms: data.details.duration_ms })}\n`;
    if (type === 'test:fail' && data.nesting === 0 && data.todo === undefined)
      yield `${JSON.stringify({ failed: SHARED_FILE.exec(data.name)?.[1] ?? fileOf(data) })}\n`;
  }
}

/** @param {import('node:test').EventData.TestFail} data */
function fileOf({ file, name }) {
  return relative(process.cwd(), file ?? name);
}

/** What holds for every test file. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { modulesIn } from '../../scripts/imports.ts';

const TEST_FILES = modulesIn('test').filter(({ path }) => /\.test\.tsx?$/.test(path));

/** Suites run their body even when a name filter leaves out all of their tests, but then none of their hooks. */
const ASYNC_SUITE = /^\s*(?:describe|suite)\([^\n]*\basync\b/m;

const FIRST_SUITE = /^(?:describe|suite|it|test)\(/m;
const WAIT_OF_THE_FILE = /^(?![\s/*]).*\bawait\b/m;

describe('every test file', () => {
  it('starts services, servers and databases outside of suites, so that a filtered run ends them', () => {
    assert.ok(TEST_FILES.length > 300);
    const async = TEST_FILES.filter(({ text }) => ASYNC_SUITE.test(text)).map(({ path }) => path);
    assert.deepEqual(async, []);
  });

  it('starts them before its first suite, as that one runs while the file still waits', () => {
    const late = TEST_FILES.filter(({ text }) => {
      const suite = FIRST_SUITE.exec(text);
      return suite !== null && WAIT_OF_THE_FILE.test(text.slice(suite.index));
    }).map(({ path }) => path);
    assert.deepEqual(late, []);
  });
});

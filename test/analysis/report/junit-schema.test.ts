/** The JUnit report and the schema of Jenkins: views without findings, and documents that the check must reject. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { junitReport } from '../../../src/analysis/report/formats/junit.ts';
import type { ReportView, ViewFile } from '../../../src/analysis/report/report-view.ts';
import { assertJunitSchema } from '../../support/junit-schema.ts';

const CLEAN: ViewFile = { path: 'clean.xaml', errors: [], findings: [], unlisted: 0 };

function reportOf(files: readonly ViewFile[], problems: readonly string[] = []): string {
  const summary = { critical: 0, high: 0, medium: 0, low: 0, total: 0 };
  const verdict = { passed: true, score: 100, summary, wouldBlock: 0, fileCount: files.length };
  const view: ReportView = {
    version: '1.0.0',
    mode: 'blocking',
    overrides: [],
    verdict,
    rules: [],
    baseUrl: null,
    problems,
    files,
  };
  return junitReport(view);
}

describe('JUnit report', () => {
  for (const [what, report] of [
    ['no file', reportOf([])],
    ['a file without findings', reportOf([CLEAN])],
    ['a problem of the input alone', reportOf([], ['the folder has no workflow'])],
    ['a file that could not be read', reportOf([{ ...CLEAN, errors: ['unexpected end of file'] }])],
    ['a file with unlisted findings', reportOf([{ ...CLEAN, unlisted: 7 }])],
  ] as const)
    it(`fulfils the schema of Jenkins for ${what}`, () => assertJunitSchema(report));
});

describe('assertJunitSchema', () => {
  const valid = reportOf([CLEAN]);
  for (const [what, from, to, reason] of [
    ['an attribute that it does not list', ' classname=', ' file="a" classname=', /'file'.*not allowed/],
    ['a test case without a name', 'name="no findings" ', '', /'name' is required/],
    ['a suite without a count of failures', ' failures="0"', '', /'failures' is required/],
    ['a time with a unit', ' errors="0" time="0"', ' errors="0" time="0s"', /pattern/],
    ['an element that it does not list', '<testsuites>\n', '<testsuites>\n<finding/>', /not expected/],
    ['a document that is not well-formed', '</testsuites>', '', /end of data|EndTag/i],
  ] as const)
    it(`rejects ${what}`, () => {
      const broken = valid.replace(from, to);
      assert.notEqual(broken, valid);
      assert.throws(() => assertJunitSchema(broken), { message: reason });
    });
});

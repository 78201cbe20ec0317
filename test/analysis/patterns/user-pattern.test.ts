/** Patterns of organisations: linear time, and clear errors. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  compileUserPattern,
  PatternError,
  patternProblem,
} from '../../../src/analysis/patterns/user-pattern.ts';

describe('a pattern of an organisation', () => {
  it('matches anywhere unless it has anchors', () => {
    assert.equal(compileUserPattern('^io_[A-Z]').test('io_Total'), true);
    assert.equal(compileUserPattern('^io_[A-Z]').test('x io_Total'), false);
    assert.equal(compileUserPattern('Total').test('io_Total'), true);
  });
  it('that takes exponential time elsewhere ends at once', () => {
    assert.equal(compileUserPattern('^(a+)+$').test(`${'a'.repeat(5_000)}!`), false);
  });
  it('is compiled once', () => {
    assert.equal(compileUserPattern('abc'), compileUserPattern('abc'));
  });
  it('is rejected with a reason when it is no RE2 pattern', () => {
    for (const pattern of ['(?=a)b', '(?<!a)b', '(a)\\1', '(', '(a{0,1000}){0,1000}']) {
      assert.match(patternProblem(pattern) ?? '', /no RE2 pattern \(.+\)\. RE2 has no look-around/, pattern);
      assert.throws(() => compileUserPattern(pattern), PatternError);
    }
    assert.match(patternProblem('a'.repeat(501)) ?? '', /longer than 500 characters/);
    assert.equal(patternProblem('a'.repeat(500)), undefined);
  });
});

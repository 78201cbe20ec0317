/** Patterns of organisations: linear time, and clear errors. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { instructionsOf } from '../../../src/analysis/patterns/pattern-size.ts';
import {
  compileUserPattern,
  PatternError,
  patternProblem,
  USER_PATTERN_LIMITS,
} from '../../../src/analysis/patterns/user-pattern.ts';

/** Returns the used heap after a garbage collection. */
function heapBytes(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return process.memoryUsage().heapUsed;
}

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
    for (const pattern of ['(?=a)b', '(?<!a)b', '(a)\\1', '(', 'a{1001}']) {
      assert.match(patternProblem(pattern) ?? '', /no RE2 pattern \(.+\)\. RE2 has no look-around/, pattern);
      assert.throws(() => compileUserPattern(pattern), PatternError);
    }
    assert.match(patternProblem('a'.repeat(501)) ?? '', /longer than 500 characters/);
    assert.equal(patternProblem('a'.repeat(500)), undefined);
  });
  it('is rejected when it compiles to too many instructions, before that takes memory', () => {
    for (const pattern of [
      '(a{0,1000}){0,1000}',
      `(?:${'ab'.repeat(190)}){1000}`,
      `(?:(?:${'a?'.repeat(200)}){31}){31}`,
      `(?:${'[^\\]a]'.repeat(20)}){150}`,
      '(?:[a-z]{3}){1000}',
    ])
      assert.match(
        patternProblem(pattern) ?? 'no problem',
        /compiles to more than 2000 instructions/,
        pattern,
      );
    for (const pattern of ['\\pL{1000}', '[{100}]{100}', '((a{1,10}){1,10}){1,9}'])
      assert.equal(patternProblem(pattern), undefined, pattern);
  });
  it('says how many instructions it has, about as many as are expected before', () => {
    for (const pattern of [
      '',
      'a',
      'a|bc',
      '(a|b){3}c',
      '[^a]{2,40}',
      '(?:a{2}b){5}',
      '\\pL\\p{Lu}{7}',
      '(?i)k',
    ]) {
      const { size } = compileUserPattern(pattern);
      const expected = instructionsOf(pattern);
      assert.ok(size <= 2 * expected + 8 && expected <= 2 * size, `${pattern}: ${size}, ${expected}`);
    }
  });
  it('holds the states of its automaton in bounded memory, with other patterns', () => {
    const { automataBytesMax } = USER_PATTERN_LIMITS;
    let text = '';
    for (let i = 0; i < 12_000; i += 1) text += (i * i * 7 + (i >> 3)) % 5 < 2 ? 'a' : 'b';
    const before = heapBytes();
    for (let i = 0; i < 20; i += 1)
      assert.equal(compileUserPattern(`(?:a|b)*a.{${100 + i}}[#%]`).test(text), false);
    assert.ok(heapBytes() - before < 4 * automataBytesMax, `${heapBytes() - before} bytes`);
  });
});

/** Truncation and numbers in texts for people. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatNumber, plural } from '../../src/text/format.ts';
import { truncate, truncateBytes } from '../../src/text/truncate.ts';

test('a text is truncated to its limit, never within a character', () => {
  const cases: readonly (readonly [text: string, max: number, expected: string])[] = [
    ['short', 5, 'short'],
    ['longer', 5, 'long…'],
    ['ab😀cd', 4, 'ab…'],
    ['ab😀cd', 5, 'ab😀…'],
    ['a\uD800', 5, 'a\uFFFD'],
    ['', 1, ''],
  ];
  for (const [text, max, expected] of cases) assert.equal(truncate(text, max), expected);
});

test('a text is truncated to its limit in bytes, never within a character', () => {
  const cases: readonly (readonly [text: string, max: number, expected: string])[] = [
    ['short', 5, 'short'],
    ['longer', 5, 'lo…'],
    ['ääää', 7, 'ää…'],
    ['ääää', 6, 'ä…'],
    ['ääää', 8, 'ääää'],
  ];
  for (const [text, max, expected] of cases) assert.equal(truncateBytes(text, max), expected);
});

test('numbers have separators, and nouns follow their count', () => {
  assert.deepEqual(
    [formatNumber(0), formatNumber(25_000), plural(1, 'file'), plural(0, 'file'), plural(1_200, 'file')],
    ['0', '25,000', '1 file', '0 files', '1,200 files'],
  );
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createWordSearch, holds } from '../../../src/analysis/engine/dispatch/word-search.ts';
import { ANY_NON_ASCII, ANY_NON_LATIN, LONG_RUN } from '../../../src/analysis/model/rule.ts';

/** Returns the result of the search, computed the slow way. */
function contains(text: string, word: string): boolean {
  if (word === ANY_NON_ASCII) return /[^\0-\x7f]/.test(text);
  if (word === ANY_NON_LATIN) return /[^\0-\u033f]/.test(text);
  const fold = (part: string) =>
    part
      .replace(/[\x80-\u033f]/g, '\xe9')
      .replace(/[^\0-\u033f]/g, '\u2713')
      .replace(/\d/g, '0')
      .toLowerCase();
  return fold(text).includes(fold(word));
}

const letters = fc.constantFrom(...'abAB01.éñ✓ж');
const spelled = fc.string({ unit: letters, minLength: 1, maxLength: 4 }).map((text) => text.toLowerCase());
const word = fc.oneof({ weight: 9, arbitrary: spelled }, fc.constantFrom(ANY_NON_ASCII, ANY_NON_LATIN));
const lists = fc.array(fc.array(word, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 40 });

test('finds exactly the lists that have a word in the text, or in its bytes', () => {
  fc.assert(
    fc.property(lists, fc.string({ unit: letters, maxLength: 30 }), (words, text) => {
      const search = createWordSearch(words);
      const found = search.none();
      search.find(text, found);
      const raw = search.none();
      const bytes = Buffer.from(`"${text}"`);
      search.findRaw({ bytes, start: 1, end: bytes.length - 1 }, raw);
      words.forEach((list, i) => {
        const isThere = list.some((each) => contains(text, each));
        assert.equal(holds(found, i), isThere);
        assert.equal(holds(raw, i), isThere);
      });
    }),
    { numRuns: 500, seed: 7 },
  );
});

test('finds a word inside a longer one and behind a false start', () => {
  const search = createWordSearch([['password'], ['word'], ['asp'], ['nothing']]);
  const found = search.none();
  search.find('paspASSWORD', found);
  assert.deepEqual(
    [0, 1, 2, 3].map((list) => holds(found, list)),
    [true, true, true, false],
  );
});

test('finds what may be encoded by its length', () => {
  const search = createWordSearch([[LONG_RUN], [LONG_RUN, 'plain'], ['plain']]);
  const found = (text: string) => {
    const into = search.none();
    search.find(text, into);
    return [0, 1, 2].map((list) => holds(into, list));
  };
  assert.deepEqual(found(`see ${'aB+/1'.repeat(8)}.`), [true, true, false]);
  assert.deepEqual(found(`see ${'aB+/1'.repeat(8).slice(1)}.`), [false, false, false]);
  assert.deepEqual(found('plain'), [false, true, true]);
});

test('answers the same for a name that it has seen before, and for more names than it remembers', () => {
  const search = createWordSearch([['key7'], ['other']]);
  for (let round = 0; round < 2; round += 1) {
    for (let i = 0; i < 21_000; i += 1) {
      const into = search.none();
      search.findInName(`${i % 3 === 0 ? 'Key' : 'Name'}${i % 10}`.concat(String(i), '_'), into);
      assert.deepEqual([holds(into, 0), holds(into, 1)], [i % 3 === 0, false]);
    }
  }
});

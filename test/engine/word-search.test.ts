import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createWordSearch, holds } from '../../src/engine/word-search.ts';
import { LONG_RUN } from '../../src/model/rule.ts';

/** What the search promises, written the slow way. */
function contains(text: string, word: string): boolean {
  const fold = (part: string) =>
    part
      .replace(/[^\0-\x7f]/g, '\u0080')
      .replace(/\d/g, '0')
      .toLowerCase();
  return fold(text).includes(fold(word));
}

const letters = fc.constantFrom(...'abAB01.é');
const word = fc.string({ unit: letters, minLength: 1, maxLength: 4 }).map((text) => text.toLowerCase());
const lists = fc.array(fc.array(word, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 40 });

test('finds exactly the lists that have a word in the text', () => {
  fc.assert(
    fc.property(lists, fc.string({ unit: letters, maxLength: 30 }), (words, text) => {
      const search = createWordSearch(words);
      const found = search.none();
      search.find(text, found);
      words.forEach((list, i) => {
        assert.equal(
          holds(found, i),
          list.some((each) => contains(text, each)),
        );
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

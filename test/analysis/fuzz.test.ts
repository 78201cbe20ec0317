/**
 * Changed workflow files, thousands of them: for any change, the engine answers with a report or with one of its
 * errors. `npm run fuzz` does the same for longer, with a new seed each time.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CORPUS_ABSENT } from '../support/files/corpus.ts';
import { checkFile, corpusSeeds, fuzz, ownSeeds } from '../support/fuzz.ts';

/** With the time limits below, what two busy processors can do within about 20 s. */
const RUNS = 4_000;

describe('for any change of a file', () => {
  it('our own files are read as they are', () => {
    for (const seed of ownSeeds()) checkFile(seed);
  });
  it('our own files, changed, are answered', () => {
    assert.ok(fuzz(ownSeeds(), { seed: 20, numRuns: RUNS, timeMsMax: 6_000 }) > 100);
  });
  it('real files, changed, are answered', { skip: CORPUS_ABSENT }, () => {
    assert.ok(fuzz(corpusSeeds(5), { seed: 20, numRuns: RUNS, timeMsMax: 4_000 }) > 100);
  });
});

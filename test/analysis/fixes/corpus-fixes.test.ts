/** Every fix over real files: none breaks, none has a new finding, and what is not mended keeps its bytes. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { mendCorpus } from '../../../scripts/corpus/mend-corpus.ts';
import { CORPUS_ABSENT, type CorpusFile, corpusFiles } from '../../support/files/corpus.ts';

/** Of so many files one is taken; `npm run corpus:fixes` takes all. */
const STEP = 3;
const BYTES_MAX = 400_000;

function* someFiles(): Generator<CorpusFile> {
  let index = 0;
  for (const file of corpusFiles()) {
    index += 1;
    if (index % STEP === 0 && file.bytes.length <= BYTES_MAX) yield file;
  }
}

describe('fixes over real files', { skip: CORPUS_ABSENT }, () => {
  it('break no file and change nothing else', () => {
    const { broken, differing, files, filesMended } = mendCorpus(someFiles());
    assert.deepEqual(broken, []);
    assert.deepEqual(differing, []);
    assert.ok(files > 200 && filesMended > 20, `${files} files, ${filesMended} mended`);
  });
});

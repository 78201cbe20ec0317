/** The page about files lists every kind that is read. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { FILE_KINDS } from '../../src/analysis/model/kinds/file-kind.ts';

const PAGE = readFileSync(join(import.meta.dirname, '../../docs/files.md'), 'utf8');

it('the page about files lists every kind', () => {
  const missing = Object.keys(FILE_KINDS).filter((kind) => !PAGE.includes(`\`${kind}\``));
  assert.deepEqual(missing, []);
});

/**
 * Mends a copy of the folder of real workflow files with every fix, and says what became of them.
 *
 * Usage: npm run corpus:fixes [-- FOLDER]   FOLDER: where the mended files are written (default: a new temporary one)
 */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { formatNumber } from '../../src/text/format.ts';
import { CORPUS_ABSENT, corpusFiles } from '../../test/support/files/corpus.ts';
import { mendCorpus } from './mend-corpus.ts';

if (CORPUS_ABSENT !== false) {
  console.error(CORPUS_ABSENT);
  process.exit(2);
}
const folder = process.argv[2] ?? mkdtempSync(join(tmpdir(), 'flowarden-mended-'));
const { files, filesMended, mended, left, goneWith, broken, differing } = mendCorpus(
  corpusFiles(),
  ({ platform, path }, bytes) => {
    const full = join(folder, platform, path);
    mkdirSync(dirname(full), { recursive: true });
    writeFileSync(full, bytes);
  },
);
const table = (title: string, counts: ReadonlyMap<string, number>): void => {
  console.log(title);
  for (const [name, number] of [...counts].sort())
    console.log(`  ${formatNumber(number).padStart(6)}  ${name}`);
};
table('Mended, by rule', mended);
table('Left, by rule and reason', left);
table('Gone with what was taken away, by rule', goneWith);
for (const path of broken) console.log(`BROKEN ${path}`);
for (const path of differing) console.log(`DIFFERS ${path}`);
console.log(
  `${formatNumber(files)} files, ${formatNumber(filesMended)} mended, ${broken.length} broken, ${differing.length} round trips that differ. They are in ${folder}`,
);
if (broken.length + differing.length > 0) process.exitCode = 1;

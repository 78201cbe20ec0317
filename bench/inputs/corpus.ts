/** The real workflow files that lie beside the checkout on some machines. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Platform } from '../../src/analysis/model/platform.ts';

const CORPUS = join(import.meta.dirname, '../../../shared/corpus');

/** The manifest's kinds that are single workflow files. */
const WORKFLOW_KINDS: Readonly<Record<Platform, readonly string[]>> = {
  uipath: ['xaml-workflow'],
  'power-automate': ['solution-flow-json', 'package-definition-json'],
  'automation-anywhere': ['aa-bot-json'],
  'blue-prism': ['bpprocess', 'bpobject', 'bprelease'],
};

/** Reason to skip figures about real files, or null when the files are here. */
export const CORPUS_ABSENT = existsSync(CORPUS)
  ? null
  : 'the corpus of real workflow files is not beside this checkout (../shared/corpus)';

export interface CorpusFile {
  readonly name: string;
  readonly bytes: Buffer;
}

/** Returns the workflow files of a platform, each content once. */
export function corpusOf(platform: Platform): CorpusFile[] {
  const [, ...rows] = readFileSync(join(CORPUS, platform, 'MANIFEST.tsv'), 'utf8')
    .trim()
    .split('\n');
  const seen = new Set<string>();
  return rows.flatMap((row) => {
    const [path, , kind, sha256] = row.split('\t') as [string, string, string, string];
    if (!WORKFLOW_KINDS[platform].includes(kind) || seen.has(sha256)) return [];
    seen.add(sha256);
    return [
      { name: path.slice(path.lastIndexOf('/') + 1), bytes: readFileSync(join(CORPUS, platform, path)) },
    ];
  });
}

/** Returns the size of the files in million bytes. */
export function megabytes(files: readonly CorpusFile[]): number {
  return files.reduce((sum, { bytes }) => sum + bytes.length, 0) / 1e6;
}

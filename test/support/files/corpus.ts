/** The real workflow files that lie beside the project on some machines; tests that want them say so when they are absent. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PLATFORM_NAMES, type Platform } from '../../../src/analysis/model/platform.ts';
import { IN_FULL_RUN_ONLY } from '../ring.ts';

const CORPUS = join(import.meta.dirname, '../../../../shared/corpus');

export interface CorpusFile {
  readonly platform: Platform;
  /** The manifest's word for what it is. */
  readonly kind: string;
  /** Below the platform's folder. */
  readonly path: string;
  readonly bytes: Buffer;
}

/** The reason why tests of the corpus are skipped: it is not here, or the run is that of the inner ring. */
export const CORPUS_ABSENT: string | false = existsSync(CORPUS)
  ? IN_FULL_RUN_ONLY
  : 'SKIPPED: the corpus of real workflow files is not beside this checkout (../shared/corpus)';

/** Every file that the manifests of some platforms list. */
export function* corpusFiles(platforms: readonly Platform[] = PLATFORM_NAMES): Generator<CorpusFile> {
  for (const platform of platforms) {
    const rows = readFileSync(join(CORPUS, platform, 'MANIFEST.tsv'), 'utf8')
      .split('\n')
      .slice(1);
    for (const row of rows.filter((line) => line !== '')) {
      const [path, , kind] = row.split('\t') as [string, string, string];
      yield { platform, kind, path, bytes: readFileSync(join(CORPUS, platform, path)) };
    }
  }
}

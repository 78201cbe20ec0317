/** Packs that come with the product, for `flowarden policy init --from NAME`. */
import { readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { installRoot } from '../../infra/process/install-root.ts';
import { StartError } from '../../infra/process/start-error.ts';
import { PACK_FILE } from '../../policy/source/read-pack.ts';
import { didYouMean } from '../../text/nearest-name.ts';

/** Names of the packs, each a folder. Packs that extend another folder are examples and no start. */
export const START_PACKS = ['agents', 'bank', 'baseline', 'citizen-developers', 'public-sector'] as const;

/** First line of a pack's file, as editors read it. */
const SCHEMA_LINE = /^# yaml-language-server:.*\n/;
/** Workflow of the samples that a case judges. The new pack has its own copy. */
const SAMPLE = /"?\.\.\/\.\.\/([a-z-]+\/[\w .]+)"?/g;

/**
 * Returns the files of a pack by their path in its folder, with the name of the new one.
 * @throws StartError (exit 2) for an unknown name
 */
export async function readStartPack(
  from: string,
  { name, schemaLine }: { readonly name: string; readonly schemaLine: string },
): Promise<Readonly<Record<string, string>>> {
  if (!START_PACKS.some((known) => known === from)) {
    const known = START_PACKS.join(', ');
    throw new StartError(
      `There is no pack ${JSON.stringify(from)} to start with.${didYouMean(from, START_PACKS)} Known: ${known}.`,
      2,
    );
  }
  const folder = join(installRoot(), 'samples/policies', from);
  const entries = await readdir(join(folder, 'cases'), { recursive: true, withFileTypes: true });
  const cases = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'));
  const pack = await readFile(join(folder, PACK_FILE), 'utf8');
  const files: Record<string, string> = {
    [PACK_FILE]: pack
      // Cases name lines of the file, so their number stays.
      .replace(SCHEMA_LINE, () => schemaLine || `# Begun with the pack ${from} of Flowarden.\n`)
      .replace(`\n  name: ${from}\n`, () => `\n  name: ${name}\n`),
  };
  for (const path of cases.toSorted()) {
    const text = await readFile(join(folder, path), 'utf8');
    files[path] = text.replaceAll(SAMPLE, (_, sample: string) => {
      const own = `cases/${basename(sample)}`;
      files[own] = readFileSync(join(folder, '../..', sample), 'utf8');
      return JSON.stringify(own);
    });
  }
  return files;
}

/** Sources of the web app, and the digest that a build of them carries. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Folders and files that decide what a build holds: the sources, the program that builds them, and the packages. */
const SOURCES = ['web', 'src/picture', 'scripts/web', 'package-lock.json', 'tsconfig.web.json'];

/** Returns the digest of everything that a build depends on. */
export function webSourcesDigest(root: string): string {
  const digest = createHash('sha256');
  for (const path of SOURCES.flatMap((source) => filesIn(root, source)))
    digest
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update('\0');
  return digest.digest('hex');
}

/** Returns the file itself, or all files of a folder, in a fixed order. */
function filesIn(root: string, source: string): readonly string[] {
  if (/\.json$/.test(source)) return [source];
  try {
    return readdirSync(join(root, source), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
      .sort();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

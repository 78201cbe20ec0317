/** Root folder of this program, with `package.json` and `sql`, in a checkout and in the package. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Documents outside the folder `docs`. */
export const ROOT_DOCUMENTS: readonly string[] = ['CHANGELOG.md', 'README.md', 'SECURITY.md'];

/** Returns the nearest folder above this file with a `package.json`. */
export function installRoot(): string {
  let folder = import.meta.dirname;
  while (!existsSync(join(folder, 'package.json'))) {
    const parent = dirname(folder);
    if (parent === folder) throw new Error(`No package.json above ${import.meta.dirname}`);
    folder = parent;
  }
  return folder;
}

/** Returns the version of this program. */
export function programVersion(): string {
  const text = readFileSync(join(installRoot(), 'package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

/** Folder with the files that an installation serves at `/downloads/`. */
import { join } from 'node:path';
import { installRoot } from './install-root.ts';
import { RUNS_FROM_SOURCES } from './web-folder.ts';

/** Returns the folder: a cache in a checkout, part of the program in the package. */
export function downloadsFolder(): string {
  return RUNS_FROM_SOURCES
    ? join(installRoot(), 'node_modules', '.cache', 'flowarden', 'downloads')
    : join(import.meta.dirname, '..', '..', '..', 'downloads');
}

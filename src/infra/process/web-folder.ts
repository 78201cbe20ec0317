/** Folder with the built files of the web app. */
import { join } from 'node:path';
import { installRoot } from './install-root.ts';

/** True if the program runs from its sources: the web app is then built when the service starts. */
export const RUNS_FROM_SOURCES = import.meta.filename.endsWith('.ts');

/** Returns the folder of the built web app: a cache in a checkout, part of the program in the package. */
export function webFolder(): string {
  return RUNS_FROM_SOURCES
    ? join(installRoot(), 'node_modules', '.cache', 'flowarden', 'web')
    : join(import.meta.dirname, '..', '..', '..', 'web');
}

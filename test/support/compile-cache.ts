/** Compiled code of the processes that tests start: as with the product's own launcher, a later start is cheaper. */
import { join } from 'node:path';
import { installRoot } from '../../src/infra/process/install-root.ts';

/** Folder for `NODE_COMPILE_CACHE`; the one that `bin/flowarden.mjs` chooses. */
export const COMPILE_CACHE = join(installRoot(), 'node_modules', '.cache', 'flowarden', 'compile');

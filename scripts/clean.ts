/** Removes the folders of a build that its arguments name, so that no file of an earlier one is left. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';

for (const folder of process.argv.slice(2))
  rmSync(join(import.meta.dirname, '..', folder), { recursive: true, force: true });

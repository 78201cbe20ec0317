import { chmodSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Changes the rights of a folder and all that it contains. */
export function changeModes(folder: string, mode: number): void {
  chmodSync(folder, mode);
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    chmodSync(join(folder, path), mode);
}

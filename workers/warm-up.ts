/**
 * Files to warm a thread up with: the samples that come with the program. Two rounds of them take a tenth of a
 * second and leave the first request a few milliseconds slower than later ones; every example of every rule would take
 * twenty times as long, in each thread, for the rest of it.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { installRoot } from '../src/infra/process/install-root.ts';

export interface WarmUpFile {
  readonly filename: string;
  readonly bytes: Buffer;
}

/** Larger samples would only make the start slower. */
const BYTES_MAX = 64 * 1024;

/** The samples of all platforms; none where somebody has removed them. */
export function warmUpFiles(): WarmUpFile[] {
  const folder = join(installRoot(), 'samples');
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name, parentPath }) => ({ filename: name, bytes: readFileSync(join(parentPath, name)) }))
    .filter(({ bytes }) => bytes.length <= BYTES_MAX);
}

/**
 * Warm-up files of a thread: the samples of the program. Two rounds of them take a tenth of a second and leave the
 * first request only a few milliseconds slower than later ones; all examples of all rules would take twenty times as
 * long in each thread, without much gain.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { installRoot } from '../src/infra/process/install-root.ts';

export interface WarmUpFile {
  readonly filename: string;
  readonly bytes: Buffer;
}

/** Size limit, as larger samples would only slow the start. */
const BYTES_MAX = 64 * 1024;

/** Returns the samples of all platforms; none if they have been removed. */
export function warmUpFiles(): WarmUpFile[] {
  const folder = join(installRoot(), 'samples');
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name, parentPath }) => ({ filename: name, bytes: readFileSync(join(parentPath, name)) }))
    .filter(({ bytes }) => bytes.length <= BYTES_MAX);
}

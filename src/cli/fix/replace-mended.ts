/** Writes a mended file where it was read, and nowhere else. */
import { lstat, readFile, realpath } from 'node:fs/promises';
import { StartError } from '../../infra/process/start-error.ts';
import { replaceFile } from '../replace-file.ts';
import { isInside } from '../validate/walk-folder.ts';
import type { MendedInput } from './mend-inputs.ts';

/** Rights of a file, without its type. */
const MODE_BITS = 0o7777;
/** Rights to write. */
const WRITE_BITS = 0o222;

const notWritten = (path: string, why: string, cause?: unknown): StartError =>
  new StartError(`${JSON.stringify(path)} is not written: ${why}`, 2, { cause });

/**
 * Replaces the file by its mended bytes; its mode stays.
 * @throws StartError (exit 2) when it lies outside of what was named, is read-only, has changed meanwhile, or cannot
 * be written
 */
export async function replaceMended({ file, root, shownPath, before, bytes }: MendedInput): Promise<void> {
  const path = await realpath(file.id).catch((cause: unknown) => {
    throw notWritten(shownPath, 'it is gone.', cause);
  });
  if (path !== file.id || !isInside(path, root))
    throw notWritten(shownPath, 'it is a link that leads out of the folder.');
  const { mode } = await lstat(path);
  // A file is replaced by another one, for which its own rights do not count.
  if ((mode & WRITE_BITS) === 0) throw notWritten(shownPath, 'it is read-only.');
  if (!before.equals(await readFile(path)))
    throw notWritten(shownPath, 'it was changed meanwhile. Run the command again.');
  await replaceFile(path, bytes, mode & MODE_BITS);
}

/** Writes mended files where they were read, and nowhere else. */
import { lstat, readFile, realpath } from 'node:fs/promises';
import { StartError } from '../../infra/process/start-error.ts';
import { replaceFile } from '../replace-file.ts';
import { isInside } from '../system-path.ts';
import type { MendedInput } from './mend-inputs.ts';

/** Rights of a file, without its type. */
const MODE_BITS = 0o7777;
/** Rights to write. */
const WRITE_BITS = 0o222;

const notWritten = (path: string, why: string, cause?: unknown): StartError =>
  new StartError(`${JSON.stringify(path)} is not written: ${why}`, 2, { cause });

/** Place of a file that may be written. */
interface Place {
  readonly path: string;
  readonly mode: number;
}

/**
 * Replaces the files by their mended bytes; modes stay. All are checked before the first one is written.
 * @throws StartError (exit 2) when one lies outside of what was named, is read-only, has changed meanwhile, or cannot be
 * written; it names those that were written before
 */
export async function replaceMended(files: readonly MendedInput[]): Promise<void> {
  const places: Place[] = [];
  for (const file of files) places.push(await writablePlace(file));
  for (const [index, { bytes }] of files.entries()) {
    const { path, mode } = places[index]!;
    await replaceFile(path, bytes, mode & MODE_BITS).catch((cause: unknown) => {
      const written = files.slice(0, index).map(({ shownPath }) => JSON.stringify(shownPath));
      const before = written.length === 0 ? 'No file is written.' : `Written before: ${written.join(', ')}.`;
      throw new StartError(`${cause instanceof Error ? cause.message : String(cause)} ${before}`, 2, {
        cause,
      });
    });
  }
}

async function writablePlace({ file, root, shownPath, before }: MendedInput): Promise<Place> {
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
  return { path, mode };
}

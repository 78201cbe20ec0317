/** Replaces files in one step. */
import { open, rename, rm } from 'node:fs/promises';
import { StartError } from '../infra/process/start-error.ts';

/**
 * Replaces a file as a whole: a reader never sees a part of it.
 * @param mode of the file; absent: that of a new file
 * @throws StartError (exit 2) when it cannot be written
 */
export async function replaceFile(file: string, content: string | Uint8Array, mode?: number): Promise<void> {
  const part = `${file}.${process.pid}.part`;
  try {
    const handle = await open(part, 'wx', mode);
    try {
      await handle.writeFile(content);
      // The mask of the process does not count for a file that was there.
      if (mode !== undefined) await handle.chmod(mode);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(part, file);
  } catch (cause) {
    await rm(part, { force: true });
    throw new StartError(
      `The file ${JSON.stringify(file)} cannot be written: ${(cause as Error).message}`,
      2,
      {
        cause,
      },
    );
  }
}

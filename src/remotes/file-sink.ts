/** Sink of a download that writes it to a file. */
import type { FileHandle } from 'node:fs/promises';
import type { ByteSink } from './remote.ts';

/** Returns a sink that writes to an open file; a download that starts again begins it anew. */
export function fileSink(handle: Pick<FileHandle, 'truncate' | 'write'>): ByteSink {
  let at = 0;
  return {
    async start() {
      at = 0;
      await handle.truncate(0);
    },
    async write(chunk) {
      await handle.write(chunk, 0, chunk.byteLength, at);
      at += chunk.byteLength;
    },
  };
}

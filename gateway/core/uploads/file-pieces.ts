/** Cuts an uploaded file into the pieces that the core takes. */

import type { Readable } from 'node:stream';
import { OwnedBytes } from '../../../src/infra/memory/owned-bytes.ts';
import { KIB } from '../../../src/units.ts';

/** Size of the pieces of a file that is streamed to the core; a file of one piece is sent again when its core is lost. */
export const UPLOAD_PIECE_BYTES = 256 * KIB;

/**
 * Yields the file in pieces with memory of their own; none is empty. While one is in use, no more is read. The memory of
 * what is read is freed.
 */
export async function* piecesOf(file: Readable): AsyncGenerator<Buffer> {
  let chunks: Buffer[] = [];
  let length = 0;
  const join = () => {
    const piece = Buffer.concat(chunks);
    for (const chunk of chunks) OwnedBytes.of(chunk).free();
    chunks = [];
    length = 0;
    return piece;
  };
  for await (const chunk of file as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= UPLOAD_PIECE_BYTES) yield join();
  }
  if (length > 0) yield join();
}

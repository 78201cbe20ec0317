/** Cuts an uploaded file into the pieces that the core takes. */
import type { Readable } from 'node:stream';
import { LIMITS } from '../../src/limits.ts';

/** Yields the file in pieces with memory of their own; none is empty. While one is in use, no more is read. */
export async function* piecesOf(file: Readable): AsyncGenerator<Buffer> {
  let chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of file as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    length += chunk.length;
    if (length < LIMITS.uploadPieceBytes) continue;
    yield Buffer.concat(chunks);
    chunks = [];
    length = 0;
  }
  if (length > 0) yield Buffer.concat(chunks);
}

/** Cuts an uploaded file into the pieces that the core takes. */
import type { Readable } from 'node:stream';
import { OwnedBytes } from '../../../src/infra/memory/owned-bytes.ts';
import { GATEWAY_LIMITS } from '../../limits.ts';

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
    if (length >= GATEWAY_LIMITS.uploadPieceBytes) yield join();
  }
  if (length > 0) yield join();
}

/** Writes a body in pieces, each when the one before has left: a slow reader shows its progress, and others get their turn. */
import type { ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { GATEWAY_LIMITS } from '../limits.ts';

/** Writes the pieces and ends the response. Stops when the reader goes away. Resolves with the bytes; rejects with what `pieces` throws. */
export async function writePieces(
  response: ServerResponse,
  pieces: Iterable<string | Buffer>,
): Promise<number> {
  let bytes = 0;
  for (const piece of pieces) {
    if (response.destroyed) return bytes;
    bytes += Buffer.byteLength(piece);
    if (response.write(piece)) await nextTurn();
    else await drained(response);
  }
  if (!response.destroyed) response.end();
  return bytes;
}

/** The pieces of a body that is there as a whole. */
export function* piecesOf(bytes: Buffer): Generator<Buffer> {
  const { answerPieceBytes } = GATEWAY_LIMITS;
  for (let from = 0; from < bytes.length; from += answerPieceBytes)
    yield bytes.subarray(from, from + answerPieceBytes);
}

/** Resolves when more may be written, or nobody reads any more. */
function drained(response: ServerResponse): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  response.once('drain', resolve).once('close', resolve);
  if (response.destroyed) resolve();
  return promise.finally(() => response.off('drain', resolve).off('close', resolve));
}

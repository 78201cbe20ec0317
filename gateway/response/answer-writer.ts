/**
 * Writes a body in pieces, each after the previous one has been sent. Slow readers show progress, and other answers
 * get their turn.
 */
import type { ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { GATEWAY_LIMITS } from '../limits.ts';
import type { Pieces } from './compression.ts';

/**
 * Writes the pieces and ends the response. Stops when the reader disconnects. Resolves with the number of bytes;
 * rejects with the error of `pieces`.
 */
export async function writePieces(response: ServerResponse, pieces: Pieces): Promise<number> {
  let bytes = 0;
  for await (const piece of pieces) {
    if (response.destroyed) return bytes;
    bytes += Buffer.byteLength(piece);
    if (response.write(piece)) await nextTurn();
    else await drained(response);
  }
  if (!response.destroyed) response.end();
  return bytes;
}

/** Splits a complete body into pieces. */
export function* piecesOf(bytes: Buffer): Generator<Buffer> {
  const { answerPieceBytes } = GATEWAY_LIMITS;
  for (let from = 0; from < bytes.length; from += answerPieceBytes)
    yield bytes.subarray(from, from + answerPieceBytes);
}

/** Joins small pieces of a text. Each piece is made only when the one before it has been sent. */
export function* joinedPieces(pieces: Iterable<string>): Generator<string, undefined> {
  let text = '';
  for (const piece of pieces) {
    text += piece;
    if (text.length < GATEWAY_LIMITS.answerPieceBytes) continue;
    yield text;
    text = '';
  }
  if (text !== '') yield text;
}

/** Resolves when more may be written, or the reader has disconnected. */
export function drained(response: ServerResponse): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  response.once('drain', resolve).once('close', resolve);
  if (response.destroyed) resolve();
  return promise.finally(() => response.off('drain', resolve).off('close', resolve));
}

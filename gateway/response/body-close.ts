/** Closes the connection of a rejected request with an unread body, without losing the answer. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { OwnedBytes } from '../../src/infra/memory/owned-bytes.ts';
import { KIB } from '../../src/units.ts';
import { GATEWAY_LIMITS } from '../limits.ts';

/** Largest unread body that is skipped, so that the connection can stay open. */
const SKIPPED_BODY_BYTES_MAX = 64 * KIB;

/**
 * Stops Node from discarding the body. Call it when a request with a body begins: Node reads a body to its end if
 * nothing has read it by the time of the answer. At most one chunk is then buffered before the body is read.
 */
export function holdBody(request: IncomingMessage): void {
  request.read(0);
}

/** Unread body of a request that gets an error. */
export interface UnreadBody {
  /** True if the rest of the body is not worth waiting for. */
  readonly bodyAbandoned: boolean;
  /** Reads the rest of the body as far as the limits allow; resolves when no more of it will be read. */
  readonly discardBody: () => Promise<void>;
}

/**
 * Handles the unread body; call it before the answer is written. A small rest is skipped and the connection stays
 * open. With a larger or abandoned one the answer gets `Connection: close`, and our side of the connection is ended.
 * The other side stays open while the rest is discarded, and a moment longer. Closing both at once would make the
 * kernel send a reset for the unread bytes, and a reset can overtake the answer.
 */
export function closeUnreadBody(
  request: IncomingMessage,
  response: ServerResponse,
  { bodyAbandoned, discardBody }: UnreadBody,
): void {
  request.unpipe();
  if (request.complete || !(bodyAbandoned || isLarge(request))) {
    request.resume();
    return;
  }
  response.setHeader('Connection', 'close');
  holdBody(request);
  const { socket } = request;
  socket.once('close', () => {
    const piece: Buffer | null = request.read();
    if (piece !== null) OwnedBytes.of(piece).free();
  });
  socket.destroySoon = () => {
    socket.end();
    void discardBody().then(() => {
      setTimeout(() => socket.destroy(), GATEWAY_LIMITS.lingerMsMax).unref();
    });
  };
}

function isLarge({ headers }: IncomingMessage): boolean {
  if (headers['transfer-encoding'] !== undefined) return true;
  return Number(headers['content-length'] ?? 0) > SKIPPED_BODY_BYTES_MAX;
}

/** Ends a connection whose body is not wanted, without reading it and without losing the answer. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { freeBytes } from '../core/byte-sink.ts';
import { GATEWAY_LIMITS } from '../limits.ts';

/**
 * To be called when a request with a body begins: Node reads a body to its end, and throws it away, that nobody has
 * asked for by the time of the answer. From now on at most one piece of it is taken in before somebody wants it.
 */
export function holdBody(request: IncomingMessage): void {
  request.read(0);
}

/**
 * To be called before the answer is written. A small rest of a body is skipped and the connection lives on. A
 * larger or abandoned one is left unread: the answer goes out with `Connection: close`, our side of the connection is
 * ended, and a moment later the other one. Closing both at once would make the kernel send a reset for the unread
 * bytes, and a reset can overtake the answer.
 */
export function closeUnreadBody(
  request: IncomingMessage,
  response: ServerResponse,
  abandoned: boolean,
): void {
  request.unpipe();
  if (request.complete || !(abandoned || isLarge(request))) {
    request.resume();
    return;
  }
  response.setHeader('Connection', 'close');
  holdBody(request);
  const { socket } = request;
  socket.once('close', () => {
    const piece: Buffer | null = request.read();
    if (piece !== null) freeBytes(piece);
  });
  socket.destroySoon = () => {
    socket.end();
    setTimeout(() => socket.destroy(), GATEWAY_LIMITS.lingerMsMax).unref();
  };
}

function isLarge({ headers }: IncomingMessage): boolean {
  if (headers['transfer-encoding'] !== undefined) return true;
  return Number(headers['content-length'] ?? 0) > GATEWAY_LIMITS.skippedBodyBytesMax;
}

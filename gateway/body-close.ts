/** Ends a connection whose body is not wanted, without reading it and without losing the answer. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { GATEWAY_LIMITS } from './limits.ts';

/**
 * To be called before the answer is written. A small rest of a body is skipped by Node and the connection lives on. A
 * larger or abandoned one is left unread: the answer goes out with `Connection: close`, our side of the connection is
 * ended, and a moment later the other one. Closing both at once would make the kernel send a reset for the unread
 * bytes, and a reset can overtake the answer.
 */
export function closeUnreadBody(
  request: IncomingMessage,
  response: ServerResponse,
  abandoned: boolean,
): void {
  if (request.complete || !(abandoned || isLarge(request))) return;
  response.setHeader('Connection', 'close');
  request.unpipe();
  // Marks the body as taken, so that Node does not read it to its end; at most one buffer of it is taken in.
  request.read(0);
  const { socket } = request;
  socket.destroySoon = () => {
    socket.end();
    setTimeout(() => socket.destroy(), GATEWAY_LIMITS.lingerMsMax).unref();
  };
}

function isLarge({ headers }: IncomingMessage): boolean {
  if (headers['transfer-encoding'] !== undefined) return true;
  return Number(headers['content-length'] ?? 0) > GATEWAY_LIMITS.skippedBodyBytesMax;
}

/** Ends connections that do not take their answers. */
import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';

/** Bytes sent on a connection, and the time of the last progress. */
interface Progress {
  readonly sent: string;
  readonly sinceMs: number;
}

const NONE: Progress = { sent: '', sinceMs: 0 };

/**
 * Destroys a connection when nothing of its waiting answer has been sent for `answerStallMsMax`. A slow reader is
 * left alone while it makes progress. Bytes from the client do not count.
 */
export function endStalledAnswers(
  server: Server,
  limits: Readonly<Record<'answerStallMsMax' | 'connectionCheckMs', number>>,
): void {
  const open = new Map<Socket, Progress>();
  const add = ({ socket }: IncomingMessage) => {
    if (open.has(socket)) return;
    open.set(socket, NONE);
    socket.once('close', () => open.delete(socket));
  };
  for (const event of ['request', 'checkContinue', 'checkExpectation']) server.on(event, add);
  const check = () => {
    const nowMs = performance.now();
    for (const [socket, progress] of open) {
      const { bytesWritten, writableLength } = socket;
      const sent = `${bytesWritten} ${writableLength}`;
      if (writableLength === 0) open.set(socket, NONE);
      else if (sent !== progress.sent) open.set(socket, { sent, sinceMs: nowMs });
      else if (nowMs - progress.sinceMs > limits.answerStallMsMax) socket.destroy();
    }
  };
  const timer = setInterval(check, limits.connectionCheckMs).unref();
  server.once('close', () => clearInterval(timer));
}

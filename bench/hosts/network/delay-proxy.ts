/** Relay of TCP connections that adds a delay, as a network between machines does. */
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** Silence after which a peer that has vanished is looked for. */
const KEEPALIVE_MS = 10_000;

export interface DelayedTarget {
  readonly host: string;
  readonly port: number;
  /** Added to each answer's way there and back together. */
  readonly delayMs: number;
}

/** Listens, and passes each connection on. Runs until the process ends. */
export async function startDelayProxy(listenHost: string, listenPort: number, target: DelayedTarget) {
  const server = createServer({ noDelay: true, allowHalfOpen: false }, (caller) => {
    const callee = connect({ host: target.host, port: target.port, noDelay: true });
    pass(caller, callee, target.delayMs);
    pass(callee, caller, 0);
    for (const socket of [caller, callee]) socket.setKeepAlive(true, KEEPALIVE_MS);
  });
  server.listen(listenPort, listenHost);
  await once(server, 'listening');
}

/** Passes on what one side sends, in order and later; the end of one side is the end of both. */
function pass(from: Socket, to: Socket, delayMs: number): void {
  const later = (work: () => void) => (delayMs === 0 ? work() : void setTimeout(work, delayMs));
  from.on('data', (chunk) =>
    later(() => {
      if (to.destroyed || to.write(chunk)) return;
      from.pause();
      to.once('drain', () => from.resume());
    }),
  );
  from.on('error', () => {});
  from.on('close', () => later(() => to.destroySoon()));
}

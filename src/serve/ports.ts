/** Ports: which are free, and waiting for one that an earlier run still holds. */
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { LIMITS } from '../limits.ts';
import { StartError } from '../start-error.ts';

/** A port that nobody listens on; `wanted` itself unless it is 0. */
export async function freePort(host: string, wanted: number, setting: string): Promise<number> {
  const deadline = Date.now() + LIMITS.portFreeMsMax;
  for (;;) {
    try {
      return await tryPort(host, wanted);
    } catch (cause) {
      const { code, message } = cause as NodeJS.ErrnoException;
      if (code === 'EADDRINUSE' && Date.now() < deadline) {
        await sleep(50);
        continue;
      }
      const reason = code === 'EADDRINUSE' ? 'another program listens on it' : message;
      throw new StartError(
        `Port ${wanted} of ${host} cannot be used: ${reason}. Stop that program or set ${setting} to another port.`,
        1,
        { cause },
      );
    }
  }
}

function tryPort(host: string, wanted: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen({ host, port: wanted, exclusive: true }, () => {
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : wanted;
      server.close(() => resolve(port));
    });
  });
}

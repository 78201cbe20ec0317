/** Selection of free ports, and waiting for one that an earlier run still holds. */
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartError } from '../../infra/process/start-error.ts';

/**
 * Further attempts at a port that the previous run may still hold, and the pause before each. Together with the start of
 * this program they stay below half a second: so long a taken port goes unnamed.
 */
const RETRIES = 4;
const RETRY_PAUSE_MS = 50;
/** Longest wait for a port before it is named. */
export const PORT_WAIT_MS_MAX = RETRIES * RETRY_PAUSE_MS;

/**
 * Range of chosen ports, below the ephemeral ports (Linux from 32768, macOS and Windows from 49152): an outgoing
 * connection could take such a port before its server listens, or during a restart.
 */
const CHOICE = { first: 20_000, end: 32_768 } as const;

/** Maps settings of ports to those of their addresses, where these are not `FLOWARDEN_HOST`. */
const HOST_SETTINGS: Readonly<Record<string, string>> = { FLOWARDEN_GRPC_PORT: 'FLOWARDEN_GRPC_HOST' };

/** Returns a free port; `wanted` itself unless it is 0. */
export async function freePort(host: string, wanted: number, setting: string): Promise<number> {
  for (let retries = 0; ; retries += 1) {
    try {
      return await tryPort(host, wanted === 0 ? randomInt(CHOICE.first, CHOICE.end) : wanted);
    } catch (cause) {
      const { code } = cause as NodeJS.ErrnoException;
      if (code === 'EADDRINUSE' && retries < RETRIES) {
        await sleep(RETRY_PAUSE_MS);
        continue;
      }
      throw new StartError(portFault(host, wanted, setting, cause as NodeJS.ErrnoException), 1, { cause });
    }
  }
}

/** Describes why a port cannot be bound, and the remedy. */
function portFault(host: string, port: number, setting: string, fault: NodeJS.ErrnoException): string {
  if (fault.code === 'EADDRNOTAVAIL') {
    const hostSetting = HOST_SETTINGS[setting] ?? 'FLOWARDEN_HOST';
    return `No network interface of this machine has the address ${host}. Set ${hostSetting} to one that it has, or to 0.0.0.0 for all.`;
  }
  const reasons: Readonly<Record<string, string>> = {
    EADDRINUSE: 'another program listens on it. Stop that program or set',
    EACCES: 'the user of this process may not listen on ports below 1024. Set',
  };
  const reason = reasons[fault.code ?? ''] ?? `${fault.message}. Set`;
  return `Port ${port} of ${host} cannot be used: ${reason} ${setting} to another port.`;
}

function tryPort(host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(port)));
  });
}

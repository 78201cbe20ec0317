/**
 * Program of the database's host: Postgres, and before it a relay that adds the network's delay.
 *
 * Usage: database-host.ts <address> <delay ms> <folder>. Sends the owner's URL and the postmaster's pid to its parent.
 */
import { startEmptyPostgres } from '../../postgres.ts';
import { startDelayProxy } from '../network/delay-proxy.ts';

/** Message of the program once Postgres answers. */
export interface DatabaseReady {
  readonly url: string;
  readonly pid: number;
}

/** Port at which the hosts reach Postgres. */
const PORT = 5432;

const [address = '', delayMs = '0', folder = ''] = process.argv.slice(2);
const { url, pid } = await startEmptyPostgres(folder);
const local = new URL(url);
await startDelayProxy(address, PORT, {
  host: local.hostname,
  port: Number(local.port),
  delayMs: Number(delayMs),
});
const remote = new URL(url);
remote.host = `${address}:${PORT}`;
process.send!({ url: remote.href, pid } satisfies DatabaseReady);

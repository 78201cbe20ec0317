/** Global setup of a run: a folder that its test files share, and a Postgres that starts with the first request for it. */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import type { SharedPostgres } from './database/shared-postgres.ts';
import { RUN_FOLDER, RUN_POSTGRES_PORT } from './run-folder.ts';
import { temporaryFolder } from './temporary-folder.ts';

let server: Server | null = null;
let starting: Promise<SharedPostgres> | null = null;

/** Starts the shared Postgres for the first caller. The database code loads only then: most runs of one file need none. */
async function startOnce(): Promise<SharedPostgres> {
  const { startSharedPostgres } = await import('./database/shared-postgres.ts');
  return startSharedPostgres();
}

async function answer(socket: Socket): Promise<void> {
  socket.on('error', () => {});
  starting ??= startOnce();
  try {
    const { url } = await starting;
    socket.end(JSON.stringify({ url }));
  } catch (error) {
    socket.end(JSON.stringify({ error: error instanceof Error ? error.stack : String(error) }));
  }
}

/** Makes the folder, and listens for test files that request Postgres. */
export async function globalSetup(): Promise<void> {
  process.env[RUN_FOLDER] = temporaryFolder();
  server = createServer((socket) => void answer(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  process.env[RUN_POSTGRES_PORT] = String((server.address() as AddressInfo).port);
}

/** Stops the shared Postgres if a test file has started it. */
export async function globalTeardown(): Promise<void> {
  server?.close();
  const postgres = await starting?.catch(() => null);
  await postgres?.stop();
}

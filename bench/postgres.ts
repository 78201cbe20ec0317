/** Postgres of a benchmark, with one organisation and a key. */
import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Sql } from '../src/infra/database/connections.ts';
import { connectOwner, disconnect, withOrganisation } from '../src/infra/database/database.ts';
import { migrateDatabase } from '../src/infra/database/migrate.ts';
import { uuidV7 } from '../src/infra/database/uuid-v7.ts';
import { embeddedUrl, startPostgres } from '../src/infra/embedded-postgres/embedded-postgres.ts';
import { freePort } from '../src/processes/supervisor/ports.ts';
import { hashApiKey, makeApiKey } from '../src/service/access/api-key.ts';
import { insertApiKey } from '../src/service/access/api-keys-store.ts';
import { SCOPES } from '../src/service/access/scopes.ts';
import { insertOrganisation } from '../src/service/organisations/organisations-store.ts';
import { familyCpuMs } from './processes.ts';
import { temporaryFolder } from './temporary.ts';

/** Database as the figure that started it sees it. */
export interface OwnDatabase extends AsyncDisposable, BenchDatabase {
  /** Returns the processor time of all of its processes so far. */
  cpuMs(): number;
}

/** Connection data for other processes. */
export interface BenchDatabase {
  readonly url: string;
  readonly pepper: string;
  readonly orgId: string;
  readonly key: string;
}

const HOUR_MS = 3_600_000;

/** Credentials of an organisation. */
export interface BenchCaller {
  readonly orgId: string;
  readonly key: string;
}

/** Postgres of a benchmark, still without tables. */
export interface EmptyPostgres {
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
}

/** Starts a Postgres in the folder. */
export async function startEmptyPostgres(folder: string): Promise<EmptyPostgres> {
  const dataDir = join(folder, 'data');
  mkdirSync(dataDir, { mode: 0o711 });
  const port = await freePort('127.0.0.1', 0, '');
  const postgres = await startPostgres(dataDir, port);
  await postgres.ready;
  const pid = Number.parseInt(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'), 10);
  return { url: embeddedUrl(dataDir, port), pid, stop: () => postgres.stop() };
}

/** Creates an organisation with a key. */
export async function insertCaller(owner: Sql, pepper: string, name: string): Promise<BenchCaller> {
  const orgId = uuidV7();
  const { id, key } = makeApiKey();
  await withOrganisation(owner, orgId, async (sql) => {
    await insertOrganisation(sql, { id: orgId, name });
    const keyHash = hashApiKey(key, pepper);
    const expiresAt = new Date(Date.now() + HOUR_MS);
    await insertApiKey(sql, { id, orgId, name, keyHash, scopes: SCOPES, expiresAt });
  });
  return { orgId, key };
}

/** Starts a database that `await using` ends, with its folder. */
export async function startDatabase(): Promise<OwnDatabase> {
  const folder = temporaryFolder();
  const { url, pid, stop } = await startEmptyPostgres(folder.path);
  await migrateDatabase(url);
  const pepper = randomBytes(32).toString('base64');
  const owner = connectOwner(url);
  const caller = await insertCaller(owner, pepper, 'Bench');
  await disconnect(owner);
  return {
    cpuMs: () => familyCpuMs(pid),
    url,
    pepper,
    ...caller,
    async [Symbol.asyncDispose]() {
      await stop();
      folder[Symbol.dispose]();
    },
  };
}

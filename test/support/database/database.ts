/** A real, migrated database for one test file: in the run's shared Postgres, or in a Postgres of its own. */
import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { after } from 'node:test';
import postgres from 'postgres';
import type { Sql } from '../../../src/infra/database/connections.ts';
import { connectApplication, connectOwner, withOrganisation } from '../../../src/infra/database/database.ts';
import { uuidV7 } from '../../../src/infra/database/uuid-v7.ts';
import { embeddedUrl, startPostgres } from '../../../src/infra/embedded-postgres/embedded-postgres.ts';
import { freePort } from '../../../src/processes/supervisor/ports.ts';
import { insertOrganisation } from '../../../src/service/organisations/organisations-store.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { databaseUrl, runStatement, sharedPostgresUrl, TEMPLATE_DATABASE } from './shared-postgres.ts';
import { startCopy } from './template.ts';

export interface TestDatabase {
  /** URL of the owner, who is superuser. */
  readonly url: string;
  readonly owner: postgres.Sql;
  /** The owner's connections as the program uses them. */
  readonly ownerSql: Sql;
  /** The pool that the application uses: row-level security holds. */
  readonly app: Sql;
}

/** Database in a Postgres that no other test file uses. */
export interface OwnPostgres extends TestDatabase {
  /** Stops this Postgres under its open connections, until `start`. */
  stop(): Promise<void>;
  start(): Promise<void>;
}

/**
 * Creates the database of a test file, in the run's shared Postgres if there is one. It is dropped after the file's
 * last test. Roles belong to the whole Postgres: a test that changes roles or watches sessions uses `ownPostgres`.
 */
export async function testDatabase(): Promise<TestDatabase> {
  const shared = await sharedPostgresUrl();
  if (shared === null) return ownPostgres();
  const name = `test_${randomBytes(8).toString('hex')}`;
  await runStatement(shared, `create database ${name} template ${TEMPLATE_DATABASE} strategy file_copy`);
  const { database, close } = connectTo(databaseUrl(shared, name));
  after(async () => {
    await close();
    await runStatement(shared, `drop database ${name} with (force)`);
  });
  return database;
}

/** Starts a Postgres for this test file alone. It ends, and its folder is deleted, after the file's last test. */
export async function ownPostgres(): Promise<OwnPostgres> {
  const dataDir = join(temporaryFolder(), 'data');
  const port = await freePort('127.0.0.1', 0, '');
  let running = await startCopy(dataDir, port);
  const { database, close } = connectTo(embeddedUrl(dataDir, port));
  after(async () => {
    await close();
    await running.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });
  return {
    ...database,
    stop: () => running.stop(),
    async start() {
      running = await startPostgres(dataDir, port);
      await running.ready;
    },
  };
}

function connectTo(url: string): { readonly database: TestDatabase; close(): Promise<void> } {
  const owner = postgres(url, {
    max: 4,
    transform: { column: { from: postgres.toCamel } },
    onnotice: () => {},
  });
  const ownerSql = connectOwner(url, 4);
  const app = connectApplication(url);
  return {
    database: { url, owner, ownerSql, app },
    async close() {
      await Promise.all([app.end(0), ownerSql.end(0), owner.end({ timeout: 0 })]);
    },
  };
}

/** A new organisation. */
export async function testOrganisation({ ownerSql }: TestDatabase, name = 'Test'): Promise<string> {
  const id = uuidV7();
  await withOrganisation(ownerSql, id, (sql) => insertOrganisation(sql, { id, name }));
  return id;
}

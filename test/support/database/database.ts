/** A real Postgres for one test file, migrated, its own, ready in a tenth of a second: a copy of a kept template. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { after } from 'node:test';
import postgres from 'postgres';
import type { Sql } from '../../../src/infra/database/connections.ts';
import { connectApplication, connectOwner, withOrganisation } from '../../../src/infra/database/database.ts';
import { migrateDatabase } from '../../../src/infra/database/migrate.ts';
import { readMigrations } from '../../../src/infra/database/migrations.ts';
import { uuidV7 } from '../../../src/infra/database/uuid-v7.ts';
import { embeddedUrl, startPostgres } from '../../../src/infra/embedded-postgres/embedded-postgres.ts';
import { installRoot } from '../../../src/infra/process/install-root.ts';
import { freePort } from '../../../src/processes/supervisor/ports.ts';
import { insertOrganisation } from '../../../src/service/organisations/organisations-store.ts';
import { until } from '../processes.ts';
import { temporaryFolder } from '../temporary-folder.ts';

export interface TestDatabase {
  /** Address for the owner, who is superuser. */
  readonly url: string;
  readonly dataDir: string;
  readonly owner: postgres.Sql;
  /** The owner's connections as the program uses them. */
  readonly ownerSql: Sql;
  /** The pool that the application uses: row-level security holds. */
  readonly app: Sql;
  /** Stops this Postgres under everybody, until `start`. */
  stop(): Promise<void>;
  start(): Promise<void>;
}

/** Starts the database of a test file. It ends, and its folder goes, after the file's last test. */
export async function testDatabase(): Promise<TestDatabase> {
  const dataDir = join(temporaryFolder(), 'data');
  copyFolder(await template(), dataDir);
  const port = await freePort('127.0.0.1', 0, '');
  let running = await startPostgres(dataDir, port);
  await running.ready;
  const url = embeddedUrl(dataDir, port);
  const owner = postgres(url, {
    max: 4,
    transform: { column: { from: postgres.toCamel } },
    onnotice: () => {},
  });
  const ownerSql = connectOwner(url, 4);
  const app = connectApplication(url);
  after(async () => {
    await Promise.all([app.end(0), ownerSql.end(0), owner.end({ timeout: 0 })]);
    await running.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });
  return {
    url,
    dataDir,
    owner,
    ownerSql,
    app,
    stop: () => running.stop(),
    async start() {
      running = await startPostgres(dataDir, port);
      await running.ready;
    },
  };
}

/** A new organisation. */
export async function testOrganisation({ ownerSql }: TestDatabase, name = 'Test'): Promise<string> {
  const id = uuidV7();
  await withOrganisation(ownerSql, id, (sql) => insertOrganisation(sql, { id, name }));
  return id;
}

/** A data folder whose Postgres is set up and migrated, and not running. Kept between test runs. */
export async function template(): Promise<string> {
  const cache = join(installRoot(), 'node_modules', '.cache', 'flowarden');
  const folder = join(cache, `data-${fingerprint()}`);
  if (existsSync(folder)) return folder;
  mkdirSync(cache, { recursive: true });
  const fresh = join(temporaryFolder(), 'template');
  mkdirSync(fresh, { mode: 0o711 });
  const port = await freePort('127.0.0.1', 0, '');
  const running = await startPostgres(fresh, port);
  await running.ready;
  await migrateDatabase(embeddedUrl(fresh, port));
  await untilAlone(embeddedUrl(fresh, port));
  await running.stop();
  keepFolder(fresh, folder, cache);
  return folder;
}

/**
 * Waits until nobody else is connected. The job queue's migration resolves before its connections have closed, and its
 * driver would end this process when Postgres stops under one of them.
 */
async function untilAlone(url: string): Promise<void> {
  const sql = postgres(url, { max: 1, fetch_types: false });
  await until('all connections are closed', async () => {
    const [row] = await sql<{ others: number }[]>`
      select count(*)::int as others from pg_stat_activity
      where backend_type = 'client backend' and pid <> pg_backend_pid()`;
    return row?.others === 0;
  });
  await sql.end();
}

/** Puts the folder in its place in one step; another test process may be doing the same. */
function keepFolder(fresh: string, folder: string, cache: string): void {
  const near = mkdtempSync(join(cache, 'new-'));
  copyFolder(fresh, join(near, 'data'));
  try {
    renameSync(join(near, 'data'), folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
  } finally {
    rmSync(near, { recursive: true, force: true });
  }
}

/** With owners and modes, which Postgres insists on. */
function copyFolder(from: string, to: string): void {
  execFileSync('cp', ['-a', from, to]);
}

function fingerprint(): string {
  const hash = createHash('sha256').update(readFileSync(join(installRoot(), 'package-lock.json')));
  for (const { text } of readMigrations()) hash.update(text);
  // The owner of the files depends on who runs the tests.
  return hash.update(String(process.getuid?.())).digest('hex').slice(0, 16);
}

/** Brings a database to the state that this program needs: our `sql/`, then graphile-worker's own migrations. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { installRoot } from '../install-root.ts';
import { LIMITS } from '../limits.ts';
import { StartError } from '../start-error.ts';
import type { Sql } from './connections.ts';
import { connectOwner, disconnect, inTransaction } from './database.ts';
import { prepareValidationPartitions } from './retention.ts';
import type { Transaction } from './transaction.ts';

/** Any number that is ours: two processes that migrate one database wait for each other. */
const ADVISORY_LOCK = 7_350_117;

const FOLDER = join(installRoot(), 'sql');

/** One file of `sql/`. */
export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly text: string;
}

/** The migrations in their order. A gap or a double number is a mistake of ours. */
export function readMigrations(): readonly Migration[] {
  return migrationNames().map((name, index) => {
    const version = Number(/^(\d{4})_[a-z0-9_]+\.sql$/.exec(name)?.[1]);
    if (version !== index + 1) throw new Error(`sql/${name}: expected number ${index + 1}`);
    return { version, name, text: readFileSync(join(FOLDER, name), 'utf8') };
  });
}

/** The number of the newest migration of this program. */
export function newestMigration(): number {
  return migrationNames().length;
}

function migrationNames(): readonly string[] {
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith('.sql'))
    .sort();
}

/** Brings the database at this address up to date. Returns the versions applied. */
export async function migrateDatabase(databaseUrl: string): Promise<readonly number[]> {
  const owner = connectOwner(databaseUrl, 1);
  try {
    const applied = await migrate(owner);
    await migrateJobs(databaseUrl);
    return applied;
  } finally {
    await disconnect(owner);
  }
}

/** Applies what is missing, all or nothing, over a connection of the owner. Returns the versions applied. */
export async function migrate(owner: Sql, migrations = readMigrations()): Promise<readonly number[]> {
  return inTransaction(owner, (sql) => applyMissing(sql, migrations), LIMITS.migrationMsMax);
}

async function applyMissing(sql: Transaction, migrations: readonly Migration[]): Promise<readonly number[]> {
  await sql`select pg_advisory_xact_lock(${ADVISORY_LOCK})`;
  const current = await currentVersion(sql);
  const newest = migrations.length;
  if (current > newest) {
    throw new StartError(
      `The database is newer than this program: it has migration ${current}, this program knows ${newest}. Install the newer program.`,
    );
  }
  const missing = migrations.slice(current);
  for (const migration of missing) await apply(sql, migration);
  await prepareValidationPartitions(sql);
  return missing.map((migration) => migration.version);
}

/** Makes the schema of the job queue when there is none. The jobs process keeps it up to date when it starts. */
export async function ensureJobs(owner: Sql, databaseUrl: string): Promise<void> {
  const known = await inTransaction(owner, async (sql) => {
    const [found] = await sql<{ known: boolean }[]>`
      select to_regclass('graphile_worker.migrations') is not null as known`;
    return found?.known ?? false;
  });
  if (!known) await migrateJobs(databaseUrl);
}

/** Makes or updates the schema of the job queue. */
async function migrateJobs(databaseUrl: string): Promise<void> {
  const { Logger, runMigrations } = await import('graphile-worker');
  const silent = new Logger(() => () => {});
  await runMigrations({ connectionString: databaseUrl, logger: silent });
}

async function currentVersion(sql: Transaction): Promise<number> {
  const [found] = await sql<
    { known: boolean }[]
  >`select to_regclass('schema_migrations') is not null as known`;
  if (!found?.known) {
    await sql`
      create table schema_migrations (
        version integer primary key,
        name text not null,
        applied_at timestamptz not null default now()
      )`;
    return 0;
  }
  const [row] = await sql<
    { version: number }[]
  >`select coalesce(max(version), 0) as version from schema_migrations`;
  return row?.version ?? 0;
}

async function apply(sql: Transaction, migration: Migration): Promise<void> {
  try {
    await sql.unsafe(migration.text);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new StartError(`Migration ${migration.name} failed: ${reason}`, 1, { cause });
  }
  await sql`insert into schema_migrations (version, name) values (${migration.version}, ${migration.name})`;
}

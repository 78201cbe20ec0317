/** Migrates a database to the schema of this program: our `sql/`, then graphile-worker's own migrations. */
import { setTimeout as sleep } from 'node:timers/promises';
import { INFRA_LIMITS } from '../limits.ts';
import { StartError } from '../process/start-error.ts';
import { buildIndexConcurrently, limitLockTime, readIndexDefinition } from './concurrent-index.ts';
import type { Sql } from './connections.ts';
import { connectOwner, disconnect, inTransaction, type Pooler } from './database.ts';
import { type Migration, neededMigration, readMigrations } from './migrations.ts';
import { makePartitionsAhead } from './partitions.ts';
import { vacuumQueueOften } from './queue-tables.ts';
import { currentVersion, rejectContractedSchema } from './servable-schema.ts';
import type { Transaction } from './transaction.ts';

/** Attempts of a migration to get a lock. */
const MIGRATION_LOCK_TRIES_MAX = 30;

/** `insufficient_privilege`: the account is wrong, not the migration. */
const NO_RIGHT = '42501';

/** Key of our advisory lock, by which concurrent migrations of a database wait for each other. */
const ADVISORY_LOCK = 7_350_117;
/** SQLSTATEs of a lock that was not acquired within `lock_timeout`, and of a deadlock. */
const LOCK_CODES: readonly unknown[] = ['55P03', '40P01'];
/** Pause between two checks of a lock that another process holds, in milliseconds. */
const POLL_MS = 200;

/** Migrates the database at this URL. Returns the versions applied. */
export async function migrateDatabase(
  databaseUrl: string,
  pooler: Pooler = false,
): Promise<readonly number[]> {
  const owner = connectOwner(databaseUrl, 2, pooler);
  try {
    const applied = await migrate(owner);
    await migrateJobs(databaseUrl);
    await inTransaction(owner, vacuumQueueOften);
    return applied;
  } finally {
    await disconnect(owner);
  }
}

/** Lock timeout of a migration and number of attempts: meanwhile other statements queue behind it. */
export interface LockPatience {
  readonly lockMsMax: number;
  readonly triesMax: number;
}

const PATIENCE: LockPatience = {
  lockMsMax: INFRA_LIMITS.migrationLockMsMax,
  triesMax: MIGRATION_LOCK_TRIES_MAX,
};

/**
 * Applies missing migrations over the owner's connections, each file in a transaction of its own. Returns their
 * versions.
 * @throws StartError for a file that fails; those before it stay applied
 */
export async function migrate(
  owner: Sql,
  migrations = readMigrations(),
  patience = PATIENCE,
): Promise<readonly number[]> {
  const signal = AbortSignal.timeout(INFRA_LIMITS.migrationMsMax);
  const applied: number[] = [];
  for (;;) {
    signal.throwIfAborted();
    const next = await inTransaction(owner, (sql) => findNext(sql, migrations));
    if (next === null) break;
    if (await applyAlone(owner, next, patience, signal)) applied.push(next.version);
    else await sleep(POLL_MS);
  }
  await makePartitionsUnlessLocked(owner, patience.lockMsMax);
  return applied;
}

/** Creates the partitions ahead. Without them the start goes on: rows go to the default ones, until the jobs try again. */
async function makePartitionsUnlessLocked(owner: Sql, lockMsMax: number): Promise<void> {
  try {
    await inTransaction(owner, (sql) => makePartitionsAhead(sql, lockMsMax), INFRA_LIMITS.migrationMsMax);
  } catch (cause) {
    if (!LOCK_CODES.includes((cause as { readonly code?: unknown }).code)) throw cause;
  }
}

/** Returns the first migration that the database lacks; null when it has all, and perhaps newer compatible ones. */
async function findNext(sql: Transaction, migrations: readonly Migration[]): Promise<Migration | null> {
  const current = await currentVersion(sql);
  if (current > 0) {
    await rejectOtherHistory(sql, migrations);
    await rejectContractedSchema(sql, migrations.length);
  }
  return migrations[current] ?? null;
}

/** Rejects a database whose first migration differs: its schema cannot be migrated. */
async function rejectOtherHistory(sql: Transaction, migrations: readonly Migration[]): Promise<void> {
  const [first] = await sql<{ name: string }[]>`select name from schema_migrations order by version limit 1`;
  if (first!.name === migrations[0]!.name) return;
  throw new StartError(
    `The database was made by a version before 0.1.0 (its first migration is ${first!.name}) and cannot be upgraded. Start with an empty database or another data folder (FLOWARDEN_DATA_DIR). Nothing has been changed.`,
  );
}

/** Applies one migration; returns false if another process has done so or is migrating. */
async function applyAlone(
  owner: Sql,
  migration: Migration,
  { lockMsMax, triesMax }: LockPatience,
  signal: AbortSignal,
): Promise<boolean> {
  const isConcurrent = migration.name.endsWith('.concurrently.sql');
  for (let tries = 1; ; tries += 1) {
    try {
      return isConcurrent
        ? await applyConcurrently(owner, migration, lockMsMax)
        : await inTransaction(owner, (sql) => apply(sql, migration, lockMsMax), INFRA_LIMITS.migrationMsMax);
    } catch (cause) {
      const { code } = cause as { readonly code?: unknown };
      if (code === NO_RIGHT) throw cause;
      const isLocked = LOCK_CODES.includes(code);
      if (!isLocked || tries >= triesMax || signal.aborted) throw failed(migration, isLocked, cause);
      await sleep(tries * POLL_MS);
    }
  }
}

function failed({ name }: Migration, isLocked: boolean, cause: unknown): StartError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  const help = isLocked
    ? '. Another session has locked the table for long: end it, and start again. Nothing of this migration is left.'
    : '';
  return new StartError(`Migration ${name} failed: ${reason}${help}`, 1, { cause });
}

async function apply(sql: Transaction, migration: Migration, lockMsMax: number): Promise<boolean> {
  if (!(await isOurTurn(sql, migration))) return false;
  await limitLockTime(sql, lockMsMax);
  await sql.unsafe(migration.text);
  await recordMigration(sql, migration);
  return true;
}

/** Builds an index over a second connection: this transaction only holds the lock. */
async function applyConcurrently(owner: Sql, migration: Migration, lockMsMax: number): Promise<boolean> {
  const signal = AbortSignal.timeout(INFRA_LIMITS.migrationMsMax);
  return inTransaction(
    owner,
    async (sql) => {
      if (!(await isOurTurn(sql, migration))) return false;
      await sql`set local idle_in_transaction_session_timeout = 0`;
      await buildIndexConcurrently(owner, readIndexDefinition(migration.text), lockMsMax, signal);
      await recordMigration(sql, migration);
      return true;
    },
    INFRA_LIMITS.migrationMsMax,
  );
}

/**
 * Returns whether no other process migrates, and none has applied this one. It never waits: a waiting statement has a
 * snapshot, and a concurrent index build waits for it in turn.
 */
async function isOurTurn(sql: Transaction, { version }: Migration): Promise<boolean> {
  const [row] = await sql<
    { isOurs: boolean }[]
  >`select pg_try_advisory_xact_lock(${ADVISORY_LOCK}) as is_ours`;
  return row!.isOurs && (await currentVersion(sql)) < version;
}

async function recordMigration(sql: Transaction, migration: Migration): Promise<void> {
  const { version, name } = migration;
  await sql`
    insert into schema_migrations (version, name, needs_migration)
    values (${version}, ${name}, ${neededMigration(migration)})`;
}

/** Creates the schema of the job queue if it is missing. The jobs process updates it at its start. */
export async function ensureJobs(owner: Sql, databaseUrl: string): Promise<void> {
  const known = await inTransaction(owner, async (sql) => {
    const [found] = await sql<{ known: boolean }[]>`
      select to_regclass('graphile_worker.migrations') is not null as known`;
    return found?.known ?? false;
  });
  if (known) return;
  await migrateJobs(databaseUrl);
  await inTransaction(owner, vacuumQueueOften);
}

/** Creates or updates the schema of the job queue. */
async function migrateJobs(databaseUrl: string): Promise<void> {
  const { Logger, runMigrations } = await import('graphile-worker');
  const silent = new Logger(() => () => {});
  await runMigrations({ connectionString: databaseUrl, logger: silent });
}

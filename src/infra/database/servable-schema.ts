/** Checks that this program can work with the schema of a database. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '../logging/log.ts';
import { StartError } from '../process/start-error.ts';
import type { Sql } from './connections.ts';
import { inTransaction } from './database.ts';
import { newestMigration } from './migrations.ts';
import type { Transaction } from './transaction.ts';

/** Pause between two looks for the migrations that a role waits for. */
const MIGRATION_LOOK_MS = 1_000;

/** Checks the schema before a process starts. @throws StartError when a migration needs a newer program */
export async function requireServableSchema(sql: Sql): Promise<void> {
  await inTransaction(sql, (transaction) => rejectContractedSchema(transaction, newestMigration()));
}

/**
 * Waits until every migration of this program has been applied. Roles that run apart start in any order, and one without
 * its schema would fail at its first query.
 */
export async function waitForMigrations(
  sql: Sql,
  log: Logger,
  newest = newestMigration(),
  pauseMs: number = MIGRATION_LOOK_MS,
): Promise<void> {
  for (let looks = 0; ; looks += 1) {
    const version = await inTransaction(sql, currentVersion);
    if (version >= newest) return;
    if (looks === 0)
      log.warn({ version, newest }, 'the database lacks migrations: waiting for `flowarden migrate`');
    await sleep(pauseMs);
  }
}

/** Returns the newest migration that has been applied; 0: none. */
export async function currentVersion(sql: Transaction): Promise<number> {
  const [found] = await sql<
    { known: boolean }[]
  >`select to_regclass('schema_migrations') is not null as known`;
  if (!found?.known) return 0;
  const [row] = await sql<
    { version: number }[]
  >`select coalesce(max(version), 0) as version from schema_migrations`;
  return row?.version ?? 0;
}

/**
 * Checks the schema for a program whose newest migration is this one. @throws StartError when a migration needs a
 * newer program
 */
export async function rejectContractedSchema(sql: Transaction, newest: number): Promise<void> {
  const [row] = await sql<{ version: number; needsMigration: number }[]>`
    select version, needs_migration from schema_migrations
    where needs_migration > ${newest} order by needs_migration desc limit 1`;
  if (row === undefined) return;
  throw new StartError(
    `The database is newer than this program: its migration ${row.version} needs a program that knows migration ${row.needsMigration}, this one knows ${newest}. Install a newer version.`,
  );
}

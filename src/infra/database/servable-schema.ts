/** Checks that this program can work with the schema of a database. */
import { StartError } from '../process/start-error.ts';
import type { Sql } from './connections.ts';
import { inTransaction } from './database.ts';
import { newestMigration } from './migrations.ts';
import type { Transaction } from './transaction.ts';

/** Checks the schema before a process starts. @throws StartError when a migration needs a newer program */
export async function requireServableSchema(sql: Sql): Promise<void> {
  await inTransaction(sql, (transaction) => rejectContractedSchema(transaction, newestMigration()));
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

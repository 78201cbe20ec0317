/** State of the schema and the queue, which a core checks with one query before it serves. */
import postgres from 'postgres';
import { AppError } from '../../errors.ts';
import type { Sql } from './connections.ts';
import { APPLICATION_ROLE, inTransaction } from './database.ts';

export interface SchemaState {
  /** Newest migration that has been applied; 0 when the schema is older than this query. */
  readonly version: number;
  /** Newest migration that a program must know. */
  readonly needsMigration: number;
  /** Milliseconds since the last heartbeat of a jobs process; null when none is known. */
  readonly queueSilentMs: number | null;
}

/**
 * `undefined_table`, `undefined_column` and `insufficient_privilege`: the migration that allows this query has not
 * been applied.
 */
const TOO_OLD = ['42P01', '42703', '42501'];

/**
 * Reads the state.
 * @throws AppError `database_unavailable` without an answer in this time, and when row-level security is not enforced
 */
export async function readSchemaState(sql: Sql, timeMsMax: number): Promise<SchemaState> {
  try {
    return await inTransaction(
      sql,
      async (transaction) => {
        const [row] = await transaction<(SchemaState & { role: string; isWalled: boolean })[]>`
          select current_user as role,
            current_user = ${APPLICATION_ROLE} and row_security_active('organisations') as is_walled,
            (select coalesce(max(version), 0) from schema_migrations) as version,
            (select coalesce(max(needs_migration), 0) from schema_migrations) as needs_migration,
            (select extract(epoch from now() - max(beaten_at)) * 1000 from job_processes where kind = 'jobs')::float8 as queue_silent_ms`;
        const { isWalled, role, ...state } = row!;
        if (isWalled) return state;
        throw new AppError(
          'database_unavailable',
          `Row-level security does not hold: transactions run as ${role}.`,
        );
      },
      timeMsMax,
    );
  } catch (error) {
    if (error instanceof postgres.PostgresError && TOO_OLD.includes(error.code))
      return { version: 0, needsMigration: 0, queueSilentMs: null };
    throw error;
  }
}

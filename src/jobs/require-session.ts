/** Rejects a pooler that gives each transaction another connection: notifications of new jobs belong to a session. */

import type { Sql } from '../infra/database/connections.ts';
import { connectOwner, disconnect, inTransaction } from '../infra/database/database.ts';
import { StartError } from '../infra/process/start-error.ts';

/** Checks the settings of the address, and its behaviour. @throws StartError for a transaction pooler */
export async function requireSession(databaseUrl: string, isPooled: boolean): Promise<void> {
  if (!isPooled && !(await hasTransactionPooler(databaseUrl))) return;
  throw new StartError(
    'The jobs cannot use a pooler in transaction mode: they wait for notifications of Postgres (LISTEN), which belong to a session. Set DATABASE_URL of the jobs to Postgres itself, without FLOWARDEN_DATABASE_POOLER.',
    2,
  );
}

/**
 * Returns whether a connection loses its server process when a second connection needs one between its transactions.
 * Neither Postgres nor a pooler in session mode takes it away.
 */
async function hasTransactionPooler(databaseUrl: string): Promise<boolean> {
  // Without prepared statements, which a pooler may lose between transactions.
  const [one, other] = [connectOwner(databaseUrl, 1, true), connectOwner(databaseUrl, 1, true)] as const;
  try {
    const before = await serverProcess(one);
    return await inTransaction(other, async (sql) => {
      await sql`select 1`;
      return (await serverProcess(one)) !== before;
    });
  } finally {
    await Promise.all([disconnect(one), disconnect(other)]);
  }
}

async function serverProcess(sql: Sql): Promise<number> {
  return inTransaction(sql, async (inner) => {
    const [row] = await inner<[{ pid: number }]>`select pg_backend_pid() as pid`;
    return row.pid;
  });
}

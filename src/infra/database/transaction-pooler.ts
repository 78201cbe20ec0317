/** Detection of a pooler that gives each transaction another connection. */
import type { Sql } from './connections.ts';
import { connectOwner, disconnect, inTransaction } from './database.ts';

/**
 * Returns whether a connection loses its server process when a second connection needs one between its transactions.
 * Neither Postgres nor a pooler in session mode takes it away.
 */
export async function hasTransactionPooler(databaseUrl: string): Promise<boolean> {
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

/** Query over all organisations: is there anything to pull? */
import type { Transaction } from '../../infra/database/transaction.ts';

/** Returns whether an organisation has a source; the account must see those of all. */
export async function hasSources(sql: Transaction): Promise<boolean> {
  const [row] = await sql<[{ isThere: boolean }]>`select exists (select from sources) as is_there`;
  return row.isThere;
}

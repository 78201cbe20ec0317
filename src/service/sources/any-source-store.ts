/** Query over all organisations: is there anything to pull? What is pushed is not pulled. */
import type { Transaction } from '../../infra/database/transaction.ts';

/** Returns whether an organisation has a source that is pulled; the account must see those of all. */
export async function hasSources(sql: Transaction): Promise<boolean> {
  const [row] = await sql<
    [{ isThere: boolean }]
  >`select exists (select from sources where kind <> 'pushed') as is_there`;
  return row.isThere;
}

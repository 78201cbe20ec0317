/** `flowarden migrate`: the schema of this program, and the rules that it brings. */
import { connectOwner, disconnect, inTransaction, type Pooler } from '../infra/database/database.ts';
import { migrateDatabase } from '../infra/database/migrate.ts';
import { recordRules } from '../service/policy/grace/rule-arrivals-store.ts';

/** Migrates the database at this URL and records its rules. Returns the versions applied. */
export async function migrateAndRecord(databaseUrl: string, pooler: Pooler): Promise<readonly number[]> {
  const applied = await migrateDatabase(databaseUrl, pooler);
  const owner = connectOwner(databaseUrl, 1, pooler);
  try {
    await inTransaction(owner, (transaction) => recordRules(transaction));
    return applied;
  } finally {
    await disconnect(owner);
  }
}

/** Rejects a pooler that gives each transaction another connection: notifications of new jobs belong to a session. */

import type { Pooler } from '../infra/database/database.ts';
import { hasTransactionPooler } from '../infra/database/transaction-pooler.ts';
import { StartError } from '../infra/process/start-error.ts';

/** Checks the settings of the address, and its behaviour. @throws StartError for a transaction pooler */
export async function requireSession(databaseUrl: string, pooler: Pooler): Promise<void> {
  if (!pooler && !(await hasTransactionPooler(databaseUrl))) return;
  throw new StartError(
    'The jobs cannot use a pooler in transaction mode: they wait for notifications of Postgres (LISTEN), which belong to a session. Set DATABASE_URL of the jobs to Postgres itself, without FLOWARDEN_DATABASE_POOLER.',
    2,
  );
}

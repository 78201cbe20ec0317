/** Wait for the first source: without one there is nothing to pull. */
import { setTimeout as sleep } from 'node:timers/promises';
import { connectOwner, disconnect, inTransaction, type Pooler } from '../../infra/database/database.ts';
import { hasSources } from '../../service/sources/any-source-store.ts';
import { SECOND_MS } from '../../units.ts';

/** Pause between two looks. */
const LOOK_MS = 3 * SECOND_MS;

/** Resolves when an organisation has a source. @throws the reason of the signal */
export async function untilSource(databaseUrl: string, pooler: Pooler, signal: AbortSignal): Promise<void> {
  const owner = connectOwner(databaseUrl, 1, pooler);
  try {
    for (;;) {
      if (await inTransaction(owner, hasSources).catch(() => false)) return;
      await sleep(LOOK_MS, undefined, { signal });
    }
  } finally {
    await disconnect(owner);
  }
}

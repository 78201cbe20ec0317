/** Job that seals the secrets of webhooks with the first configured key, so that older ones can be removed. */

import type { Sql } from '../../infra/database/connections.ts';
import { inTransaction } from '../../infra/database/database.ts';
import { INFRA_LIMITS } from '../../infra/limits.ts';
import type { Logger } from '../../infra/logging/log.ts';
import { type Seal, webhookOwner } from '../../infra/sealing/seal.ts';
import { lockSealedSecrets, replaceSealedSecrets, type SealedSecrets } from './webhook-secrets-store.ts';

/** Counts of webhooks by outcome. */
export interface Resealing {
  readonly resealed: number;
  /** Sealed with a key that is not configured: left as they are. */
  readonly unreadable: number;
}

const NIL = '00000000-0000-0000-0000-000000000000';

/** Seals the secrets of all webhooks, a batch at a time, and logs what the operator has to know. */
export async function resealWebhooks(sql: Sql, seal: Seal, log: Logger): Promise<Resealing> {
  let resealed = 0;
  let unreadable = 0;
  let after = { orgId: NIL, id: NIL };
  for (let full = true; full; ) {
    const rows = await inTransaction(sql, async (inner) => {
      const found = await lockSealedSecrets(inner, after, INFRA_LIMITS.sweepRowsMax);
      for (const row of found) {
        const sealed = [row.secret, row.nextSecret].filter((secret) => secret !== null);
        if (sealed.every(seal.isCurrent)) continue;
        if (!sealed.every(seal.canOpen)) {
          unreadable += 1;
          continue;
        }
        await replaceSealedSecrets(inner, sealedAnew(row, seal));
        resealed += 1;
      }
      return found;
    });
    after = rows.at(-1) ?? after;
    full = rows.length === INFRA_LIMITS.sweepRowsMax;
  }
  if (resealed > 0) log.info({ resealed }, 'Secrets of webhooks are sealed with the first key now');
  if (unreadable > 0) {
    log.error(
      { unreadable },
      'Secrets of webhooks are sealed with a key that FLOWARDEN_SECRETS_KEY and FLOWARDEN_WEBHOOK_KEY do not hold: their deliveries wait for it',
    );
  }
  return { resealed, unreadable };
}

function sealedAnew(row: SealedSecrets, seal: Seal): SealedSecrets {
  const owner = webhookOwner(row.orgId, row.id);
  const anew = (secret: Buffer) => seal.seal(seal.open(secret, owner), owner);
  return {
    ...row,
    secret: anew(row.secret),
    nextSecret: row.nextSecret === null ? null : anew(row.nextSecret),
  };
}

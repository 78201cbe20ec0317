/** The sealed secrets of all webhooks. Over the owner's connection only. */
import type { Transaction } from '../../infra/database/transaction.ts';

export interface SealedSecrets {
  readonly orgId: string;
  readonly id: string;
  readonly secret: Buffer;
  readonly nextSecret: Buffer | null;
}

/**
 * Locks and lists the secrets behind a webhook in the order of their ids, as `lockWebhooksOf` does: another order could
 * deadlock with results that are written.
 */
export async function lockSealedSecrets(
  sql: Transaction,
  after: Pick<SealedSecrets, 'orgId' | 'id'>,
  rowsMax: number,
): Promise<readonly SealedSecrets[]> {
  return sql<SealedSecrets[]>`
    select org_id, id, secret, next_secret from webhooks
    where (id, org_id) > (${after.id}::uuid, ${after.orgId}::uuid)
    order by id, org_id limit ${rowsMax} for update`;
}

/** Writes the same secrets, sealed anew. */
export async function replaceSealedSecrets(
  sql: Transaction,
  { orgId, id, secret, nextSecret }: SealedSecrets,
): Promise<void> {
  await sql`
    update webhooks set secret = ${secret}, next_secret = ${nextSecret}
    where org_id = ${orgId} and id = ${id}`;
}

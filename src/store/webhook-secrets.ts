/** The sealed secrets of all webhooks. Over the owner's connection only. */
import type { Transaction } from './transaction.ts';

export interface SealedSecrets {
  readonly orgId: string;
  readonly id: string;
  readonly secret: Buffer;
  readonly nextSecret: Buffer | null;
}

/** Secrets behind a webhook in the order of the primary key, kept from others until the transaction ends. */
export async function lockSealedSecrets(
  sql: Transaction,
  after: Pick<SealedSecrets, 'orgId' | 'id'>,
  rowsMax: number,
): Promise<readonly SealedSecrets[]> {
  return sql<SealedSecrets[]>`
    select org_id, id, secret, next_secret from webhooks
    where (org_id, id) > (${after.orgId}::uuid, ${after.id}::uuid)
    order by org_id, id limit ${rowsMax} for update`;
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

/** Check of an actor in the transaction of an action that outlives the actor's access. */
import type { AuditActor } from '../../contract/audit.ts';
import { storableText } from '../../infra/database/postgres-text.ts';
import type { TenantTransaction } from '../../infra/database/transaction.ts';

/**
 * Returns whether the key is not revoked, or the user not removed, and locks that until the transaction ends. Callers are
 * cached for some seconds, in which a removed one could otherwise make a key that lasts.
 */
export async function isStillAdmitted(sql: TenantTransaction, { kind, id }: AuditActor): Promise<boolean> {
  if (kind === 'key') {
    const [row] = await sql<[{ revokedAt: Date | null }?]>`
      select revoked_at from api_keys where org_id = ${sql.orgId} and id = ${storableText(id)} for share`;
    return row?.revokedAt === null;
  }
  // A CI job leaves nothing behind but results, which its policy may send.
  if (kind === 'workload') return false;
  if (kind !== 'user') return true;
  const members = await sql`
    select 1 from organisation_members where org_id = ${sql.orgId} and subject = ${storableText(id)} for share`;
  if (members.length > 0) return true;
  // Where a claim of the token decides, users are no members here, and none was removed.
  const removals = await sql`
    select 1 from audit_entries
    where org_id = ${sql.orgId} and action = 'member.removed' and details ->> 'subject' = ${storableText(id)}
      and occurred_at > now() - interval '1 minute'
    limit 1`;
  return removals.length === 0;
}

/** Check of an actor in the transaction of an action that outlives the actor's access. */
import type { AuditActor } from '../../contract/audit.ts';
import { storableText } from '../../infra/database/postgres-text.ts';
import type { TenantTransaction } from '../../infra/database/transaction.ts';

/** Access that an actor still has. Who is `narrowed` to teams hands on nothing. */
export type AccessLeft = 'whole' | 'narrowed' | 'none';

/**
 * Returns what access a key or user still has, and locks that until the transaction ends.
 * Callers are cached for some seconds, in which such a one could otherwise make a key that lasts.
 */
export async function accessLeft(sql: TenantTransaction, { kind, id }: AuditActor): Promise<AccessLeft> {
  if (kind === 'key') {
    const [row] = await sql<[{ revokedAt: Date | null }?]>`
      select revoked_at from api_keys where org_id = ${sql.orgId} and id = ${storableText(id)} for share`;
    return row?.revokedAt === null ? 'whole' : 'none';
  }
  // A CI job leaves nothing behind but results, which its policy may send.
  if (kind === 'workload') return 'none';
  if (kind !== 'user') return 'whole';
  const members = await sql<{ teamsOnly: boolean }[]>`
    select teams_only from organisation_members where org_id = ${sql.orgId} and subject = ${storableText(id)} for share`;
  if (members.length > 0) return members.some(({ teamsOnly }) => teamsOnly) ? 'narrowed' : 'whole';
  // Where a claim of the token decides, users are no members here, and none was removed.
  const removals = await sql`
    select 1 from audit_entries
    where org_id = ${sql.orgId} and action = 'member.removed' and details ->> 'subject' = ${storableText(id)}
      and occurred_at > now() - interval '1 minute'
    limit 1`;
  return removals.length === 0 ? 'whole' : 'none';
}

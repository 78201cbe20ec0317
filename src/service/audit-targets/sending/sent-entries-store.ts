/** Entries of the audit log as they are sent: those behind a number, in their order. */
import type { AuditRecord } from '../../../contract/audit.ts';
import type { Transaction } from '../../../infra/database/transaction.ts';

/** Lists entries of an organisation behind a number, in their order. */
export async function listEntriesBehind(
  sql: Transaction,
  orgId: string,
  behind: number,
  rowsMax: number,
): Promise<readonly AuditRecord[]> {
  return await sql<AuditRecord[]>`
    select org_id, sequence::float8 as sequence, occurred_at, action, details, request_id,
      coalesce(changes, '[]') as changes,
      encode(hash, 'hex') as hash,
      jsonb_build_object('kind', actor_kind, 'id', actor_id, 'name', actor_name, 'email', actor_email) as actor,
      jsonb_build_object('kind', target_kind, 'id', target_id, 'name', target_name) as target
    from audit_entries
    where org_id = ${orgId} and audit_entries.sequence > ${behind}
    order by audit_entries.sequence
    limit ${rowsMax}`;
}

/** The audit log: entries are appended in the transaction of what they tell of, and never changed. */
import type { AuditEntry } from '../model/audit.ts';
import { storableJson, storableText } from './text.ts';
import type { Transaction } from './transaction.ts';

/**
 * Adds an entry at the end of the organisation's chain. Call it in the transaction of the action, as its last
 * statement: other actions of the organisation wait until that transaction ends.
 */
export async function audit(sql: Transaction, entry: AuditEntry): Promise<void> {
  const { actor, target } = entry;
  await sql`
    insert into audit_entries (org_id, actor_kind, actor_id, actor_name, actor_email, action, target_kind, target_id,
                               target_name, details, request_id)
    values (${entry.orgId}, ${actor.kind}, ${storableText(actor.id)}, ${storableText(actor.name)},
            ${actor.email === null ? null : storableText(actor.email)}, ${entry.action}, ${target.kind},
            ${storableText(target.id)}, ${storableText(target.name)}, ${storableJson(entry.details)}::text::jsonb,
            ${entry.requestId})`;
}

/** Entries of the audit log about webhooks: the address of one is shown without its path, which may hold a token. */
import {
  type AuditAction,
  type AuditEntry,
  type AuditFacts,
  type FieldChange,
  fieldChanges,
} from '../../contract/audit.ts';
import type { TenantTransaction } from '../../infra/database/transaction.ts';
import { audit } from '../audit/audit-store.ts';
import type { Change } from '../policy/organisation-settings.ts';
import { type WebhookRecord, webhookStatus } from './webhooks-store.ts';

/** Records what was done to a webhook. */
export async function auditWebhook(
  sql: TenantTransaction,
  { actor, requestId }: Change,
  action: AuditAction,
  { id, url }: WebhookRecord,
  facts: AuditFacts,
): Promise<void> {
  await audit(sql, { actor, action, target: auditTargetOf(id, url), ...facts, requestId });
}

/** Lists the differences of two versions of a webhook. Of its address without the path, which may hold a token. */
export function webhookChanges(
  before: WebhookRecord | null,
  after: WebhookRecord | null,
): readonly FieldChange[] {
  const rest = fieldChanges(shownWebhook(before), shownWebhook(after), [
    'target',
    'events',
    'description',
    'repository',
    'teamId',
    'status',
  ]);
  if (before?.url === after?.url) return rest;
  const shown = (record: WebhookRecord | null) => (record === null ? undefined : shownUrl(record.url));
  return [{ field: 'url', from: shown(before) ?? null, to: shown(after) ?? null }, ...rest];
}

function shownWebhook(record: WebhookRecord | null) {
  return record === null ? undefined : { ...record, status: webhookStatus(record) };
}

function shownUrl(url: string): string {
  const parsed = URL.parse(url);
  return parsed === null ? '…' : `${parsed.origin}/…`;
}

/** A webhook as the audit log names it: by the host that it calls. */
export function auditTargetOf(id: string, url: string): AuditEntry['target'] {
  return { kind: 'webhook', id, name: URL.parse(url)?.host ?? id };
}

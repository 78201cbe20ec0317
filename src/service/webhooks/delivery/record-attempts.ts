/** Writes finished attempts, many in one transaction, and disables webhooks that have given up. */

import {
  ofOrganisation,
  type TenantTransaction,
  type Transaction,
} from '../../../infra/database/transaction.ts';
import { DAY_MS } from '../../../units.ts';
import { audit } from '../../audit/audit-store.ts';
import { WEBHOOK_LIMITS } from '../limits.ts';
import { auditTargetOf } from '../webhook-audit.ts';
import { skipWaiting } from '../webhooks-store.ts';
import {
  countFailedEvents,
  type Disabling,
  disableWebhook,
  type FinishedAttempt,
  finishAttempts,
  lockWebhooksOf,
  recordWebhookChanges,
  type WebhookNews,
} from './attempts-store.ts';

/** Writes them and what they mean for their webhooks. */
export async function recordAttempts(sql: Transaction, attempts: readonly FinishedAttempt[]): Promise<void> {
  await lockWebhooksOf(sql, attempts);
  const written = await finishAttempts(sql, attempts);
  const byWebhook = Map.groupBy(written, ({ webhookId }) => webhookId);
  const failing = await recordWebhookChanges(sql, [...byWebhook.values()].map(newsOf));
  for (const { webhookId, failingSince } of failing) {
    const group = byWebhook.get(webhookId)!;
    await disableWhenDead(ofOrganisation(sql, group[0]!.orgId), group, failingSince);
  }
}

function newsOf(group: readonly FinishedAttempt[]): WebhookNews {
  const inOrder = group.toSorted((a, b) => a.finishedAt.getTime() - b.finishedAt.getTime());
  const lastSuccess = inOrder.findLastIndex(({ outcome }) => outcome === 'success');
  const failed = inOrder.slice(lastSuccess + 1);
  const { orgId, webhookId, finishedAt } = inOrder.at(-1)!;
  return {
    orgId,
    webhookId,
    lastDeliveryAt: finishedAt,
    lastSuccessAt: inOrder[lastSuccess]?.finishedAt ?? null,
    lastFailureAt: inOrder.findLast(({ outcome }) => outcome !== 'success')?.finishedAt ?? null,
    failures: failed.length,
    failingSince: failed[0]?.finishedAt ?? null,
  };
}

async function disableWhenDead(
  sql: TenantTransaction,
  group: readonly FinishedAttempt[],
  failingSince: Date,
): Promise<void> {
  const { webhookId, finishedAt } = group[0]!;
  if (group.some(({ outcome }) => outcome === 'gone')) {
    await disable(sql, { webhookId, reason: 'gone', at: finishedAt });
    return;
  }
  if (finishedAt.getTime() - failingSince.getTime() < WEBHOOK_LIMITS.failingDaysMax * DAY_MS) return;
  const failedEvents = await countFailedEvents(sql, webhookId, failingSince);
  if (failedEvents >= WEBHOOK_LIMITS.failingEventsMin) {
    await disable(sql, { webhookId, reason: 'failing', at: finishedAt });
  }
}

async function disable(sql: TenantTransaction, disabling: Disabling): Promise<void> {
  const { webhookId, reason, at } = disabling;
  const url = await disableWebhook(sql, disabling);
  await skipWaiting(sql, webhookId, at);
  if (url === undefined) return;
  await audit(sql, {
    actor: { kind: 'system', id: 'deliveries', name: 'Delivery of webhooks', email: null },
    action: 'webhook.disabled',
    target: auditTargetOf(webhookId, url),
    details: { reason },
    changes: [{ field: 'status', from: 'failing', to: 'disabled' }],
    requestId: null,
  });
}

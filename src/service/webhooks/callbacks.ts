/**
 * Addresses that single validations name for the notification of their end. All of an organisation are signed with one
 * secret, which is stored like that of a webhook; see `sql/0009_webhooks_and_deliveries.sql`.
 */

import { withOrganisation } from '../../infra/database/database.ts';
import type { TenantTransaction } from '../../infra/database/transaction.ts';
import { webhookOwner } from '../../infra/sealing/seal.ts';
import { makeWebhookSecret, secretPreview } from './sending/sign.ts';
import {
  allowedUrl,
  type FreshWebhook,
  replaceSecret,
  type WebhookDeps,
  type WebhookManager,
} from './webhooks.ts';
import { findCallbacks, insertCallbacks, type WebhookRecord } from './webhooks-store.ts';

/** Dependencies of the check of an address. */
export type CallbackDeps = Pick<WebhookDeps, 'seal' | 'guard' | 'resolve' | 'now'>;

/** Returns the address as it will be called. @throws AppError `invalid_webhook_url`, `webhook_url_not_allowed` */
export function callbackUrl(deps: CallbackDeps, text: string): Promise<string> {
  return allowedUrl(deps, text, 'webhook_url');
}

/** Creates the organisation's secret if it has none. Returns it when this call has created it. */
export async function ensureCallbackSecret(
  transaction: TenantTransaction,
  { seal, now }: CallbackDeps,
  actorId: string,
): Promise<string | undefined> {
  const secret = makeWebhookSecret();
  const made = await insertCallbacks(transaction, {
    secret: seal.seal(secret, webhookOwner(transaction.orgId, transaction.orgId)),
    secretPreview: secretPreview(secret),
    createdBy: actorId,
    createdAt: now(),
  });
  return made ? secret : undefined;
}

/** Reads the visible part of the secret; undefined before the first one. */
export function readCallbackSecret(
  { sql }: Pick<WebhookDeps, 'sql'>,
  orgId: string,
): Promise<WebhookRecord | undefined> {
  return withOrganisation(sql, orgId, (transaction) => findCallbacks(transaction));
}

/** Gives the organisation a new secret, or its first one, and shows it this once. Until it takes over, both sign. */
export function rotateCallbackSecret(
  deps: WebhookDeps,
  manager: WebhookManager,
  effectiveInHours: number,
): Promise<FreshWebhook> {
  const { orgId } = manager;
  return withOrganisation(deps.sql, orgId, async (transaction) => {
    const first = (await ensureCallbackSecret(transaction, deps, manager.actor.id)) !== undefined;
    const known = await findCallbacks(transaction, true);
    // Nothing is signed with a first one that no caller has seen.
    return replaceSecret(transaction, deps, manager, known!, first ? 0 : effectiveInHours);
  });
}

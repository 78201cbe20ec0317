/** The use cases of webhooks: make, list, read, change, delete, rotate. Every change is audited in its transaction. */

import type { AuditActor } from '../../contract/audit.ts';
import type { EventKind } from '../../contract/event.ts';
import type { WebhookTarget } from '../../contract/webhook.ts';
import { AppError } from '../../errors.ts';
import type { Sql } from '../../infra/database/connections.ts';
import { withOrganisation } from '../../infra/database/database.ts';
import type { TenantTransaction } from '../../infra/database/transaction.ts';
import { isUuid, uuidV7 } from '../../infra/database/uuid-v7.ts';
import type { AddressGuard } from '../../infra/network/address-guard.ts';
import { type Seal, webhookOwner } from '../../infra/sealing/seal.ts';
import { HOUR_MS } from '../../units.ts';
import { findTeam } from '../teams/teams-store.ts';
import { readWebhookUrl } from './allowed-addresses.ts';
import { checkWebhookName, type Resolve } from './resolve.ts';
import { makeWebhookSecret, secretPreview } from './sending/sign.ts';
import { auditWebhook, webhookChanges } from './webhook-audit.ts';
import {
  countWebhooksLocked,
  deleteWebhook,
  findWebhook,
  insertWebhook,
  listWebhooks,
  skipWaiting,
  updateWebhook,
  updateWebhookSecrets,
  type WebhookRecord,
} from './webhooks-store.ts';

/** Webhooks of one organisation. */
export const WEBHOOKS_PER_ORGANISATION_MAX = 20;

/** Dependencies of the use cases. */
export interface WebhookDeps {
  readonly sql: Sql;
  readonly seal: Seal;
  readonly guard: AddressGuard;
  readonly resolve: Resolve;
  readonly now: () => Date;
}

/** Actor that manages webhooks. */
export interface WebhookManager {
  readonly orgId: string;
  readonly actor: AuditActor;
  readonly requestId: string | null;
}

/** Input for a new webhook; every text checked but the address. */
export interface CreateWebhookInput {
  readonly url: string;
  readonly target: WebhookTarget;
  readonly events: readonly EventKind[];
  readonly description: string | null;
  readonly repository: string | null;
  readonly teamId: string | null;
}

/** A change; undefined leaves a member as it is. */
export interface WebhookChange {
  readonly url?: string | undefined;
  readonly events?: readonly EventKind[] | undefined;
  readonly description?: string | null | undefined;
  readonly repository?: string | null | undefined;
  readonly teamId?: string | null | undefined;
  readonly status?: 'enabled' | 'disabled' | undefined;
}

/** Webhook with its secret, which is shown this once. */
export interface FreshWebhook {
  readonly record: WebhookRecord;
  readonly secret: string;
}

/** Makes a webhook. */
export async function createWebhook(
  deps: WebhookDeps,
  manager: WebhookManager,
  input: CreateWebhookInput,
): Promise<FreshWebhook> {
  const { sql, seal, now } = deps;
  const { orgId } = manager;
  const url = await allowedUrl(deps, input.url);
  const id = uuidV7();
  const secret = makeWebhookSecret();
  return withOrganisation(sql, orgId, async (transaction) => {
    const limit = WEBHOOKS_PER_ORGANISATION_MAX;
    if ((await countWebhooksLocked(transaction)) >= limit) {
      const message = `The organisation has ${limit} webhooks, the largest number. Delete one first.`;
      throw new AppError('webhook_limit_reached', message, { limit: String(limit) });
    }
    await requireTeam(transaction, input.teamId);
    await insertWebhook(transaction, {
      ...input,
      url,
      id,
      orgId,
      secret: seal.seal(secret, webhookOwner(orgId, id)),
      secretPreview: secretPreview(secret),
      createdBy: manager.actor.id,
      createdAt: now(),
    });
    const record = await required(transaction, id);
    const { target, events } = input;
    await auditWebhook(transaction, manager, 'webhook.created', record, {
      details: { target, events },
      changes: webhookChanges(null, record),
    });
    return { record, secret };
  });
}

/** The address as it will be called. */
export async function allowedUrl(
  { guard, resolve }: Pick<WebhookDeps, 'guard' | 'resolve'>,
  text: string,
  field = 'url',
): Promise<string> {
  const url = readWebhookUrl(text, guard, field);
  await checkWebhookName(url, guard, resolve, field);
  return url.href;
}

/** Every webhook of the organisation, newest first. */
export function readWebhooks({ sql }: Pick<WebhookDeps, 'sql'>, orgId: string) {
  return withOrganisation(sql, orgId, (transaction) => listWebhooks(transaction));
}

/** One webhook; throws `not_found`. */
export function readWebhook(
  { sql }: Pick<WebhookDeps, 'sql'>,
  orgId: string,
  id: string,
): Promise<WebhookRecord> {
  return withOrganisation(sql, orgId, (transaction) => required(transaction, id));
}

/** Changes a webhook. Enabling forgets its failures; disabling puts aside what waits. */
export async function changeWebhook(
  deps: WebhookDeps,
  manager: WebhookManager,
  id: string,
  change: WebhookChange,
): Promise<WebhookRecord> {
  const { sql, now } = deps;
  const { orgId } = manager;
  const url = change.url === undefined ? undefined : await allowedUrl(deps, change.url);
  return withOrganisation(sql, orgId, async (transaction) => {
    const known = await required(transaction, id, true);
    const members = Object.keys(change).filter((name) => change[name as keyof WebhookChange] !== undefined);
    if (members.length === 0) return known;
    await requireTeam(transaction, change.teamId ?? null);
    const at = now();
    const disabling = change.status === 'disabled' && known.disabledReason === null;
    const enabling = change.status === 'enabled' && known.disabledReason !== null;
    const changed = {
      ...known,
      url: url ?? known.url,
      events: change.events ?? known.events,
      description: change.description === undefined ? known.description : change.description,
      repository: change.repository === undefined ? known.repository : change.repository,
      teamId: change.teamId === undefined ? known.teamId : change.teamId,
      disabledReason: enabling ? null : disabling ? ('manual' as const) : known.disabledReason,
      updatedAt: at,
    };
    await updateWebhook(transaction, changed, enabling);
    if (disabling) await skipWaiting(transaction, id, at);
    const record = await required(transaction, id);
    await auditWebhook(transaction, manager, 'webhook.updated', record, {
      details: { members },
      changes: webhookChanges(known, record),
    });
    return record;
  });
}

/** Deletes a webhook; what waits for it is canceled. */
export async function removeWebhook(
  { sql, now }: WebhookDeps,
  manager: WebhookManager,
  id: string,
): Promise<void> {
  const { orgId } = manager;
  await withOrganisation(sql, orgId, async (transaction) => {
    const known = await required(transaction, id, true);
    await deleteWebhook(transaction, id, now());
    await auditWebhook(transaction, manager, 'webhook.deleted', known, {
      details: {},
      changes: webhookChanges(known, null),
    });
  });
}

/** Gives a webhook a new secret. Until it takes over, both sign. A secret that was still to come is replaced. */
export async function rotateSecret(
  deps: WebhookDeps,
  manager: WebhookManager,
  id: string,
  effectiveInHours: number,
): Promise<FreshWebhook> {
  const { orgId } = manager;
  return withOrganisation(deps.sql, orgId, async (transaction) => {
    const known = await required(transaction, id, true);
    return replaceSecret(transaction, deps, manager, known, effectiveInHours);
  });
}

/** The same for a webhook that is locked. */
export async function replaceSecret(
  transaction: TenantTransaction,
  { seal, now }: Pick<WebhookDeps, 'seal' | 'now'>,
  manager: WebhookManager,
  webhook: WebhookRecord,
  effectiveInHours: number,
): Promise<FreshWebhook> {
  const { orgId, id } = webhook;
  const secret = makeWebhookSecret();
  const made = { secret: seal.seal(secret, webhookOwner(orgId, id)), secretPreview: secretPreview(secret) };
  const at = now();
  const next =
    effectiveInHours === 0
      ? { ...made, nextSecret: null, nextSecretPreview: null, nextSecretEffectiveAt: null }
      : {
          nextSecret: made.secret,
          nextSecretPreview: made.secretPreview,
          nextSecretEffectiveAt: new Date(at.getTime() + effectiveInHours * HOUR_MS),
        };
  const record = { ...currentSecrets(webhook, at), ...next, updatedAt: at };
  await updateWebhookSecrets(transaction, record);
  await auditWebhook(transaction, manager, 'webhook.secret_rotated', record, {
    details: { effectiveInHours },
  });
  return { record, secret };
}

/** The webhook with the secret that counts now: a rotation whose time has come is over. */
export function currentSecrets(record: WebhookRecord, now: Date): WebhookRecord {
  const { nextSecret, nextSecretPreview, nextSecretEffectiveAt } = record;
  if (nextSecret === null || nextSecretEffectiveAt === null || nextSecretEffectiveAt > now) return record;
  return {
    ...record,
    secret: nextSecret,
    secretPreview: nextSecretPreview ?? '',
    nextSecret: null,
    nextSecretPreview: null,
    nextSecretEffectiveAt: null,
  };
}

/** @throws AppError `invalid_field` when the organisation has no such team */
async function requireTeam(sql: TenantTransaction, teamId: string | null): Promise<void> {
  if (teamId === null || (await findTeam(sql, teamId)) !== undefined) return;
  const message = `team_id is ${teamId}, and the organisation has no team with this id.`;
  throw new AppError('invalid_field', message, { field: 'team_id' });
}

/** The webhook with this id. @throws AppError `not_found` also when it is another organisation's */
export async function required(
  sql: TenantTransaction,
  id: string,
  forUpdate = false,
): Promise<WebhookRecord> {
  const found = isUuid(id) ? await findWebhook(sql, id, forUpdate) : undefined;
  if (found !== undefined) return found;
  throw new AppError('not_found', `The organisation has no webhook ${JSON.stringify(id.slice(0, 80))}.`);
}

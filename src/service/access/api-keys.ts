/** The use cases of API keys: make, list, read, rotate, revoke. Every change is audited in its own transaction. */

import { type AuditActor, type AuditEntry, type AuditFacts, fieldChanges } from '../../contract/audit.ts';
import { CONTRACT_LIMITS } from '../../contract/limits.ts';
import type { WireCase } from '../../contract/wire-case.ts';
import { AppError } from '../../errors.ts';
import type { Sql } from '../../infra/database/connections.ts';
import { withOrganisation } from '../../infra/database/database.ts';
import type { TenantTransaction } from '../../infra/database/transaction.ts';
import { plural } from '../../text/format.ts';
import { DAY_MS } from '../../units.ts';
import { audit } from '../audit/audit-store.ts';
import { hashApiKey, makeApiKey } from './api-key.ts';
import {
  type ApiKeyChanges,
  type ApiKeyPage,
  type ApiKeyRecord,
  type ApiKeyStatus,
  findApiKey,
  insertApiKey,
  isTeam,
  type KeyMaker,
  listApiKeys,
  lockApiKey,
  lockKeysMadeBy,
  lockWideKeysMadeBy,
  revokeApiKey,
  rotateApiKey,
  updateApiKey,
} from './api-keys-store.ts';
import { requireAdmitted, requireGrantable } from './grant.ts';
import { narrowedScopes, type Scope } from './scopes.ts';

/** Dependencies of the use cases. */
export interface ApiKeyDeps {
  readonly sql: Sql;
  /** Pepper of the hashes. */
  readonly pepper: string;
  readonly now: () => Date;
}

/** Actor that manages keys. */
export interface KeyManager {
  readonly orgId: string;
  readonly actor: AuditActor;
  /** The scopes that it has, and so the ones that it may hand on. */
  readonly scopes: readonly Scope[];
  readonly requestId: string | null;
}

/** A key to make. */
export interface CreateKeyInput {
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** Null takes the default life. */
  readonly expiresAt: Date | null;
  readonly wireCase: WireCase | null;
  /** Team that its rights are narrowed to; absent or null: they are those of the organisation. */
  readonly teamId?: string | null;
}

/** Key with its secret, which is shown this once. */
export interface FreshApiKey {
  readonly record: ApiKeyRecord;
  readonly secret: string;
}

const REVOKED = [{ field: 'status', from: 'active', to: 'revoked' }] as const;

/** Makes a key. */
export async function createKey(
  deps: ApiKeyDeps,
  manager: KeyManager,
  input: CreateKeyInput,
): Promise<FreshApiKey> {
  return withOrganisation(deps.sql, manager.orgId, (sql) => createKeyIn(sql, deps, manager, input));
}

/** The same within a transaction of the organisation. */
export async function createKeyIn(
  sql: TenantTransaction,
  { pepper, now }: Pick<ApiKeyDeps, 'pepper' | 'now'>,
  manager: KeyManager,
  input: CreateKeyInput,
): Promise<FreshApiKey> {
  requireGrantable(manager.scopes, input.scopes);
  await requireAdmitted(sql, manager.actor);
  const { teamId = null } = input;
  if (teamId !== null) await requireTeam(sql, teamId, input.scopes);
  const moment = now();
  const expiresAt =
    input.expiresAt ?? new Date(moment.getTime() + CONTRACT_LIMITS.apiKeyDaysDefault * DAY_MS);
  requireLife(expiresAt, moment);
  const { orgId, actor } = manager;
  const { id, key } = makeApiKey();
  const scopes = [...new Set(input.scopes)];
  const { name, wireCase } = input;
  await insertApiKey(sql, {
    id,
    orgId,
    name,
    keyHash: hashApiKey(key, pepper),
    scopes,
    expiresAt,
    createdBy: actor,
    wireCase,
    teamId,
  });
  const record = await required(findApiKey(sql, id), id);
  await audit(
    sql,
    entry(manager, 'api_key.created', record, {
      details: { scopes, expiresAt },
      changes: fieldChanges(null, record, ['name', 'scopes', 'expiresAt', 'wireCase', 'teamId']),
    }),
  );
  return { record, secret: key };
}

/** One page of the keys. */
export async function readKeys(
  { sql, now }: ApiKeyDeps,
  orgId: string,
  status: ApiKeyStatus | null,
  cursor: string | null,
  pageSize: number,
): Promise<ApiKeyPage> {
  return withOrganisation(sql, orgId, (transaction) =>
    listApiKeys(transaction, status, now(), cursor, pageSize),
  );
}

/** One key; throws `not_found`. */
export async function readKey({ sql }: ApiKeyDeps, orgId: string, id: string): Promise<ApiKeyRecord> {
  return withOrganisation(sql, orgId, (transaction) => required(findApiKey(transaction, id), id));
}

/** Changes what is named of a key. */
export async function changeKey(
  { sql }: Pick<ApiKeyDeps, 'sql'>,
  manager: Omit<KeyManager, 'scopes'>,
  id: string,
  changes: ApiKeyChanges,
): Promise<ApiKeyRecord> {
  const { orgId } = manager;
  return withOrganisation(sql, orgId, async (transaction) => {
    const before = await required(lockApiKey(transaction, id), id);
    if (Object.keys(changes).length === 0) return before;
    await updateApiKey(transaction, id, changes);
    const after = await required(findApiKey(transaction, id), id);
    await audit(
      transaction,
      entry(manager, 'api_key.updated', after, {
        details: { changes },
        changes: fieldChanges(before, after, ['name', 'wireCase']),
      }),
    );
    return after;
  });
}

/**
 * Gives a key a new secret; the old one serves on for the overlap, but no longer than it would have without.
 * `expiresAt` null: as long again as before.
 */
export async function rotateKey(
  { sql, pepper, now }: ApiKeyDeps,
  manager: KeyManager,
  id: string,
  input: { readonly overlapSeconds: number; readonly expiresAt: Date | null },
): Promise<FreshApiKey> {
  const { orgId } = manager;
  return withOrganisation(sql, orgId, async (transaction) => {
    await requireAdmitted(transaction, manager.actor);
    const known = await required(lockApiKey(transaction, id), id);
    if (known.revokedAt !== null) {
      throw new AppError('state_conflict', `The API key ${id} is revoked. Create a new one.`, { id });
    }
    // The holder of the secret has the scopes.
    requireGrantable(manager.scopes, known.scopes);
    const moment = now();
    const lifeMs = known.expiresAt.getTime() - (known.rotatedAt ?? known.createdAt).getTime();
    const expiresAt = input.expiresAt ?? new Date(moment.getTime() + lifeMs);
    requireLife(expiresAt, moment);
    const { key } = makeApiKey(id);
    const { overlapSeconds } = input;
    await rotateApiKey(transaction, id, {
      keyHash: hashApiKey(key, pepper),
      expiresAt,
      rotatedAt: moment,
      previousKeyUntil: overlapEnd(known, moment, overlapSeconds) ?? null,
    });
    const record = await required(findApiKey(transaction, id), id);
    await audit(
      transaction,
      entry(manager, 'api_key.rotated', record, {
        details: { overlapSeconds, expiresAt },
        changes: fieldChanges(known, record, ['expiresAt']),
      }),
    );
    return { record, secret: key };
  });
}

/** Until when the secret before a rotation still works; undefined: it ends now. */
function overlapEnd({ expiresAt }: ApiKeyRecord, moment: Date, overlapSeconds: number): Date | undefined {
  const end = Math.min(moment.getTime() + overlapSeconds * 1000, expiresAt.getTime());
  return end > moment.getTime() ? new Date(end) : undefined;
}

/** Makes a key worthless; a key that is so already stays as it is. */
export async function revokeKey(
  { sql, now }: Pick<ApiKeyDeps, 'sql' | 'now'>,
  manager: Omit<KeyManager, 'scopes'>,
  id: string,
): Promise<void> {
  const { orgId } = manager;
  await withOrganisation(sql, orgId, async (transaction) => {
    const record = await required(lockApiKey(transaction, id), id);
    if (await revokeApiKey(transaction, id, now()))
      await audit(transaction, entry(manager, 'api_key.revoked', record, { details: {}, changes: REVOKED }));
  });
}

/**
 * Revokes every key that a user made, and that these keys made, and so on, unless they are retained. Returns them.
 * @param sql a transaction in which the user can make no more keys
 */
export async function endKeysOf(
  sql: TenantTransaction,
  manager: Omit<KeyManager, 'scopes'>,
  subject: string,
  isRetained: boolean,
): Promise<readonly ApiKeyRecord[]> {
  const revokedAt = new Date();
  const keys = await lockKeysMadeBy(sql, { subject }, revokedAt);
  if (isRetained) return keys;
  for (const key of keys) {
    await revokeApiKey(sql, key.id, revokedAt);
    const facts = { details: { madeBy: subject }, changes: REVOKED };
    await audit(sql, entry(manager, 'api_key.revoked', key, facts));
  }
  return keys.map((key) => ({ ...key, revokedAt }));
}

/**
 * Rejects the narrowing of a member whose API keys see the whole organisation: the member could go on with them.
 * @throws AppError `state_conflict`
 */
export async function requireNoWideKeys(sql: TenantTransaction, maker: KeyMaker): Promise<void> {
  const wide = (await lockWideKeysMadeBy(sql, maker)).map(({ id }) => id);
  if (wide.length === 0) return;
  const shown = wide.slice(0, 10).join(', ');
  const message = `The member has ${plural(wide.length, 'API key')} for the whole organisation: ${shown}. Revoke what the member made, or make it again for a team, first.`;
  throw new AppError('state_conflict', message, { keys: shown });
}

/** @throws AppError `invalid_field` for an unknown team, and for scopes that concern the whole organisation */
async function requireTeam(sql: TenantTransaction, teamId: string, scopes: readonly Scope[]): Promise<void> {
  if (!(await isTeam(sql, teamId))) {
    const message = `The organisation has no team ${teamId}. GET /api/v1/teams lists those that it has.`;
    throw new AppError('invalid_field', message, { field: 'team_id' });
  }
  const left = narrowedScopes(scopes, [teamId]);
  const beyond = scopes.filter((scope) => !left.includes(scope));
  if (beyond.length === 0) return;
  const message = `A key of a team cannot have ${beyond.join(', ')}, which concern the whole organisation.`;
  throw new AppError('invalid_field', message, { field: 'scopes' });
}

function requireLife(expiresAt: Date, now: Date): void {
  const days = CONTRACT_LIMITS.apiKeyDaysMax;
  if (expiresAt > now && expiresAt.getTime() <= now.getTime() + days * DAY_MS) return;
  throw new AppError(
    'invalid_field',
    `expires_at is ${expiresAt.toISOString()}; it must be in the future and at most ${days} days ahead.`,
    { field: 'expires_at', limitDays: String(days) },
  );
}

async function required(found: Promise<ApiKeyRecord | undefined>, id: string): Promise<ApiKeyRecord> {
  const record = await found;
  if (record !== undefined) return record;
  throw new AppError('not_found', `No API key of this organisation has the id ${JSON.stringify(id)}.`);
}

function entry(
  { actor, requestId }: Omit<KeyManager, 'scopes'>,
  action: AuditEntry['action'],
  { id, name }: ApiKeyRecord,
  facts: AuditFacts,
): AuditEntry {
  return { actor, action, target: { kind: 'api_key', id, name }, ...facts, requestId };
}

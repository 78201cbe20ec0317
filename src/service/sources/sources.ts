/** Use cases of sources: list them, add one, change one, delete one, set a credential. Every change is audited. */
import { type AuditAction, type AuditFacts, fieldChanges } from '../../contract/audit.ts';
import { AppError } from '../../errors.ts';
import type { Sql } from '../../infra/database/connections.ts';
import { withOrganisation } from '../../infra/database/database.ts';
import type { TenantTransaction } from '../../infra/database/transaction.ts';
import { isUuid } from '../../infra/database/uuid-v7.ts';
import { createTenantGuard, type TenantNetworks } from '../../infra/network/tenant-guard.ts';
import type { Seal } from '../../infra/sealing/seal.ts';
import { apiKeyStatus, findApiKey } from '../access/api-keys-store.ts';
import { requireAdmitted } from '../access/grant.ts';
import { audit } from '../audit/audit-store.ts';
import { listEnvironments } from '../policy/environments-store.ts';
import { type Change, requireVersion } from '../policy/organisation-settings.ts';
import { countCoverage } from './coverage-store.ts';
import { listRunningPulls } from './pulls-store.ts';
import type { SourceChoice, SourceRecord, SourceView } from './source.ts';
import { addressOfSource, credentialOrigins, requireAllowedAddress } from './source-address.ts';
import {
  type GivenCredential,
  previewOf,
  readGivenCredential,
  type SourceCredential,
  sealCredential,
} from './source-credential.ts';
import {
  deleteSource,
  findSource,
  insertCredential,
  insertSource,
  listCredentials,
  listSources,
  lockSources,
  updateSource,
} from './sources-store.ts';

/** Sources of one organisation. */
export const SOURCES_PER_ORGANISATION_MAX = 20;

/** Dependencies of the use cases. */
export interface SourceDeps {
  readonly sql: Sql;
  readonly seal: Seal;
  readonly networks: TenantNetworks;
  readonly now: () => Date;
}

/** Source that a change is about. */
export interface SourceVersion {
  readonly id: string;
  /** The version that the caller knows; null: any version. */
  readonly etag: string | null;
}

/** All sources, in the order of their names. */
export async function readSources(sql: Sql, orgId: string): Promise<readonly SourceView[]> {
  return withOrganisation(sql, orgId, async (transaction) => {
    const sources = await listSources(transaction);
    return viewsOf(transaction, sources);
  });
}

/** One source. @throws AppError `not_found` */
export async function readSource(sql: Sql, orgId: string, id: string): Promise<SourceView> {
  return withOrganisation(sql, orgId, async (transaction) =>
    viewOf(transaction, await requireSource(transaction, id)),
  );
}

/** Adds a source. @throws AppError `invalid_field`, or `state_conflict` when a name is taken or the limit reached */
export async function addSource(
  { sql, networks, now }: SourceDeps,
  change: Change,
  source: Pick<SourceRecord, 'kind' | 'settings'> & SourceChoice,
): Promise<SourceView> {
  const address = addressOfSource(source);
  // The service never calls the tenant of a pushed source.
  if (source.kind !== 'pushed') requireAllowedAddress(address, createTenantGuard(networks, change.orgId));
  return withOrganisation(sql, change.orgId, async (transaction) => {
    await requireAdmitted(transaction, change.actor);
    await lockSources(transaction);
    const others = await listSources(transaction);
    const limit = SOURCES_PER_ORGANISATION_MAX;
    if (others.length >= limit) {
      const message = `The organisation has ${limit} sources, the largest number. Delete one first.`;
      throw new AppError('state_conflict', message, { limit: String(limit) });
    }
    await requireSound(transaction, source, others);
    await requireSender(transaction, source, now());
    const id = await insertSource(transaction, { ...source, createdByName: change.actor.name }, now());
    const added = await requireSource(transaction, id);
    const { kind, settings } = added;
    const details = { kind, host: URL.parse(settings.url)?.host, onPremises: settings.onPremises };
    await note(transaction, change, added, {
      action: 'source.created',
      details,
      changes: changesOf(null, added),
    });
    return viewOf(transaction, added);
  });
}

/** Changes the given members of a source. @throws AppError `not_found`, `etag_mismatch`, `invalid_field`, `state_conflict` */
export async function changeSource(
  { sql, now }: SourceDeps,
  change: Change,
  { id, etag }: SourceVersion,
  changes: Partial<SourceChoice>,
): Promise<SourceView> {
  return withOrganisation(sql, change.orgId, async (transaction) => {
    await lockSources(transaction);
    const before = await requireSource(transaction, id);
    requireVersion(before, etag);
    if (Object.keys(changes).length === 0) return viewOf(transaction, before);
    const wanted = { ...before, ...changes };
    const others = (await listSources(transaction)).filter((other) => other.id !== before.id);
    await requireSound(transaction, wanted, others);
    if (wanted.senderKeyId !== before.senderKeyId) await requireSender(transaction, wanted, now());
    await updateSource(transaction, before.id, wanted, now());
    const after = await requireSource(transaction, before.id);
    await note(transaction, change, after, {
      action: 'source.updated',
      details: {},
      changes: changesOf(before, after),
    });
    return viewOf(transaction, after);
  });
}

/** Deletes a source. @throws AppError `not_found`, `etag_mismatch` */
export async function removeSource(
  { sql }: SourceDeps,
  change: Change,
  { id, etag }: SourceVersion,
): Promise<void> {
  await withOrganisation(sql, change.orgId, async (transaction) => {
    await lockSources(transaction);
    const before = await requireSource(transaction, id);
    requireVersion(before, etag);
    await deleteSource(transaction, before.id);
    await note(transaction, change, before, {
      action: 'source.deleted',
      details: {},
      changes: changesOf(before, null),
    });
  });
}

/** Credential of a source with its end, where a person knows that. */
export interface NewCredential extends GivenCredential {
  readonly expiresAt: Date | null;
}

/** Seals and stores a credential: it takes over once it has worked. @throws AppError `not_found`, `invalid_field` */
export async function setCredential(
  { sql, seal, now }: SourceDeps,
  change: Change,
  id: string,
  { expiresAt, ...given }: NewCredential,
): Promise<SourceView> {
  if (expiresAt !== null && expiresAt <= now())
    throw new AppError('invalid_field', 'expires_at has passed. Send the end of a credential that holds.', {
      field: 'expires_at',
    });
  const credential = readGivenCredential(given);
  return withOrganisation(sql, change.orgId, async (transaction) => {
    await requireAdmitted(transaction, change.actor);
    const source = await requireSource(transaction, id);
    requireKindOf(source, credential);
    const origins = credentialOrigins(addressOfSource(source));
    const place = { orgId: change.orgId, sourceId: source.id, origins };
    const preview = previewOf(credential);
    await insertCredential(transaction, source.id, {
      sealed: sealCredential(seal, place, credential),
      origins,
      preview,
      expiresAt,
      createdAt: now(),
      createdByName: change.actor.name,
    });
    await note(transaction, change, source, { action: 'source.credential_set', details: { preview } });
    return viewOf(transaction, source);
  });
}

function requireKindOf({ kind }: SourceRecord, credential: SourceCredential): void {
  if (kind === 'pushed')
    throw new AppError(
      'state_conflict',
      'A pushed source takes no credential: it stays on the machine of the command.',
    );
  if (kind === 'uipath' || credential.kind === 'application') return;
  throw new AppError('invalid_field', 'The Power Platform takes client_id and client_secret, not a token.', {
    field: 'token',
  });
}

/** Returns the source of this id. @throws AppError `not_found` */
export async function requireSource(sql: TenantTransaction, id: string): Promise<SourceRecord> {
  const found = isUuid(id) ? await findSource(sql, id) : undefined;
  if (found !== undefined) return found;
  throw new AppError('not_found', `There is no source with the id ${JSON.stringify(id.slice(0, 40))}.`);
}

/** Records what was done to a source. */
export async function note(
  sql: TenantTransaction,
  { actor, requestId }: Change,
  { id, name }: Pick<SourceRecord, 'id' | 'name'>,
  entry: AuditFacts & { readonly action: AuditAction },
): Promise<void> {
  await audit(sql, { actor, target: { kind: 'source', id, name }, ...entry, requestId });
}

function changesOf(before: SourceRecord | null, after: SourceRecord | null) {
  return fieldChanges(before, after, [
    'name',
    'environments',
    'state',
    'everyMinutes',
    'dailyAt',
    'senderKeyId',
  ]);
}

/** Rejects a name of another source, two schedules, and environments that the organisation does not have. */
async function requireSound(
  sql: TenantTransaction,
  { kind, name, environments, everyMinutes, dailyAt }: Pick<SourceRecord, 'kind'> & SourceChoice,
  others: readonly SourceRecord[],
): Promise<void> {
  if (kind === 'pushed' && (everyMinutes ?? dailyAt) !== null)
    throw new AppError(
      'invalid_field',
      'A pushed source has no schedule here: run flowarden pull by a schedule of its machine.',
      { field: everyMinutes === null ? 'daily_at' : 'every_minutes' },
    );
  if (everyMinutes !== null && dailyAt !== null)
    throw new AppError(
      'invalid_field',
      'daily_at and every_minutes exclude each other. Send null for the one that is not to be used.',
      { field: 'daily_at' },
    );
  if (others.some((other) => other.name === name))
    throw new AppError('state_conflict', `Another source has the name ${JSON.stringify(name)}.`, { name });
  const known = (await listEnvironments(sql)).map((environment) => environment.name);
  const stranger = environments.find(({ environment }) => !known.includes(environment));
  if (stranger === undefined) return;
  throw new AppError(
    'invalid_field',
    `environments has ${JSON.stringify(stranger.environment)}, which is no environment of the organisation. Known: ${known.join(', ')}.`,
    { field: 'environments' },
  );
}

/** Rejects a sender that is no key of the organisation with the scope to send. */
async function requireSender(
  sql: TenantTransaction,
  { kind, senderKeyId }: Pick<SourceRecord, 'kind' | 'senderKeyId'>,
  now: Date,
): Promise<void> {
  const wrong = (text: string) => new AppError('invalid_field', text, { field: 'sender_key_id' });
  if (kind !== 'pushed') {
    if (senderKeyId === null) return;
    throw wrong('sender_key_id is for pushed sources.');
  }
  if (senderKeyId === null)
    throw wrong('sender_key_id is missing. Send the id of the API key that may send to the source.');
  const key = await findApiKey(sql, senderKeyId);
  if (key === undefined || apiKeyStatus(key, now) !== 'active' || !key.scopes.includes('sources:send'))
    throw wrong('sender_key_id must be the id of an active API key with the scope sources:send.');
}

async function viewOf(sql: TenantTransaction, source: SourceRecord): Promise<SourceView> {
  const [view] = await viewsOf(sql, [source]);
  return view!;
}

async function viewsOf(
  sql: TenantTransaction,
  sources: readonly SourceRecord[],
): Promise<readonly SourceView[]> {
  const ids = sources.map(({ id }) => id);
  const coverage = await countCoverage(sql, ids);
  const credentials = await listCredentials(sql, ids);
  const running = await listRunningPulls(sql);
  return sources.map((source) => ({
    source,
    credentials: credentials.filter(({ sourceId }) => sourceId === source.id),
    coverage: coverage.get(source.id)!,
    runningPullId: running.get(source.id) ?? null,
  }));
}

/** Use cases of audit targets: list them, add one, change one, delete one, set a credential, test, backfill. Each change is audited. */
import { type AuditAction, type AuditFacts, fieldChanges } from '../../contract/audit.ts';
import { AppError } from '../../errors.ts';
import type { Sql } from '../../infra/database/connections.ts';
import { withOrganisation } from '../../infra/database/database.ts';
import type { TenantTransaction } from '../../infra/database/transaction.ts';
import { isUuid } from '../../infra/database/uuid-v7.ts';
import type { TenantNetwork } from '../../infra/network/networks.ts';
import { createTenantGuard } from '../../infra/network/tenant-guard.ts';
import type { Seal } from '../../infra/sealing/seal.ts';
import { requireAdmitted } from '../access/grant.ts';
import { audit, findOwnHead } from '../audit/audit-store.ts';
import { type Change, requireVersion } from '../policy/organisation-settings.ts';
import type { AuditTargetRecord, AuditTargetView, TargetChoice, TargetPlace } from './audit-target.ts';
import {
  deleteAuditTarget,
  findAuditTarget,
  insertAuditTarget,
  listAuditTargets,
  lockAuditTargets,
  moveBack,
  requestTest,
  storeCredential,
  updateAuditTarget,
} from './audit-targets-store.ts';
import { readTargetUrl, requireSoundPlace } from './target-address.ts';
import {
  previewOfCredential,
  readTargetCredential,
  sealTargetCredential,
  type TargetCredential,
} from './target-credential.ts';

/** Audit targets of one organisation. */
export const AUDIT_TARGETS_PER_ORGANISATION_MAX = 5;

/** Dependencies of the use cases. */
export interface AuditTargetDeps {
  readonly sql: Sql;
  readonly seal: Seal;
  /** Private networks that targets may be in. */
  readonly networks: readonly TenantNetwork[];
  readonly now: () => Date;
}

/** Target that a change is about. */
export interface TargetVersion {
  readonly id: string;
  /** The version that the caller knows; null: any version. */
  readonly etag: string | null;
}

/** All targets, in the order of their names. */
export async function readAuditTargets(sql: Sql, orgId: string): Promise<readonly AuditTargetView[]> {
  return withOrganisation(sql, orgId, async (transaction) => {
    const targets = await listAuditTargets(transaction);
    const last = await lastSequence(transaction);
    return targets.map((target) => viewOf(target, last));
  });
}

/** One target. @throws AppError `not_found` */
export async function readAuditTarget(sql: Sql, orgId: string, id: string): Promise<AuditTargetView> {
  return withOrganisation(sql, orgId, async (transaction) => shown(transaction, id));
}

/** Adds a target. @throws AppError `invalid_field`, `missing_field`; `state_conflict` when a name is taken or the limit reached */
export async function addAuditTarget(
  { sql, networks, now }: AuditTargetDeps,
  change: Change,
  target: TargetPlace & TargetChoice,
): Promise<AuditTargetView> {
  const guard = createTenantGuard({ allowsHttp: false, networks }, change.orgId);
  const url = readTargetUrl(target.kind, target.url, guard).href;
  requireSoundPlace(target);
  return withOrganisation(sql, change.orgId, async (transaction) => {
    await requireAdmitted(transaction, change.actor);
    await lockAuditTargets(transaction);
    const others = await listAuditTargets(transaction);
    const limit = AUDIT_TARGETS_PER_ORGANISATION_MAX;
    if (others.length >= limit) {
      const message = `The organisation has ${limit} audit targets, the largest number. Delete one first.`;
      throw new AppError('state_conflict', message, { limit: String(limit) });
    }
    requireFreeName(target.name, others);
    const sentSequence = await lastSequence(transaction);
    const made = { ...target, url, sentSequence, createdByName: change.actor.name };
    const id = await insertAuditTarget(transaction, made, now());
    const added = await requireTarget(transaction, id);
    const { kind, format } = target;
    await note(transaction, change, added, {
      action: 'audit_target.created',
      details: { kind, format, host: new URL(url).host },
      changes: changesOf(null, added),
    });
    return shown(transaction, id);
  });
}

/** Changes the given members of a target. @throws AppError `not_found`, `etag_mismatch`, `state_conflict` */
export async function changeAuditTarget(
  { sql, now }: AuditTargetDeps,
  change: Change,
  { id, etag }: TargetVersion,
  changes: Partial<TargetChoice>,
): Promise<AuditTargetView> {
  return withOrganisation(sql, change.orgId, async (transaction) => {
    await lockAuditTargets(transaction);
    const before = await requireTarget(transaction, id);
    requireVersion(before, etag);
    if (Object.keys(changes).length === 0) return shown(transaction, id);
    const wanted = { ...before, ...changes };
    const others = (await listAuditTargets(transaction)).filter((other) => other.id !== before.id);
    requireFreeName(wanted.name, others);
    await updateAuditTarget(transaction, before.id, wanted, now());
    const after = await requireTarget(transaction, before.id);
    await note(transaction, change, after, {
      action: 'audit_target.updated',
      details: {},
      changes: changesOf(before, after),
    });
    return shown(transaction, id);
  });
}

/** Deletes a target. @throws AppError `not_found`, `etag_mismatch` */
export async function removeAuditTarget(
  { sql }: AuditTargetDeps,
  change: Change,
  { id, etag }: TargetVersion,
): Promise<void> {
  await withOrganisation(sql, change.orgId, async (transaction) => {
    await lockAuditTargets(transaction);
    const before = await requireTarget(transaction, id);
    requireVersion(before, etag);
    await deleteAuditTarget(transaction, before.id);
    await note(transaction, change, before, {
      action: 'audit_target.deleted',
      details: {},
      changes: changesOf(before, null),
    });
  });
}

/** Seals and stores a credential. @throws AppError `not_found`, `missing_field`, `invalid_field` */
export async function setTargetCredential(
  { sql, seal, now }: AuditTargetDeps,
  change: Change,
  id: string,
  given: TargetCredential,
): Promise<AuditTargetView> {
  return withOrganisation(sql, change.orgId, async (transaction) => {
    await requireAdmitted(transaction, change.actor);
    const target = await requireTarget(transaction, id);
    const credential = readTargetCredential(target.kind, given);
    const preview = previewOfCredential(credential);
    const sealed = sealTargetCredential(seal, target, credential);
    await storeCredential(transaction, target.id, { sealed, preview }, now());
    await note(transaction, change, target, { action: 'audit_target.credential_set', details: { preview } });
    return shown(transaction, id);
  });
}

/** Has a test event sent. @throws AppError `not_found`; `state_conflict` while one is on its way */
export async function testAuditTarget(
  { sql, now }: Pick<AuditTargetDeps, 'sql' | 'now'>,
  change: Change,
  id: string,
): Promise<AuditTargetView> {
  return withOrganisation(sql, change.orgId, async (transaction) => {
    await lockAuditTargets(transaction);
    const target = await requireTarget(transaction, id);
    if (target.testRequestedAt !== null)
      throw new AppError('state_conflict', 'A test of this audit target is on its way. Wait for its end.');
    await requestTest(transaction, target.id, now());
    await note(transaction, change, target, { action: 'audit_target.tested', details: {} });
    return shown(transaction, id);
  });
}

/** Has everything from a time on sent once more. @throws AppError `not_found` */
export async function backfillAuditTarget(
  { sql, now }: Pick<AuditTargetDeps, 'sql' | 'now'>,
  change: Change,
  id: string,
  from: Date,
): Promise<AuditTargetView> {
  return withOrganisation(sql, change.orgId, async (transaction) => {
    await lockAuditTargets(transaction);
    const target = await requireTarget(transaction, id);
    await moveBack(transaction, target.id, from, now());
    await note(transaction, change, target, {
      action: 'audit_target.backfilled',
      details: { from: from.toISOString() },
    });
    return shown(transaction, id);
  });
}

async function requireTarget(sql: TenantTransaction, id: string): Promise<AuditTargetRecord> {
  const found = isUuid(id) ? await findAuditTarget(sql, id) : undefined;
  if (found !== undefined) return found;
  throw new AppError('not_found', `There is no audit target with the id ${JSON.stringify(id.slice(0, 40))}.`);
}

async function shown(sql: TenantTransaction, id: string): Promise<AuditTargetView> {
  return viewOf(await requireTarget(sql, id), await lastSequence(sql));
}

async function lastSequence(sql: TenantTransaction): Promise<number> {
  return (await findOwnHead(sql))?.sequence ?? 0;
}

function viewOf(target: AuditTargetRecord, last: number): AuditTargetView {
  return { ...target, waiting: Math.max(last - target.sentSequence, 0) + target.waitingEvents };
}

async function note(
  sql: TenantTransaction,
  { actor, requestId }: Change,
  { id, name }: Pick<AuditTargetRecord, 'id' | 'name'>,
  entry: AuditFacts & { readonly action: AuditAction },
): Promise<void> {
  await audit(sql, { actor, target: { kind: 'audit_target', id, name }, ...entry, requestId });
}

function changesOf(before: AuditTargetRecord | null, after: AuditTargetRecord | null) {
  return fieldChanges(before, after, ['name', 'state', 'events']);
}

function requireFreeName(name: string, others: readonly AuditTargetRecord[]): void {
  if (!others.some((other) => other.name === name)) return;
  throw new AppError('state_conflict', `Another audit target has the name ${JSON.stringify(name)}.`, {
    name,
  });
}

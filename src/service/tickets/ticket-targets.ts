/** Use cases of ticket targets: list them, add one, change one, delete one, set a credential, test. Each change is audited. */
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
import { audit } from '../audit/audit-store.ts';
import { type Change, requireVersion } from '../policy/organisation-settings.ts';
import {
  previewOfTicketCredential,
  readTicketCredential,
  sealTicketCredential,
} from './ticket-credential.ts';
import { readTrackerUrl, requireSoundMapping, requireTrackerProject } from './ticket-place.ts';
import type { TicketChoice, TicketPlace, TicketTargetRecord } from './ticket-target.ts';
import {
  deleteTicketTarget,
  findTicketTarget,
  insertTicketTarget,
  listTicketTargets,
  lockTicketTargets,
  requestTicketTest,
  storeTicketCredential,
  updateTicketTarget,
} from './ticket-targets-store.ts';

/** Ticket targets of one organisation. */
export const TICKET_TARGETS_PER_ORGANISATION_MAX = 20;

/** Dependencies of the use cases. */
export interface TicketTargetDeps {
  readonly sql: Sql;
  readonly seal: Seal;
  /** Private networks that trackers may be in. */
  readonly networks: readonly TenantNetwork[];
  readonly now: () => Date;
}

/** Target that a change is about. */
export interface TicketTargetVersion {
  readonly id: string;
  /** The version that the caller knows; null: any version. */
  readonly etag: string | null;
}

/** All targets, in the order of their names. */
export async function readTicketTargets(sql: Sql, orgId: string): Promise<readonly TicketTargetRecord[]> {
  return withOrganisation(sql, orgId, listTicketTargets);
}

/** One target. @throws AppError `not_found` */
export async function readTicketTarget(sql: Sql, orgId: string, id: string): Promise<TicketTargetRecord> {
  return withOrganisation(sql, orgId, (transaction) => requireTarget(transaction, id));
}

/** Adds a target. @throws AppError `invalid_field`, `missing_field`; `state_conflict` when a name or project is taken or the limit reached */
export async function addTicketTarget(
  { sql, networks, now }: TicketTargetDeps,
  change: Change,
  target: TicketPlace & TicketChoice,
): Promise<TicketTargetRecord> {
  const guard = createTenantGuard({ allowsHttp: false, networks }, change.orgId);
  const url = readTrackerUrl(target.kind, target.url, guard);
  requireTrackerProject(target);
  requireSoundMapping(target.kind, target);
  return withOrganisation(sql, change.orgId, async (transaction) => {
    await requireAdmitted(transaction, change.actor);
    await lockTicketTargets(transaction);
    const others = await listTicketTargets(transaction);
    const limit = TICKET_TARGETS_PER_ORGANISATION_MAX;
    if (others.length >= limit) {
      const message = `The organisation has ${limit} ticket targets, the largest number. Delete one first.`;
      throw new AppError('state_conflict', message, { limit: String(limit) });
    }
    requireFreeName(target.name, others);
    const same = others.find((other) => other.url === url && other.project === target.project);
    if (same !== undefined)
      throw new AppError(
        'state_conflict',
        `The ticket target ${JSON.stringify(same.name)} has this project, and two would share its tickets.`,
        { name: same.name },
      );
    const id = await insertTicketTarget(
      transaction,
      { ...target, url, createdByName: change.actor.name },
      now(),
    );
    const added = await requireTarget(transaction, id);
    const { kind, project } = target;
    await note(transaction, change, added, {
      action: 'ticket_target.created',
      details: { kind, project, host: new URL(url).host },
      changes: changesOf(null, added),
    });
    return added;
  });
}

/** Changes the given members of a target. @throws AppError `not_found`, `etag_mismatch`, `state_conflict`, `invalid_field` */
export async function changeTicketTarget(
  { sql, now }: TicketTargetDeps,
  change: Change,
  { id, etag }: TicketTargetVersion,
  changes: Partial<TicketChoice>,
): Promise<TicketTargetRecord> {
  return withOrganisation(sql, change.orgId, async (transaction) => {
    await lockTicketTargets(transaction);
    const before = await requireTarget(transaction, id);
    requireVersion(before, etag);
    if (Object.keys(changes).length === 0) return before;
    const wanted = { ...before, ...changes };
    requireSoundMapping(before.kind, wanted);
    const others = (await listTicketTargets(transaction)).filter((other) => other.id !== before.id);
    requireFreeName(wanted.name, others);
    await updateTicketTarget(transaction, before.id, wanted, now());
    const after = await requireTarget(transaction, before.id);
    await note(transaction, change, after, {
      action: 'ticket_target.updated',
      details: {},
      changes: changesOf(before, after),
    });
    return after;
  });
}

/** Deletes a target. Its tickets stay in the tracker as they are. @throws AppError `not_found`, `etag_mismatch` */
export async function removeTicketTarget(
  { sql }: TicketTargetDeps,
  change: Change,
  { id, etag }: TicketTargetVersion,
): Promise<void> {
  await withOrganisation(sql, change.orgId, async (transaction) => {
    await lockTicketTargets(transaction);
    const before = await requireTarget(transaction, id);
    requireVersion(before, etag);
    await deleteTicketTarget(transaction, before.id);
    await note(transaction, change, before, {
      action: 'ticket_target.deleted',
      details: {},
      changes: changesOf(before, null),
    });
  });
}

/** Seals and stores a credential. @throws AppError `not_found`, `missing_field`, `invalid_field` */
export async function setTicketCredential(
  { sql, seal, now }: TicketTargetDeps,
  change: Change,
  id: string,
  given: { readonly user: string | null; readonly token: string },
): Promise<TicketTargetRecord> {
  return withOrganisation(sql, change.orgId, async (transaction) => {
    await requireAdmitted(transaction, change.actor);
    const target = await requireTarget(transaction, id);
    const credential = readTicketCredential(target.kind, given);
    const preview = previewOfTicketCredential(credential);
    const sealed = sealTicketCredential(seal, target, credential);
    await storeTicketCredential(transaction, target.id, { sealed, preview }, now());
    await note(transaction, change, target, { action: 'ticket_target.credential_set', details: { preview } });
    return requireTarget(transaction, id);
  });
}

/** Has credential and rights tried. @throws AppError `not_found`; `state_conflict` while a test is on its way */
export async function testTicketTarget(
  { sql, now }: Pick<TicketTargetDeps, 'sql' | 'now'>,
  change: Change,
  id: string,
): Promise<TicketTargetRecord> {
  return withOrganisation(sql, change.orgId, async (transaction) => {
    await lockTicketTargets(transaction);
    const target = await requireTarget(transaction, id);
    if (target.testRequestedAt !== null)
      throw new AppError('state_conflict', 'A test of this ticket target is on its way. Wait for its end.');
    await requestTicketTest(transaction, target.id, now());
    await note(transaction, change, target, { action: 'ticket_target.tested', details: {} });
    return requireTarget(transaction, id);
  });
}

async function requireTarget(sql: TenantTransaction, id: string): Promise<TicketTargetRecord> {
  const found = isUuid(id) ? await findTicketTarget(sql, id) : undefined;
  if (found !== undefined) return found;
  throw new AppError(
    'not_found',
    `There is no ticket target with the id ${JSON.stringify(id.slice(0, 40))}.`,
  );
}

async function note(
  sql: TenantTransaction,
  { actor, requestId }: Change,
  { id, name }: Pick<TicketTargetRecord, 'id' | 'name'>,
  entry: AuditFacts & { readonly action: AuditAction },
): Promise<void> {
  await audit(sql, { actor, target: { kind: 'ticket_target', id, name }, ...entry, requestId });
}

const AUDITED = [
  ...(['name', 'state', 'leastSeverity', 'ownerTeamId', 'environment', 'repository', 'openMax'] as const),
  ...(['issueType', 'priorities', 'fields', 'closingFields', 'closedStatus', 'reopenedStatus'] as const),
];

function changesOf(before: TicketTargetRecord | null, after: TicketTargetRecord | null) {
  return fieldChanges(before, after, AUDITED);
}

function requireFreeName(name: string, others: readonly TicketTargetRecord[]): void {
  if (!others.some((other) => other.name === name)) return;
  throw new AppError('state_conflict', `Another ticket target has the name ${JSON.stringify(name)}.`, {
    name,
  });
}

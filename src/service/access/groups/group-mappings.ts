/** Use cases of group mappings: list them, add one, change one, delete one. Each change is audited, and its members follow at once. */
import { type AuditAction, fieldChanges } from '../../../contract/audit.ts';
import { AppError } from '../../../errors.ts';
import type { Sql } from '../../../infra/database/connections.ts';
import { withOrganisation } from '../../../infra/database/database.ts';
import type { TenantTransaction } from '../../../infra/database/transaction.ts';
import { isUuid } from '../../../infra/database/uuid-v7.ts';
import { audit } from '../../audit/audit-store.ts';
import { requireVersion } from '../../policy/organisation-settings.ts';
import { requireAdmitted, requireGrantable } from '../grant.ts';
import { ACCESS_LIMITS } from '../limits.ts';
import { type MemberDeps, type MemberManager, requireMembersHere, requireNarrowable } from '../members.ts';
import { lockMembersAndAdmins } from '../members-store.ts';
import { scopesOfRoles } from '../roles.ts';
import { ANY_GROUP, comparableGroup } from './claimed-groups.ts';
import type { MappingChoice, MappingRecord } from './group-mapping.ts';
import {
  deleteMapping,
  findMapping,
  insertMapping,
  listMappings,
  listUnknownTeams,
  lockMappings,
  updateMapping,
} from './group-mappings-store.ts';
import { listHolders } from './group-members-store.ts';
import { settleMembers } from './settle-members.ts';

/** Dependencies of the use cases. */
export interface MappingDeps extends MemberDeps {
  readonly now: () => Date;
}

/** Mapping that a change is about. */
export interface MappingVersion {
  readonly id: string;
  /** The version that the caller knows; null: any version. */
  readonly etag: string | null;
}

const FIELDS = ['group', 'role', 'teamsOnly', 'teamIds'] as const;

/** All mappings, in the order of their groups. */
export async function readMappings(sql: Sql, orgId: string): Promise<readonly MappingRecord[]> {
  return withOrganisation(sql, orgId, listMappings);
}

/** One mapping. @throws AppError `not_found` */
export async function readMapping(sql: Sql, orgId: string, id: string): Promise<MappingRecord> {
  return withOrganisation(sql, orgId, (transaction) => requireMapping(transaction, id));
}

/** Adds a mapping. @throws AppError `invalid_field`, `insufficient_scope`, `state_conflict` */
export async function addMapping(
  { sql, issuer, orgClaim, now }: MappingDeps,
  manager: MemberManager,
  { group: written, ...choice }: MappingChoice & Pick<MappingRecord, 'group'>,
): Promise<MappingRecord> {
  requireMembersHere(orgClaim);
  if (issuer === null) {
    const message = 'No identity provider is configured, so there are no groups to map.';
    throw new AppError('state_conflict', message);
  }
  const group = comparableGroup(written);
  requireGrantable(manager.scopes, scopesOfRoles(choice.role === null ? [] : [choice.role]));
  requireSoundChoice(group, choice);
  return withOrganisation(sql, manager.orgId, async (transaction) => {
    await lockMappings(transaction);
    const ids = await lockHolders(transaction, { issuer, group });
    await requireAdmitted(transaction, manager.actor);
    const others = await listMappings(transaction);
    const limit = ACCESS_LIMITS.groupMappingsMax;
    if (others.length >= limit) {
      const message = `The organisation has ${limit} group mappings, the largest number. Delete one first.`;
      throw new AppError('state_conflict', message, { limit: String(limit) });
    }
    await requireTeams(transaction, choice);
    const made = { ...choice, issuer, group };
    const id = await insertMapping(transaction, made, manager.actor.name, now());
    if (id === undefined) {
      const message = `There is a mapping of the group ${JSON.stringify(group)} already. Change that one.`;
      throw new AppError('state_conflict', message, { group });
    }
    const added = await requireMapping(transaction, id);
    await note(transaction, manager, 'group_mapping.created', { before: null, after: added });
    await settleHolders(transaction, manager, { issuer, ids });
    return requireMapping(transaction, id);
  });
}

/** Changes the given members of a mapping. @throws AppError `not_found`, `etag_mismatch`, `invalid_field`, `insufficient_scope`, `state_conflict` */
export async function changeMapping(
  { sql, orgClaim, now }: MappingDeps,
  manager: MemberManager,
  { id, etag }: MappingVersion,
  changes: Partial<MappingChoice>,
): Promise<MappingRecord> {
  requireMembersHere(orgClaim);
  return withOrganisation(sql, manager.orgId, async (transaction) => {
    await lockMappings(transaction);
    const before = await requireMapping(transaction, id);
    const ids = await lockHolders(transaction, before);
    await requireAdmitted(transaction, manager.actor);
    requireVersion(before, etag);
    if (Object.keys(changes).length === 0) return before;
    const wanted = { ...before, ...changes };
    // Also where the role stays: its teams and its width are handed on too.
    requireGrantable(manager.scopes, scopesOfRoles(wanted.role === null ? [] : [wanted.role]));
    requireSoundChoice(before.group, wanted);
    await requireTeams(transaction, wanted);
    await updateMapping(transaction, before.id, wanted, now());
    const after = await requireMapping(transaction, before.id);
    await note(transaction, manager, 'group_mapping.updated', { before, after });
    await settleHolders(transaction, manager, { issuer: before.issuer, ids });
    return after;
  });
}

/** Deletes a mapping, and takes away what it gave. @throws AppError `not_found`, `etag_mismatch`, `state_conflict` */
export async function removeMapping(
  { sql }: Pick<MappingDeps, 'sql'>,
  manager: MemberManager,
  { id, etag }: MappingVersion,
): Promise<void> {
  await withOrganisation(sql, manager.orgId, async (transaction) => {
    await lockMappings(transaction);
    const before = await requireMapping(transaction, id);
    const ids = await lockHolders(transaction, before);
    await requireAdmitted(transaction, manager.actor);
    requireVersion(before, etag);
    await deleteMapping(transaction, before.id);
    await note(transaction, manager, 'group_mapping.deleted', { before, after: null });
    await settleHolders(transaction, manager, { issuer: before.issuer, ids });
  });
}

/** Locks the members who have the group. This goes before the log, for which other changes of members wait in this order too. */
async function lockHolders(
  sql: TenantTransaction,
  { issuer, group }: Pick<MappingRecord, 'issuer' | 'group'>,
): Promise<readonly string[]> {
  const ids = await listHolders(sql, issuer, group);
  if (ids.length > 0) await lockMembersAndAdmins(sql, ids);
  return ids;
}

/** Settles the members who have the group. @throws AppError `state_conflict` when the last admin would be none */
async function settleHolders(
  sql: TenantTransaction,
  manager: MemberManager,
  holders: { readonly issuer: string; readonly ids: readonly string[] },
): Promise<void> {
  if (holders.ids.length === 0) return;
  const settled = await settleMembers(sql, manager, holders);
  const lastAdmin = settled.find(({ isLastAdmin }) => isLastAdmin)?.member;
  if (lastAdmin === undefined) return;
  const { id, name, email } = lastAdmin;
  const message = `This would take the role of the last admin, ${name ?? email ?? id}. Make another member who has signed in an admin first.`;
  throw new AppError('state_conflict', message, { id });
}

/** @throws AppError `invalid_field` for what gives nothing, or too much to too many */
function requireSoundChoice(group: string, { role, teamsOnly, teamIds }: MappingChoice): void {
  if (role === null && teamIds.length === 0) {
    const message = 'The mapping gives neither a role nor a team. Send role, team_ids or both.';
    throw new AppError('invalid_field', message, { field: 'role' });
  }
  if (role === null && teamsOnly) {
    const message = 'teams_only narrows a role, and the mapping gives none. Send role too.';
    throw new AppError('invalid_field', message, { field: 'teams_only' });
  }
  if (role !== null) requireNarrowable(role, teamsOnly);
  if (group.endsWith('/*') && !group.startsWith('/')) {
    const message =
      'group ends with /*, which means the groups below a path, as /finance/*. A path begins with a slash.';
    throw new AppError('invalid_field', message, { field: 'group' });
  }
  if (group !== ANY_GROUP || role !== 'admin') return;
  const message =
    'The default for everyone whom the identity provider knows cannot be admin. Name a group for admins.';
  throw new AppError('invalid_field', message, { field: 'role' });
}

/** @throws AppError `invalid_field` for an unknown team */
async function requireTeams(sql: TenantTransaction, { teamIds }: MappingChoice): Promise<void> {
  const [unknown] = await listUnknownTeams(sql, teamIds);
  if (unknown === undefined) return;
  const message = `The organisation has no team ${unknown}. GET /api/v1/teams lists those that it has.`;
  throw new AppError('invalid_field', message, { field: 'team_ids', id: unknown });
}

async function requireMapping(sql: TenantTransaction, id: string): Promise<MappingRecord> {
  const found = isUuid(id) ? await findMapping(sql, id) : undefined;
  if (found !== undefined) return found;
  const shown = JSON.stringify(id.slice(0, 80));
  throw new AppError('not_found', `The organisation has no group mapping ${shown}.`);
}

/** Versions of a mapping around a change, of which one may be absent. */
type Versions =
  | { readonly before: MappingRecord | null; readonly after: MappingRecord }
  | { readonly before: MappingRecord; readonly after: null };

async function note(
  sql: TenantTransaction,
  { actor, requestId }: MemberManager,
  action: AuditAction,
  { before, after }: Versions,
): Promise<void> {
  const { id, group, members } = after ?? before;
  const target = { kind: 'group_mapping', id, name: group } as const;
  const changes = fieldChanges(before, after, FIELDS);
  await audit(sql, { actor, action, target, details: { members }, changes, requestId });
}

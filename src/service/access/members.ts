/** The use cases of an organisation's members: add, list, read, change, remove. Every change is audited. */

import { type AuditAction, type AuditFacts, fieldChanges } from '../../contract/audit.ts';
import type { MemberRole } from '../../contract/member.ts';
import { AppError } from '../../errors.ts';
import type { Sql } from '../../infra/database/connections.ts';
import { withOrganisation } from '../../infra/database/database.ts';
import type { TenantTransaction } from '../../infra/database/transaction.ts';
import { isUuid, uuidV7 } from '../../infra/database/uuid-v7.ts';
import { audit } from '../audit/audit-store.ts';
import type { Change } from '../policy/organisation-settings.ts';
import { endKeysOf, requireNoWideKeys } from './api-keys.ts';
import type { ApiKeyRecord } from './api-keys-store.ts';
import { requireAdmitted, requireGrantable } from './grant.ts';
import { ANY_GROUP } from './groups/claimed-groups.ts';
import { findMemberGroups, noteDepartures } from './groups/group-members-store.ts';
import { ACCESS_LIMITS } from './limits.ts';
import {
  countMembersLocked,
  deleteMembers,
  findMember,
  findSimilarMember,
  insertMember,
  type LockedMember,
  listMembers,
  lockMember,
  type MemberFilters,
  type MemberPage,
  type MemberRecord,
  updateMemberRights,
} from './members-store.ts';
import { scopesOfRoles } from './roles.ts';
import type { Scope } from './scopes.ts';

/** Dependencies of the use cases. */
export interface MemberDeps {
  readonly sql: Sql;
  /** The issuer of the tokens that are accepted; null: none are. */
  readonly issuer: string | null;
  /** Claim of tokens that names the organisations of a member; null when the store holds the members. */
  readonly orgClaim: string | null;
}

/** Actor that manages members. */
export interface MemberManager extends Change {
  /** The scopes that it has, and so the ones that it may hand on. */
  readonly scopes: readonly Scope[];
}

/** Person to add. Without a subject, the address identifies the person until the first token. */
export interface CreateMemberInput {
  readonly role: MemberRole;
  /** True: the member sees what its teams own alone. Absent: the whole organisation. */
  readonly teamsOnly?: boolean;
  /** Comparable, or null. */
  readonly email: string | null;
  readonly subject: string | null;
}

const RIGHTS = ['role', 'teamsOnly'] as const;

/** Adds a member. @throws AppError `state_conflict`, `insufficient_scope` */
export async function addMember(
  deps: MemberDeps,
  manager: MemberManager,
  input: CreateMemberInput,
): Promise<MemberRecord> {
  return withOrganisation(deps.sql, manager.orgId, (sql) => addMemberIn(sql, deps, manager, input));
}

/** The same within a transaction of the organisation. */
export async function addMemberIn(
  sql: TenantTransaction,
  { issuer, orgClaim }: Omit<MemberDeps, 'sql'>,
  manager: MemberManager,
  { role, teamsOnly = false, email, subject }: CreateMemberInput,
): Promise<MemberRecord> {
  requireMembersHere(orgClaim);
  requireGrantable(manager.scopes, scopesOfRoles([role]));
  requireNarrowable(role, teamsOnly);
  await requireAdmitted(sql, manager.actor);
  if (subject !== null && issuer === null) {
    const message =
      'No identity provider is configured, so subjects mean nobody yet. Add the member by e-mail.';
    throw new AppError('state_conflict', message);
  }
  const { orgId } = manager;
  const limit = ACCESS_LIMITS.membersMax;
  if ((await countMembersLocked(sql)) >= limit) {
    const message = `The organisation has ${limit} members, which is the limit. Remove one first.`;
    throw new AppError('state_conflict', message, { limit: String(limit) });
  }
  const marks = { orgId, issuer: subject === null ? null : issuer, subject, email };
  const known = await findSimilarMember(sql, marks);
  if (known !== undefined) {
    const message = `The organisation has this member already, with the id ${known.id}. Change that one.`;
    throw new AppError('state_conflict', message, { id: known.id });
  }
  // Who was removed may have left keys.
  if (teamsOnly) await requireNoWideKeys(sql, marks);
  const member = { ...marks, id: uuidV7(), role, teamsOnly, createdByName: manager.actor.name };
  const added = await insertMember(sql, member);
  if (added === undefined)
    throw new AppError('state_conflict', 'The member has just been added by somebody else.');
  await note(sql, manager, 'member.added', added, {
    details: { role },
    changes: fieldChanges(null, added, RIGHTS),
  });
  return added;
}

/** One page of the members, the newest first. */
export async function readMembers(
  { sql }: Pick<MemberDeps, 'sql'>,
  orgId: string,
  filters: MemberFilters,
  cursor: string | null,
  pageSize: number,
): Promise<MemberPage> {
  return withOrganisation(sql, orgId, (inner) => listMembers(inner, filters, cursor, pageSize));
}

/** One member. @throws AppError `not_found` */
export async function readMember(
  { sql }: Pick<MemberDeps, 'sql'>,
  orgId: string,
  id: string,
): Promise<MemberRecord> {
  const found = isUuid(id) ? await withOrganisation(sql, orgId, (inner) => findMember(inner, id)) : undefined;
  if (found === undefined) throw notFound(id);
  return found;
}

/** Gives a member other rights; what is absent or null stays. @throws AppError `not_found`, `insufficient_scope`, `state_conflict` */
export async function changeMember(
  { sql, orgClaim }: MemberDeps,
  manager: MemberManager,
  id: string,
  { role, teamsOnly }: { readonly role: MemberRole; readonly teamsOnly?: boolean | null },
): Promise<MemberRecord> {
  requireMembersHere(orgClaim);
  requireGrantable(manager.scopes, scopesOfRoles([role]));
  const { orgId } = manager;
  return withOrganisation(sql, orgId, async (inner) => {
    const { member, otherAdmins } = await locked(inner, id);
    const after = { ...member, role, teamsOnly: teamsOnly ?? member.teamsOnly };
    requireNarrowable(role, after.teamsOnly);
    if (member.role === role && member.teamsOnly === after.teamsOnly) return member;
    await requireByHand(inner, member);
    if (member.role !== role) requireAnotherAdmin({ member, otherAdmins });
    if (after.teamsOnly && !member.teamsOnly) await requireNoWideKeys(inner, { subject: member.subject });
    await updateMemberRights(inner, member.id, after);
    await note(inner, manager, 'member.role_changed', member, {
      details: { from: member.role, to: role },
      changes: fieldChanges(member, after, RIGHTS),
    });
    return after;
  });
}

/** API keys that a removed member made, or that keys of theirs made. */
export interface KeysOfRemoved {
  readonly revoked: readonly ApiKeyRecord[];
  readonly retained: readonly ApiKeyRecord[];
}

/**
 * Removes a member and revokes their API keys, unless `retainsKeys`.
 * @throws AppError `not_found`, `state_conflict`
 */
export async function removeMember(
  { sql }: Pick<MemberDeps, 'sql'>,
  manager: Change,
  id: string,
  retainsKeys = false,
): Promise<KeysOfRemoved> {
  const { orgId } = manager;
  return withOrganisation(sql, orgId, async (inner) => {
    const found = await locked(inner, id);
    requireAnotherAdmin(found);
    const { issuer, subject } = found.member;
    const keys = subject === null ? [] : await endKeysOf(inner, manager, subject, retainsKeys);
    const ids = keys.map((key) => key.id);
    await deleteMembers(inner, [found.member.id]);
    // A token that was issued before brings no one back by its groups.
    if (issuer !== null && subject !== null)
      await noteDepartures(inner, [{ issuer, subject, tokenAt: new Date() }]);
    await note(inner, manager, 'member.removed', found.member, {
      details: { role: found.member.role, [retainsKeys ? 'keptApiKeys' : 'revokedApiKeys']: ids },
      changes: fieldChanges(found.member, null, ['role']),
    });
    return retainsKeys ? { revoked: [], retained: keys } : { revoked: keys, retained: [] };
  });
}

/** Rejects a change by hand of what groups give: the next token would undo it. */
async function requireByHand(sql: TenantTransaction, { id }: MemberRecord): Promise<void> {
  const given = await findMemberGroups(sql, id);
  if (given?.groupRole == null) return;
  const groups = given.groups.filter((group) => group !== ANY_GROUP).join(', ') || ANY_GROUP;
  const message = `Groups of the identity provider give this member the role ${given.groupRole}: ${groups}. Change the group mapping.`;
  throw new AppError('state_conflict', message, { role: given.groupRole });
}

/** Rejects narrowed members who decide for others. */
export function requireNarrowable(role: MemberRole, teamsOnly: boolean): void {
  if (!teamsOnly || (role !== 'admin' && role !== 'approver')) return;
  const message = `teams_only is for viewers, auditors and developers: the role ${role} decides for the whole organisation.`;
  throw new AppError('invalid_field', message, { field: 'teams_only' });
}

async function locked(sql: TenantTransaction, id: string): Promise<LockedMember> {
  const found = isUuid(id) ? await lockMember(sql, id.toLowerCase()) : undefined;
  if (found === undefined) throw notFound(id);
  return found;
}

/** Rejects the removal of the last admin: no one could add a new one. */
function requireAnotherAdmin({ member, otherAdmins }: LockedMember): void {
  if (member.role !== 'admin' || member.joinedAt === null || otherAdmins > 0) return;
  throw new AppError(
    'state_conflict',
    'This is the last admin of the organisation. Make another member who has signed in an admin first.',
  );
}

/** Rejects changes of members whom the claims of tokens decide about. */
export function requireMembersHere(orgClaim: string | null): void {
  if (orgClaim === null) return;
  const message = `The identity provider decides who is a member, in the claim ${JSON.stringify(orgClaim)} of its tokens. Change it there.`;
  throw new AppError('state_conflict', message, { claim: orgClaim });
}

async function note(
  sql: TenantTransaction,
  { actor, requestId }: Change,
  action: AuditAction,
  { id, email, subject, name }: MemberRecord,
  { details, changes }: Required<AuditFacts>,
): Promise<void> {
  const target = { kind: 'member', id, name: name ?? email ?? subject ?? id } as const;
  const known = { ...details, email, subject };
  await audit(sql, { actor, action, target, details: known, changes, requestId });
}

function notFound(id: string): AppError {
  return new AppError(
    'not_found',
    `No member of this organisation has the id ${JSON.stringify(id.slice(0, 80))}.`,
  );
}

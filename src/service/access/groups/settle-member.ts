/** Settles what groups give to a member: role, teams, or the end of the membership. */
import { type AuditAction, fieldChanges } from '../../../contract/audit.ts';
import type { TenantTransaction } from '../../../infra/database/transaction.ts';
import { audit } from '../../audit/audit-store.ts';
import type { Change } from '../../policy/organisation-settings.ts';
import { endKeysOf } from '../api-keys.ts';
import { deleteMember, type LockedMember, lockMember, type MemberRecord } from '../members-store.ts';
import { listGrants } from './group-mappings-store.ts';
import {
  findMemberGroups,
  type HeldGroups,
  type MemberGroups,
  noteDeparture,
  writeGroupTeams,
  writeMemberGroups,
} from './group-members-store.ts';
import { type JoinedRights, joinRights, type RoleRights } from './group-rights.ts';

/** Result of settling a member. */
export interface SettledMember {
  /** Undefined: the membership has ended. */
  readonly member: MemberRecord | undefined;
  /** Rights by now; undefined: nothing. */
  readonly rights: JoinedRights | undefined;
  /** True: the groups of the last admin are gone, and the rights stay nevertheless. */
  readonly isLastAdmin: boolean;
}

/**
 * Gives a member what these groups give, and takes away what they no longer give. Returns undefined when there is no such
 * member. The last admin stays.
 */
export async function settleMember(
  sql: TenantTransaction,
  change: Change,
  memberId: string,
  held: HeldGroups,
): Promise<SettledMember | undefined> {
  const locked = await lockMember(sql, memberId);
  const before = locked && (await findMemberGroups(sql, memberId));
  if (locked === undefined || before === undefined) return undefined;
  const { member } = locked;
  const byHand = handRightsOf(member, before);
  const grants = member.issuer === null ? [] : await listGrants(sql, member.issuer, held.groups);
  const rights = joinRights(byHand, grants);
  if (rights?.role !== 'admin' && isLastAdmin(locked)) return { member, rights, isLastAdmin: true };
  if (rights === undefined) {
    await endMembership(sql, change, member, held);
    return { member: undefined, rights, isLastAdmin: false };
  }
  if (rights.teamsOnly && !member.teamsOnly && member.subject !== null)
    await endKeysOf(sql, change, member.subject, false);
  await writeMemberGroups(sql, member.id, { rights, byHand }, held);
  const { role, teamsOnly, teamIds } = rights;
  if (teamIds.join() !== before.teamIds.join()) await writeGroupTeams(sql, member.id, teamIds);
  const changes = fieldChanges(
    { role: member.role, teamsOnly: member.teamsOnly, teamIds: before.teamIds },
    { role, teamsOnly, teamIds },
    ['role', 'teamsOnly', 'teamIds'],
  );
  if (changes.length > 0)
    await noteGroups(sql, change, {
      action: 'member.groups_changed',
      member,
      groups: rights.groups,
      changes,
    });
  return { member: { ...member, role, teamsOnly }, rights, isLastAdmin: false };
}

/** Effect of groups on a member. */
interface GroupsNote {
  readonly action: AuditAction;
  readonly member: MemberRecord;
  readonly groups: readonly string[];
  readonly changes: ReturnType<typeof fieldChanges>;
}

/** Records what groups did to a member. */
export async function noteGroups(
  sql: TenantTransaction,
  { actor, requestId }: Change,
  { action, member, groups, changes }: GroupsNote,
): Promise<void> {
  const { id, name, email, subject } = member;
  const target = { kind: 'member', id, name: name ?? email ?? subject ?? id } as const;
  await audit(sql, { actor, action, target, details: { groups, email, subject }, changes, requestId });
}

async function endMembership(
  sql: TenantTransaction,
  change: Change,
  member: MemberRecord,
  { groupsAt }: HeldGroups,
): Promise<void> {
  const { id, issuer, subject } = member;
  if (subject !== null) await endKeysOf(sql, change, subject, false);
  await deleteMember(sql, id);
  if (issuer !== null && subject !== null && groupsAt !== null)
    await noteDeparture(sql, { issuer, subject }, groupsAt);
  const changes = fieldChanges(member, null, ['role']);
  await noteGroups(sql, change, { action: 'member.removed', member, groups: [], changes });
}

function handRightsOf(
  { role, teamsOnly }: MemberRecord,
  { groupRole, handRole, handTeamsOnly }: MemberGroups,
): RoleRights | undefined {
  if (groupRole === null) return { role, teamsOnly };
  return handRole === null ? undefined : { role: handRole, teamsOnly: handTeamsOnly ?? false };
}

const isLastAdmin = ({ member, otherAdmins }: LockedMember): boolean =>
  member.role === 'admin' && member.joinedAt !== null && otherAdmins === 0;

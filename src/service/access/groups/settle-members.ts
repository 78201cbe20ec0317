/** Settles what groups give to members: role, teams, or the end of the membership. Few statements settle thousands. */
import { type AuditAction, type AuditEntry, fieldChanges } from '../../../contract/audit.ts';
import type { TenantTransaction } from '../../../infra/database/transaction.ts';
import { auditAll } from '../../audit/audit-store.ts';
import type { Change } from '../../policy/organisation-settings.ts';
import { endKeysOf } from '../api-keys.ts';
import { listKeyMakers } from '../api-keys-store.ts';
import { deleteMembers, lockMembersAndAdmins, type MemberRecord } from '../members-store.ts';
import { listGrants } from './group-mappings-store.ts';
import {
  type HeldGroups,
  listMemberGroups,
  type MemberGroups,
  type MembershipEnd,
  noteDepartures,
  writeGroupTeams,
  writeMemberGroups,
} from './group-members-store.ts';
import { type GroupGrant, type JoinedRights, joinRights, type RoleRights } from './group-rights.ts';

/** Result of settling a member. */
export interface SettledMember {
  /** Undefined: the membership has ended. */
  readonly member: MemberRecord | undefined;
  /** Rights by now; undefined: nothing. */
  readonly rights: JoinedRights | undefined;
  /** True: the groups of the last admin are gone, and the rights stay nevertheless. */
  readonly isLastAdmin: boolean;
}

/** Member before the change, with the groups that count from now on. */
interface Holder {
  readonly before: MemberRecord;
  readonly given: MemberGroups;
  readonly held: HeldGroups;
}

/** Member whose rights change. */
interface Settling extends SettledMember, Holder {
  readonly byHand: RoleRights | undefined;
}

/**
 * Gives members of a provider what their groups give, and takes away what these no longer give. `held` has the groups of a
 * token that has just come; without it those of the last token count. The last admin stays.
 */
export async function settleMembers(
  sql: TenantTransaction,
  change: Change,
  {
    issuer,
    ids,
    held,
  }: { readonly issuer: string; readonly ids: readonly string[]; readonly held?: HeldGroups },
): Promise<readonly SettledMember[]> {
  const locked = await lockMembersAndAdmins(sql, ids);
  const givenTo = new Map((await listMemberGroups(sql, ids)).map((given) => [given.memberId, given]));
  const wanted = new Set(
    held === undefined ? [...givenTo.values()].flatMap(({ groups }) => groups) : held.groups,
  );
  const grants = await listGrants(sql, issuer, [...wanted]);
  const admins = new Set(locked.filter(isAdminWhoCame).map(({ id }) => id));
  const settled = locked.flatMap((before): readonly Settling[] => {
    const given = givenTo.get(before.id);
    return given === undefined ? [] : [settle({ before, given, held: held ?? given }, grants, admins)];
  });
  await write(
    sql,
    change,
    settled.filter(({ isLastAdmin }) => !isLastAdmin),
  );
  return settled;
}

/** Settles one member, and notes in `admins` who is one by now. */
function settle(
  { before, given, held }: Holder,
  grants: readonly GroupGrant[],
  admins: Set<string>,
): Settling {
  const byHand = handRightsOf(before, given);
  const rights = joinRights(
    byHand,
    grants.filter(({ group }) => held.groups.includes(group)),
  );
  const facts = { before, given, byHand, held, rights };
  if (rights?.role !== 'admin' && admins.delete(before.id) && admins.size === 0) {
    admins.add(before.id);
    return { ...facts, member: before, isLastAdmin: true };
  }
  if (rights === undefined) return { ...facts, member: undefined, isLastAdmin: false };
  const { role, teamsOnly } = rights;
  const member = { ...before, role, teamsOnly };
  if (isAdminWhoCame(member)) admins.add(before.id);
  return { ...facts, member, isLastAdmin: false };
}

async function write(sql: TenantTransaction, change: Change, settled: readonly Settling[]): Promise<void> {
  const gone = settled.filter(({ rights }) => rights === undefined);
  const staying = settled.flatMap(({ rights, ...rest }) =>
    rights === undefined ? [] : [{ ...rest, rights }],
  );
  const narrowed = staying.filter(({ rights, before }) => rights.teamsOnly && !before.teamsOnly);
  await endKeysOfAll(sql, change, [...gone, ...narrowed]);
  await deleteMembers(
    sql,
    gone.map(({ before }) => before.id),
  );
  await noteDepartures(sql, gone.flatMap(departureOf));
  await writeMemberGroups(
    sql,
    staying.map(({ before, ...rest }) => ({ memberId: before.id, ...rest })),
  );
  await writeGroupTeams(
    sql,
    staying
      .map(({ before, given, rights }) => ({
        memberId: before.id,
        had: given.teamIds,
        teamIds: rights.teamIds,
      }))
      .filter(({ had, teamIds }) => had.join() !== teamIds.join()),
  );
  await auditAll(
    sql,
    settled.flatMap((one) => entryOf(change, one) ?? []),
  );
}

async function endKeysOfAll(
  sql: TenantTransaction,
  change: Change,
  ended: readonly Pick<Settling, 'before'>[],
): Promise<void> {
  const subjects = ended.flatMap(({ before }) => before.subject ?? []);
  for (const subject of await listKeyMakers(sql, subjects)) await endKeysOf(sql, change, subject, false);
}

function departureOf({
  before: { issuer, subject },
  held: { groupsAt },
}: Settling): readonly MembershipEnd[] {
  return issuer === null || subject === null || groupsAt === null
    ? []
    : [{ issuer, subject, tokenAt: groupsAt }];
}

function entryOf(change: Change, { before, given, rights }: Settling): AuditEntry | undefined {
  if (rights === undefined) {
    const changes = fieldChanges(before, null, ['role']);
    return groupsEntry(change, { action: 'member.removed', member: before, groups: [], changes });
  }
  const { role, teamsOnly, teamIds, groups } = rights;
  const changes = fieldChanges(
    { role: before.role, teamsOnly: before.teamsOnly, teamIds: given.teamIds },
    { role, teamsOnly, teamIds },
    ['role', 'teamsOnly', 'teamIds'],
  );
  if (changes.length === 0) return undefined;
  return groupsEntry(change, { action: 'member.groups_changed', member: before, groups, changes });
}

/** Effect of groups on a member. */
interface GroupsNote {
  readonly action: AuditAction;
  readonly member: MemberRecord;
  readonly groups: readonly string[];
  readonly changes: ReturnType<typeof fieldChanges>;
}

/** Returns the entry of the audit log about what groups did to a member. */
export function groupsEntry(
  { actor, requestId }: Change,
  { action, member, groups, changes }: GroupsNote,
): AuditEntry {
  const { id, name, email, subject } = member;
  const target = { kind: 'member', id, name: name ?? email ?? subject ?? id } as const;
  return { actor, action, target, details: { groups, email, subject }, changes, requestId };
}

function handRightsOf(
  { role, teamsOnly }: MemberRecord,
  { groupRole, handRole, handTeamsOnly }: MemberGroups,
): RoleRights | undefined {
  if (groupRole === null) return { role, teamsOnly };
  return handRole === null ? undefined : { role: handRole, teamsOnly: handTeamsOnly ?? false };
}

const isAdminWhoCame = ({ role, joinedAt }: MemberRecord): boolean => role === 'admin' && joinedAt !== null;

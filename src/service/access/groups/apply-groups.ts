/** Applies the groups of a token in one organisation: people join, change and leave by them. */
import { type AuditActor, fieldChanges } from '../../../contract/audit.ts';
import type { Subject } from '../../../contract/member.ts';
import { AppError } from '../../../errors.ts';
import type { TenantTransaction } from '../../../infra/database/transaction.ts';
import { uuidV7 } from '../../../infra/database/uuid-v7.ts';
import { audit } from '../../audit/audit-store.ts';
import { endKeysOf } from '../api-keys.ts';
import { ACCESS_LIMITS } from '../limits.ts';
import {
  countMembersLocked,
  findMemberBySubject,
  insertMember,
  type MemberRecord,
} from '../members-store.ts';
import { ANY_GROUP, type ClaimedGroups, mappableNames } from './claimed-groups.ts';
import { holdMappings, listGrants } from './group-mappings-store.ts';
import {
  endDeparture,
  findMemberGroups,
  type GroupsWay,
  type HeldGroups,
  writeGroupTeams,
  writeMemberGroups,
} from './group-members-store.ts';
import { type GroupGrant, joinRights } from './group-rights.ts';
import { groupsEntry, type SettledMember, settleMembers } from './settle-members.ts';

/** Groups of a token. */
export interface TokenGroups extends ClaimedGroups {
  /** Time of issue of the token. */
  readonly at: Date;
}

/** Person whose groups they are. */
export interface GroupsOwner extends Subject {
  readonly name: string;
  readonly groups: TokenGroups;
}

const ACTOR: AuditActor = { kind: 'system', id: 'group-mappings', name: 'Group mappings', email: null };

/**
 * Applies groups to a person and returns what came of it. Groups of a token that is older than the last one change nothing, so
 * that it brings no right back. A token of a call without the claim says nothing, unless the groups came by such a token.
 * @throws AppError `state_conflict` when the organisation has as many members as it may
 */
export async function applyGroups(
  sql: TenantTransaction,
  owner: GroupsOwner,
  known: MemberRecord | undefined,
  by: GroupsWay,
): Promise<SettledMember> {
  const { names, isStated, at } = owner.groups;
  const wanted = mappableNames(names);
  // Nearly always nothing changes, and this reads without a lock.
  let grants = await listGrants(sql, owner.issuer, wanted);
  const before = known && (await findMemberGroups(sql, known.id));
  const unchanged = { member: known, rights: undefined, isLastAdmin: false };
  if (known === undefined || before === undefined) {
    if (grants.length === 0) return unchanged;
    await holdMappings(sql);
    grants = await listGrants(sql, owner.issuer, wanted);
    const held = { groups: namesOf(grants), groupsAt: at, groupsBy: by };
    return (await joinByGroups(sql, owner, grants, held)) ?? unchanged;
  }
  const saysNothing = by === 'token' && !isStated && before.groupsBy !== 'token';
  const isOlder = before.groupsAt !== null && at < before.groupsAt;
  const isUnmapped = grants.length === 0 && before.groups.length === 0;
  if (saysNothing || isOlder || isUnmapped) return unchanged;
  const isSame =
    namesOf(grants).join('\n') === before.groups.join('\n') && before.groupsAt?.getTime() === at.getTime();
  if (isSame && by === 'token') return unchanged;
  await holdMappings(sql);
  const groups = namesOf(await listGrants(sql, owner.issuer, wanted));
  return (await settleOne(sql, owner, known.id, { groups, groupsAt: at, groupsBy: by })) ?? unchanged;
}

/** Returns the groups to store: those of mappings, and that for everyone, whose mapping may come later. */
function namesOf(grants: readonly GroupGrant[]): readonly string[] {
  return [...new Set([...grants.map(({ group }) => group), ANY_GROUP])].toSorted();
}

async function settleOne(
  sql: TenantTransaction,
  { issuer }: GroupsOwner,
  id: string,
  held: HeldGroups,
): Promise<SettledMember | undefined> {
  const change = { orgId: sql.orgId, actor: ACTOR, requestId: null };
  return (await settleMembers(sql, change, { issuer, ids: [id], held }))[0];
}

/** Makes a member by groups; undefined when they give no role, or a later token has ended the membership. */
async function joinByGroups(
  sql: TenantTransaction,
  owner: GroupsOwner,
  grants: readonly GroupGrant[],
  held: HeldGroups & { readonly groupsAt: Date },
): Promise<SettledMember | undefined> {
  const rights = joinRights(undefined, grants);
  if (rights === undefined) return undefined;
  const { issuer, subject, name } = owner;
  const limit = ACCESS_LIMITS.membersMax;
  if ((await countMembersLocked(sql)) >= limit) {
    const message = `The organisation has ${limit} members, which is the limit, so groups add no one.`;
    throw new AppError('state_conflict', message, { limit: String(limit) });
  }
  const change = { orgId: sql.orgId, actor: ACTOR, requestId: null };
  const added = await findMemberBySubject(sql, owner);
  if (added !== undefined) return settleOne(sql, owner, added.id, held);
  if (!(await endDeparture(sql, owner, held.groupsAt))) return undefined;
  // Who was removed may have left keys for the whole organisation.
  if (rights.teamsOnly) await endKeysOf(sql, change, subject, false);
  const { role, teamsOnly, teamIds, groups } = rights;
  const member = await insertMember(sql, {
    ...{ orgId: sql.orgId, id: uuidV7(), role, teamsOnly, issuer, subject, email: null },
    createdByName: ACTOR.name,
  });
  if (member === undefined) return undefined;
  await writeMemberGroups(sql, [{ memberId: member.id, rights, byHand: undefined, held }]);
  await writeGroupTeams(sql, [{ memberId: member.id, teamIds }]);
  const named = { ...member, name };
  const changes = fieldChanges(null, { role, teamsOnly, teamIds }, ['role', 'teamsOnly', 'teamIds']);
  await audit(sql, groupsEntry(change, { action: 'member.added', member: named, groups, changes }));
  return { member, rights, isLastAdmin: false };
}

/**
 * Role and teams of the owner of a token in an organisation, by the stored members.
 *
 * A member is known by the issuer and the subject of its tokens, which never change hands. An invitation by e-mail goes to
 * the first token with that address which says that the provider has verified it; from then on the subject counts and the
 * address no longer does. Groups of the token give what the mappings of the organisation say.
 */

import { comparableEmail, isEmail, type MemberRole, type Subject } from '../../../contract/member.ts';
import type { Teams } from '../../../infra/async/narrowing.ts';
import { createTtlCache } from '../../../infra/async/ttl-cache.ts';
import type { Sql } from '../../../infra/database/connections.ts';
import { withOrganisation } from '../../../infra/database/database.ts';
import type { TenantTransaction } from '../../../infra/database/transaction.ts';
import { audit } from '../../audit/audit-store.ts';
import { applyGroups, type TokenGroups } from '../groups/apply-groups.ts';
import type { GroupsWay } from '../groups/group-members-store.ts';
import type { SettledMember } from '../groups/settle-members.ts';
import { accessCacheOptions } from '../key-check.ts';
import { ACCESS_LIMITS } from '../limits.ts';
import {
  findMemberBySubject,
  listTeamsOf,
  type MemberRecord,
  takeUpInvitation,
  touchMember,
} from '../members-store.ts';

/** Claims of a token about its owner. */
export interface TokenOwner extends Subject {
  readonly name: string;
  readonly email: string | null;
  /** True if the provider has verified the address. */
  readonly emailVerified: boolean;
  /** Absent: the owner presents no token, so the groups of the last one count. */
  readonly groups?: TokenGroups;
}

/** Rights of a member. */
export interface Membership {
  readonly role: MemberRole;
  /** Its teams, if it sees no more than they own. */
  readonly teams: Teams;
}

/** The membership in the organisation by what was read within `ageMsMax`; undefined for who is no member. */
export type FindMembership = (
  orgId: string,
  owner: TokenOwner,
  ageMsMax?: number,
) => Promise<Membership | undefined>;

/** Creates the membership check. It caches members for seconds; others are looked up each time. */
export function createMembership(sql: Sql, now: () => Date): FindMembership {
  const memberships = createTtlCache<Membership>(accessCacheOptions(now));
  return async (orgId, owner, ageMsMax) => {
    const key = JSON.stringify([orgId, owner.issuer, owner.subject]);
    const load = () => withOrganisation(sql, orgId, (inner) => membershipIn(inner, owner, now()));
    return memberships.load(key, load, ageMsMax);
  };
}

async function membershipIn(
  sql: TenantTransaction,
  owner: TokenOwner,
  moment: Date,
): Promise<Membership | undefined> {
  const { member } = await admitByGroups(sql, owner, moment, 'token');
  if (member === undefined) return undefined;
  const { role, teamsOnly } = member;
  return { role, teams: teamsOnly ? await listTeamsOf(sql, member) : null };
}

/** Finds or admits the owner of a token as a member, applies their groups, and notes that they were seen. */
export async function admitByGroups(
  sql: TenantTransaction,
  owner: TokenOwner,
  moment: Date,
  way: GroupsWay,
): Promise<SettledMember> {
  const known = (await findMemberBySubject(sql, owner)) ?? (await invited(sql, owner));
  const { groups } = owner;
  const settled =
    groups === undefined
      ? { member: known, rights: undefined, isLastAdmin: false }
      : await applyGroups(sql, { ...owner, groups }, known, way);
  const { member } = settled;
  if (member === undefined) return settled;
  const unseenMs = moment.getTime() - (member.lastSeenAt?.getTime() ?? 0);
  if (unseenMs > ACCESS_LIMITS.lastUseMsMin) await recordSeen(sql, member, owner, moment);
  return settled;
}

async function invited(sql: TenantTransaction, owner: TokenOwner): Promise<MemberRecord | undefined> {
  const email = verifiedEmail(owner);
  return email === undefined ? undefined : takeUpInvitation(sql, email, owner);
}

/** Returns the owner's address; undefined unless the provider has verified it, so that a claim alone takes no address. */
function verifiedEmail({ email, emailVerified }: TokenOwner): string | undefined {
  return email !== null && emailVerified && isEmail(email) ? comparableEmail(email) : undefined;
}

async function recordSeen(
  sql: TenantTransaction,
  member: MemberRecord,
  owner: TokenOwner,
  seenAt: Date,
): Promise<void> {
  const { name, email, subject } = owner;
  const isFirst = await touchMember(sql, member, { name, email: verifiedEmail(owner), seenAt });
  if (!isFirst) return;
  await audit(sql, {
    actor: { kind: 'user', id: subject, name, email },
    action: 'member.joined',
    target: { kind: 'member', id: member.id, name },
    details: { role: member.role, invited: member.email, subject },
    changes: [{ field: 'status', from: 'invited', to: 'active' }],
    requestId: null,
  });
}

/** Rights that groups give to a member, beside those that were given by hand. */
import type { MemberRole } from '../../../contract/member.ts';
import { scopesOfRoles } from '../roles.ts';
import { ANY_GROUP } from './claimed-groups.ts';

/** Role of a member. */
export interface RoleRights {
  readonly role: MemberRole;
  /** True: the member sees what its teams own alone. */
  readonly teamsOnly: boolean;
}

/** Rights that a mapping gives. */
export interface GroupGrant {
  readonly group: string;
  /** Null: teams alone. */
  readonly role: MemberRole | null;
  readonly teamsOnly: boolean;
  readonly teamIds: readonly string[];
}

/** Rights of a member by hand and by groups. */
export interface JoinedRights extends RoleRights {
  /** Role that groups give; null: they give none. */
  readonly groupRole: MemberRole | null;
  /** Teams that groups give. */
  readonly teamIds: readonly string[];
  /** Groups that gave something. */
  readonly groups: readonly string[];
}

/**
 * Joins what was given by hand with what groups give; undefined without any role. A role for the whole organisation goes before
 * a narrowed one, so that no mixture has rights that nothing alone gives. The grant for everyone counts where nothing else gives
 * a role.
 */
export function joinRights(
  byHand: RoleRights | undefined,
  grants: readonly GroupGrant[],
): JoinedRights | undefined {
  const named = grants.filter(({ group }) => group !== ANY_GROUP);
  const hasRole = byHand !== undefined || named.some(({ role }) => role !== null);
  const counted = hasRole ? named : grants;
  const byGroups = widest(
    counted.flatMap(({ role, teamsOnly }) => (role === null ? [] : [{ role, teamsOnly }])),
  );
  const rights = widest([byHand, byGroups].filter((one) => one !== undefined));
  if (rights === undefined) return undefined;
  const teamIds = [...new Set(counted.flatMap((grant) => grant.teamIds))].toSorted();
  return {
    ...rights,
    groupRole: byGroups?.role ?? null,
    teamIds,
    groups: counted.map(({ group }) => group).toSorted(),
  };
}

function widest(all: readonly RoleRights[]): RoleRights | undefined {
  const size = ({ role }: RoleRights) => scopesOfRoles([role]).length;
  const bySize = all.toSorted((one, other) => size(other) - size(one));
  return bySize.find(({ teamsOnly }) => !teamsOnly) ?? bySize[0];
}

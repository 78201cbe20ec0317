/** Roles of people: named sets of scopes. */
import { MEMBER_ROLES, type MemberRole } from '../../contract/member.ts';
import { SCOPES, type Scope } from './scopes.ts';

const VIEWER = ['analysis:read', 'exceptions:read', 'policies:read'] as const satisfies readonly Scope[];
const DEVELOPER = [...VIEWER, 'analysis:write', 'exceptions:request'] as const satisfies readonly Scope[];

const ROLES: Readonly<Record<MemberRole, readonly Scope[]>> = {
  viewer: VIEWER,
  auditor: [...VIEWER, 'audit:read'],
  developer: DEVELOPER,
  approver: [...DEVELOPER, 'exceptions:approve'],
  admin: SCOPES,
};

/** Returns the scopes of a person with all these roles. */
export function scopesOfRoles(roles: readonly MemberRole[]): readonly Scope[] {
  return SCOPES.filter((scope) => roles.some((role) => ROLES[role].includes(scope)));
}

/** Returns the roles that have a scope. */
export function rolesWith(scope: Scope): readonly MemberRole[] {
  return MEMBER_ROLES.filter((role) => ROLES[role].includes(scope));
}

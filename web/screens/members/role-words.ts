/** Words for roles and states of members. */
import type { MemberRole } from '../../../src/contract/member.ts';
import type { MemberRights } from '../../api/calls/members.ts';

/** Role → its name, and what it allows. */
const ROLES: Readonly<Record<MemberRole, readonly [name: string, about: string]>> = {
  viewer: ['Viewer', 'Reads results, exceptions and policies.'],
  auditor: ['Auditor', 'Reads what a viewer does, and the audit log. Changes nothing.'],
  developer: ['Developer', 'Does what a viewer does, validates files and requests exceptions.'],
  approver: ['Approver', 'Does what a developer does, and decides on exceptions.'],
  admin: ['Admin', 'May do everything.'],
};

/** Roles as options of a field or filter. */
export const ROLE_OPTIONS = Object.entries(ROLES).map(([role, [name]]) => [role, name] as const);

/** States as options of a filter. */
export const STATUS_OPTIONS = [
  ['invited', 'Invited'],
  ['active', 'Active'],
] as const;

/** Returns the name of a role; a role that this page does not know is shown as it is. */
export function roleName(role: string): string {
  return isKnown(role) ? ROLES[role][0] : role;
}

/** Returns the words for the rights of a member. */
export function rightsText({ role, teamsOnly }: MemberRights): string {
  return teamsOnly ? `${roleName(role)}, only what their teams own` : roleName(role);
}

/** Returns the sentence on what a role allows. */
export function roleAbout(role: string): string {
  return isKnown(role) ? ROLES[role][1] : '';
}

/** Returns whether a role can be narrowed to what the member's teams own: those who decide, decide for the organisation. */
export function isNarrowable(role: string): boolean {
  return role !== 'approver' && role !== 'admin';
}

function isKnown(role: string): role is MemberRole {
  return Object.hasOwn(ROLES, role);
}

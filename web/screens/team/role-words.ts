/** Words for roles. */
import type { MemberRole } from '../../../src/contract/member.ts';

/** Role → its name, and what it allows. */
export const ROLES: Readonly<Record<MemberRole, readonly [name: string, about: string]>> = {
  viewer: ['Viewer', 'reads results, exceptions and policies'],
  auditor: ['Auditor', 'reads what a viewer does, and the audit log'],
  developer: ['Developer', 'also validates files and requests exceptions'],
  approver: ['Approver', 'also decides on exceptions'],
  admin: ['Admin', 'may do everything'],
};

/** Returns the name of a role in a sentence; a role that is newer than this page stands for itself. */
export function roleText(role: string): string {
  return Object.hasOwn(ROLES, role) ? ROLES[role as MemberRole][0].toLowerCase() : role;
}

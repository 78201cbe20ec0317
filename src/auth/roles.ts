/** The roles of people: named sets of scopes. */
import { SCOPES, type Scope } from './scopes.ts';

const VIEWER = ['analysis:read', 'exceptions:read', 'policies:read'] as const satisfies readonly Scope[];
const DEVELOPER = [...VIEWER, 'analysis:write', 'exceptions:request'] as const satisfies readonly Scope[];

/** Role → what who has it may do. Each role may do what the one before may. */
export const ROLES = {
  viewer: VIEWER,
  developer: DEVELOPER,
  approver: [...DEVELOPER, 'exceptions:approve'],
  admin: SCOPES,
} as const satisfies Readonly<Record<string, readonly Scope[]>>;

export type Role = keyof typeof ROLES;

/** Whether a text is one of the roles. */
export function isRole(text: unknown): text is Role {
  return typeof text === 'string' && Object.hasOwn(ROLES, text);
}

/** What somebody with all these roles may do. */
export function scopesOf(roles: readonly Role[]): readonly Scope[] {
  return SCOPES.filter((scope) => roles.some((role) => (ROLES[role] as readonly Scope[]).includes(scope)));
}

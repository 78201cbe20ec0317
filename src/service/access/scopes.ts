/** Scopes of a credential: the closed list. */

import type { Teams } from '../../infra/async/narrowing.ts';

export const SCOPES = [
  'analysis:write',
  'analysis:read',
  'audit:read',
  'webhooks:manage',
  'sources:manage',
  'sources:send',
  'exceptions:read',
  'exceptions:request',
  'exceptions:approve',
  'policies:read',
  'policies:write',
  'policies:assign',
  'keys:manage',
  'trust:manage',
  'org:admin',
] as const;

export type Scope = (typeof SCOPES)[number];

/** Returns whether a text is one of the scopes. */
export function isScope(text: string): text is Scope {
  return (SCOPES as readonly string[]).includes(text);
}

/** Scopes that a credential can have whose rights are narrowed to teams: the others concern the whole organisation. */
const TEAM_SCOPES = [
  'analysis:write',
  'analysis:read',
  'audit:read',
  'exceptions:read',
  'exceptions:request',
  'policies:read',
] as const satisfies readonly Scope[];

export type TeamScope = (typeof TEAM_SCOPES)[number];

/** Returns those of the scopes that are left when the rights are narrowed to teams; null: they are not. */
export function narrowedScopes(scopes: readonly Scope[], teams: Teams): readonly Scope[] {
  return teams === null
    ? scopes
    : scopes.filter((scope) => (TEAM_SCOPES as readonly Scope[]).includes(scope));
}

/** Scopes that come with another one: credentials from before they existed do what they could. */
const INCLUDED: Readonly<Partial<Record<Scope, readonly Scope[]>>> = { 'org:admin': ['audit:read'] };

/** Returns the effective scopes of granted ones, including implied ones; unknown scopes grant nothing. */
export function effectiveScopes(granted: readonly string[]): readonly Scope[] {
  const known = granted.filter(isScope);
  const all = new Set(known.flatMap((scope) => [scope, ...(INCLUDED[scope] ?? [])]));
  return SCOPES.filter((scope) => all.has(scope));
}

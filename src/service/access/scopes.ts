/** Scopes of a credential: the closed list. */

export const SCOPES = [
  'analysis:write',
  'analysis:read',
  'audit:read',
  'webhooks:manage',
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

/** Scopes that come with another one: credentials from before they existed do what they could. */
const INCLUDED: Readonly<Partial<Record<Scope, readonly Scope[]>>> = { 'org:admin': ['audit:read'] };

/** Returns the effective scopes of granted ones, including implied ones; unknown scopes grant nothing. */
export function effectiveScopes(granted: readonly string[]): readonly Scope[] {
  const known = granted.filter(isScope);
  const all = new Set(known.flatMap((scope) => [scope, ...(INCLUDED[scope] ?? [])]));
  return SCOPES.filter((scope) => all.has(scope));
}

/** What a credential may do: the closed list. */

export const SCOPES = [
  'analysis:write',
  'analysis:read',
  'webhooks:manage',
  'exceptions:read',
  'exceptions:request',
  'exceptions:approve',
  'policies:read',
  'policies:write',
  'keys:manage',
  'org:admin',
] as const;

export type Scope = (typeof SCOPES)[number];

/** Whether a text is one of the scopes. */
export function isScope(text: string): text is Scope {
  return (SCOPES as readonly string[]).includes(text);
}

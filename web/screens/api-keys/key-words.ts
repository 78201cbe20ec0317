/** Words for API keys: scopes, states, times. */
import type { Scope, TeamScope } from '../../../src/service/access/scopes.ts';
import type { Tone } from '../../parts/data/badge.tsx';
import { organisation } from '../../session/session.ts';

/** Scope that a key of a team can have → what it allows. */
const TEAM_SCOPES: Readonly<Record<TeamScope, string>> = {
  'analysis:write': 'validate files, and read the results of it',
  'analysis:read': 'read all results',
  'audit:read': 'read the audit log',
  'exceptions:read': 'read exceptions',
  'exceptions:request': 'request exceptions',
  'policies:read': 'read environments and policies',
};

/** Scope that concerns the whole organisation → what it allows. */
const ORGANISATION_SCOPES: Readonly<Record<Exclude<Scope, TeamScope>, string>> = {
  'webhooks:manage': 'manage webhooks',
  'sources:manage': 'manage sources and pull',
  'sources:send': 'send pushed pulls',
  'exceptions:approve': 'decide on exceptions',
  'policies:write': 'change environments and policies',
  'policies:assign': 'put policies in force',
  'keys:manage': 'manage API keys',
  'trust:manage': 'decide which CI systems need no key',
  'org:admin': 'manage settings and members',
};

/** Scopes of a pipeline, which are chosen at first. */
export const SCOPES_AT_FIRST: readonly string[] = ['analysis:write'];

/** State of a key → its tone and word. */
export const KEY_STATUSES: Readonly<Record<string, readonly [Tone, string]>> = {
  active: ['good', 'Active'],
  expired: ['warning', 'Expired'],
  revoked: ['plain', 'Revoked'],
};

/** States as options of a filter. */
export const STATUS_OPTIONS = Object.entries(KEY_STATUSES).map(
  ([status, [, word]]) => [status, word] as const,
);

/**
 * Lists the scopes that can be given to a key of a team or of the organisation: those that the person has; behind a proxy all,
 * and the answer decides.
 */
export function grantableScopes(isOfTeam: boolean): readonly (readonly [scope: string, text: string])[] {
  const own: readonly string[] | undefined = organisation.value?.scopes;
  const scopes = isOfTeam ? TEAM_SCOPES : { ...TEAM_SCOPES, ...ORGANISATION_SCOPES };
  return Object.entries(scopes).filter(([scope]) => own === undefined || own.includes(scope));
}

/** Spelling of names in answers to a key → its words; '': that of the organisation. */
export const SPELLINGS = [
  ['', 'As the organisation has it'],
  ['camel', 'camelCase'],
  ['snake', 'snake_case'],
] as const;
export type Spelling = (typeof SPELLINGS)[number][0];

/** Returns the words for the spelling of a key. */
export function spellingWord(spelling: string | null): string | undefined {
  return SPELLINGS.find(([value]) => value === (spelling ?? ''))?.[1];
}

/** Words for API keys: scopes, states, times. */
import type { Scope } from '../../../src/service/access/scopes.ts';
import type { Tone } from '../../parts/data/badge.tsx';
import { organisation } from '../../session/session.ts';

/** Scope → what it allows. */
const SCOPE_TEXTS: Readonly<Record<Scope, string>> = {
  'analysis:write': 'validate files, and read the results of it',
  'analysis:read': 'read all results',
  'audit:read': 'read the audit log',
  'webhooks:manage': 'manage webhooks',
  'exceptions:read': 'read exceptions',
  'exceptions:request': 'request exceptions',
  'exceptions:approve': 'decide on exceptions',
  'policies:read': 'read environments and policies',
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

/** Lists the scopes that can be given: those that the person has; behind a proxy all, and the answer decides. */
export function grantableScopes(): readonly (readonly [scope: string, text: string])[] {
  const own: readonly string[] | undefined = organisation.value?.scopes;
  return Object.entries(SCOPE_TEXTS).filter(([scope]) => own === undefined || own.includes(scope));
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

/** Permission to decide on an exception, and the reason why a caller lacks it. */
import type { AuditActor } from '../../contract/audit.ts';
import { type ExceptionScope, exceptionState, isWildcard, isWithin } from '../../contract/exception.ts';
import type { OrganisationSettings } from '../../contract/organisation-settings.ts';
import { mayBeSamePerson, type Origins } from '../../contract/person.ts';
import type { TenantTransaction } from '../../infra/database/transaction.ts';
import { DAY_MS } from '../../units.ts';
import { listNamesOfRoles } from '../access/members-store.ts';
import { rolesWith } from '../access/roles.ts';
import type { Scope } from '../access/scopes.ts';
import { listActorOrigins } from '../audit/actor-origins-store.ts';
import { type Granters, listGranters } from '../audit/granters-store.ts';
import { findSettings } from '../policy/organisation-settings-store.ts';
import type { ExceptionRecord } from './exceptions-store.ts';

/** Most members that a rejection names: those who were here last. */
const DECIDERS_NAMED_MAX = 5;

/** Reason why an exception cannot be approved by a caller. */
export interface Rejection {
  readonly code:
    | 'not_pending'
    | 'missing_scope'
    | 'own_request'
    | 'same_person'
    | 'granted_access'
    | 'too_broad';
  readonly message: string;
}

/** Caller who decides. */
export interface Decider {
  readonly actor: AuditActor;
  readonly scopes: readonly Scope[];
}

/** Requester of an exception. */
export type Requester = Pick<ExceptionRecord, 'requestedByKind' | 'requestedById' | 'requestedByEmail'>;

/** The fields that decide about it. */
type Decided = Requester &
  Pick<
    ExceptionRecord,
    'id' | 'decision' | 'expiresAt' | 'severity' | 'fileName' | 'fingerprint' | 'repository'
  >;

/** Lists, for each of the exceptions, why the decider may not approve it; undefined where it may. */
export async function rejectionsOf(
  sql: TenantTransaction,
  { actor, scopes }: Decider,
  records: readonly Decided[],
  now: Date,
): Promise<readonly (Rejection | undefined)[]> {
  const isApprover = scopes.includes('exceptions:approve');
  const isOpen = (record: Decided) => exceptionState(record, now) === 'pending';
  if (!isApprover || !records.some(isOpen)) {
    const missing = records.some(isOpen) ? await missingScope(sql) : undefined;
    return records.map((record) => (isOpen(record) ? missing : notPending(record, now)));
  }
  const [settings, conflictWith] = await Promise.all([findSettings(sql), findConflicts(sql, actor, now)]);
  return Promise.all(
    records.map(async (record) => {
      if (!isOpen(record)) return notPending(record, now);
      return (await conflictWith(record)) ?? tooBroad(record, settings);
    }),
  );
}

/** Returns why the requester, or who decided, cannot decide on it any more. */
export function rejectionOfOwn(record: Decided, now: Date): Rejection {
  return exceptionState(record, now) === 'pending' ? OWN_REQUEST : notPending(record, now);
}

/**
 * Reads who the actor is and who gave them access, and returns the check of requesters: undefined if the actor may decide for
 * one. Each requester is read once.
 */
export async function findConflicts(
  sql: TenantTransaction,
  actor: AuditActor,
  now: Date,
): Promise<(requester: Requester) => Promise<Rejection | undefined>> {
  const { exceptionGrantDays: days } = await findSettings(sql);
  const approver = await listActorOrigins(sql, actor);
  const since = new Date(now.getTime() - days * DAY_MS);
  const granters = days === 0 ? NO_GRANTERS : await listGranters(sql, actor, since);
  const known = new Map<string, Promise<Origins>>();
  return async ({ requestedByKind: kind, requestedById: id, requestedByEmail: email }) => {
    const key = JSON.stringify([kind, id, email]);
    const requester = known.get(key) ?? listActorOrigins(sql, { kind, id, email });
    known.set(key, requester);
    const origins = await requester;
    return samePerson(origins, approver) ?? grantedAccess(origins, granters, days);
  };
}

const NO_GRANTERS: Granters = { actors: [], isComplete: true };

function samePerson(requester: Origins, approver: Origins): Rejection | undefined {
  if (!mayBeSamePerson(requester, approver)) return undefined;
  if (requester.actors[0]?.id === approver.actors[0]?.id) return OWN_REQUEST;
  const message =
    'The exception was requested with a credential that may be yours too, by who made or rotated it, its user or e-mail address: somebody else has to approve it.';
  return { code: 'same_person', message };
}

/** A person who gives an account its access may own it too, and would then decide on their own request. */
function grantedAccess(requester: Origins, granters: Granters, days: number): Rejection | undefined {
  const isGranter = granters.actors.some((granter) =>
    mayBeSamePerson(requester, { actors: [granter], isComplete: true }),
  );
  if (granters.isComplete && !isGranter) return undefined;
  const message = `The requester invited you or gave you your role within the last ${days} days, directly or through others: a member who has been independent of them for longer has to approve it.`;
  return { code: 'granted_access', message };
}

/** Returns a rejection if the exception is for more than one finding and the organisation forbids that. */
export function tooBroad(
  scope: Pick<ExceptionScope, 'severity' | 'fileName' | 'fingerprint' | 'repository'>,
  { exceptionWildcardSeverity: accepted }: Pick<OrganisationSettings, 'exceptionWildcardSeverity'>,
): Rejection | undefined {
  if (!isWildcard(scope) || isWithin(scope.severity, accepted)) return undefined;
  const limit =
    accepted === 'none'
      ? 'the organisation allows none of these'
      : `the organisation allows these up to ${accepted}`;
  const message = `The exception is for any file, place or repository, and its severity is ${scope.severity}; ${limit}. Request it for one finding.`;
  return { code: 'too_broad', message };
}

const OWN_REQUEST: Rejection = {
  code: 'own_request',
  message: 'You requested this exception yourself: somebody else has to approve it.',
};

/** Returns the rejection of a caller without the scope, with the names of members who have it. */
async function missingScope(sql: TenantTransaction): Promise<Rejection> {
  const names = await listNamesOfRoles(sql, rolesWith('exceptions:approve'), DECIDERS_NAMED_MAX);
  const who = names.length === 0 ? '' : ` These members have it: ${names.join(', ')}.`;
  return { code: 'missing_scope', message: `Deciding needs the scope exceptions:approve.${who}` };
}

function notPending(record: Decided, now: Date): Rejection {
  const message = `The exception is ${exceptionState(record, now)}: only one that waits can be decided.`;
  return { code: 'not_pending', message };
}

/** Steps of the admission of a call, each a value that can be tested and ordered by itself. */
import type { Metadata } from '@grpc/grpc-js';
import { AppError } from '../../errors.ts';
import type { IsPeer } from '../../infra/core/peer-token.ts';
import type { RequireRoom } from '../../infra/database/load-shedding.ts';
import { addressGroup } from '../../infra/network/address-group.ts';
import type { Authenticate } from '../../service/access/authenticate.ts';
import { type Caller, isCaller, type Person, type Principal } from '../../service/access/caller.ts';
import { requireAnyScope, requireWholeOrganisation } from '../../service/access/require-scope.ts';
import { isFreshlySignedIn, signInTooOld } from '../../service/access/sessions/fresh-sign-in.ts';
import type { IdentifyPerson } from '../../service/access/sessions/identify-person.ts';
import type { Idempotency, RepeatKey } from '../../service/idempotency/idempotency.ts';
import { type PlanGate, requireActive, requirePlan } from '../../service/plans/plan-cache.ts';
import type { PlanEntitlement } from '../../service/plans/plans-store.ts';
import type { Limiter, Permit } from '../../service/rate-limits/limiter.ts';
import type { LimitStatus } from '../../service/rate-limits/rate-limit-fields.ts';
import type { CallerTraits, MethodTraits } from '../server/service.ts';
import { type Arrivals, arrivalMsMax, arrivedTooSlowly } from './arrivals.ts';
import { credentialsIn, headerTexts } from './call-headers.ts';
import { watchAccess } from './lost-access.ts';
import { admitKeyed, givesKey } from './repeat-key.ts';

/** The core waits this much longer for a message than the gateway for its upload. */
const UPLOAD_MARGIN_MS = 5_000;

/** Greatest age of cached values by which the access of a long call is checked again. */
export const ACCESS_RECHECK_AGE_MS_MAX = 1_000;

/** Call on its way through the steps. A step reads what earlier ones have set, and sets its own. */
export interface PendingCall {
  readonly metadata: Metadata;
  readonly traits: MethodTraits;
  /** Address of the client. */
  readonly client: string;
  /** True for a stream of answers. */
  readonly isWatch: boolean;
  principal: Principal | null;
  /** The caller's Idempotency-Key; null when it sent none, or the call only reads. */
  repeat: RepeatKey | null;
  /** Remaining allowance of the limits that the call was counted against. */
  limitStatuses: readonly LimitStatus[];
  /** Aborted, with the reason as its error, when the caller loses access during the call. */
  lost: AbortSignal;
  /** Registers work for the moment when the message is complete or the call has ended. */
  onArrival(work: () => void): void;
  /** Registers work for the moment when the call has ended and its answer has been sent. */
  onEnd(work: () => void): void;
  /** Answers with an error. */
  stop(error: unknown): void;
  /** Answers with an error and releases what the call holds. */
  evict(error: unknown): void;
}

/** Step of the admission. @throws AppError to reject the call */
export type AdmissionStep = (call: PendingCall) => Promise<void> | void;

/** Rejects a call whose message does not arrive in time. */
export const limitArrival: AdmissionStep = ({ traits, onArrival, stop }) => {
  const waitMs = arrivalMsMax(traits) + UPLOAD_MARGIN_MS;
  const timer = setTimeout(() => stop(arrivedTooSlowly(traits)), waitMs);
  onArrival(() => clearTimeout(timer));
};

/** Rejects calls of an overloaded core, but for the work of peers: it is part of a request that is admitted already. */
export function shedLoad(requireRoom: RequireRoom): AdmissionStep {
  return ({ traits }) => {
    if (traits.admits !== 'peers') requireRoom();
  };
}

/** Header with the tokens of another process of the installation, separated by commas. */
const PEER_KEY = 'x-flowarden-peer';

interface IdentityDeps {
  readonly authenticate: Authenticate;
  readonly identifyPerson: IdentifyPerson;
  readonly isPeer: IsPeer;
  readonly limiter: Limiter;
}

/**
 * Identifies the caller. A valid credential is admitted regardless of how many invalid ones came from its address: a
 * whole bank may share one. Only invalid ones are counted, and rate limited beyond a number.
 */
export function identify({ authenticate, identifyPerson, isPeer, limiter }: IdentityDeps): AdmissionStep {
  const principalOf = async ({ metadata, traits, client }: PendingCall): Promise<Principal> => {
    if (traits.admits === 'anybody') return { kind: 'anonymous' };
    if (traits.admits === 'peers') {
      if (isPeer(headerTexts(metadata, PEER_KEY).flatMap((list) => list.split(',')))) return { kind: 'peer' };
      throw notPeer();
    }
    try {
      const credentials = credentialsIn(metadata);
      return await (traits.admits === 'people' ? identifyPerson(credentials) : authenticate(credentials));
    } catch (error) {
      if (error instanceof AppError && error.code === 'invalid_credentials')
        await limiter.take('wrong-credential', { addressGroup: addressGroup(client) });
      throw error;
    }
  };
  return async (call) => {
    call.principal = await principalOf(call);
  };
}

interface AllowanceDeps {
  readonly authenticate: Authenticate;
  readonly plans: PlanGate;
  readonly limiter: Limiter;
  readonly idempotency: Idempotency;
  readonly arrivals: Arrivals;
}

/** Checks scopes and plan, and takes the permits of the call. */
export function takePermits(deps: AllowanceDeps): AdmissionStep {
  const { arrivals, limiter } = deps;
  const permitOf = async (call: PendingCall): Promise<Permit | null> => {
    const { traits, client, principal } = call;
    if (traits.admits === 'peers') return null;
    if (traits.admits === 'anybody') {
      const group = { addressGroup: addressGroup(client) };
      return arrivals.take(() => limiter.take(traits.budget, group));
    }
    if (traits.admits === 'people') return limiter.take(traits.budget, requirePerson(principal).session);
    return permitOfCaller(deps, call, requireCaller(principal), traits);
  };
  return async (call) => {
    const permit = await permitOf(call);
    if (permit === null) return;
    call.limitStatuses = permit.limitStatuses;
    call.onEnd(permit.release);
  };
}

async function permitOfCaller(
  { authenticate, plans, limiter, idempotency }: AllowanceDeps,
  call: PendingCall,
  caller: Caller,
  traits: CallerTraits,
): Promise<Permit> {
  const { metadata } = call;
  const entitlement = await requireAccess(plans, caller, traits);
  if (traits.needsFreshSignIn) await requireFreshSignIn(authenticate, metadata, caller);
  const allow = () => requirePlan(entitlement, traits, new Date());
  const take = () => limiter.take(traits.budget, caller);
  if (traits.budget === 'read' || !givesKey(metadata)) {
    allow();
    return take();
  }
  const keyed = await admitKeyed({ metadata, orgId: caller.orgId, idempotency, requirePlan: allow, take });
  call.repeat = keyed.repeat;
  return keyed.permit;
}

/** Lets scans that wait for a permit evict this one while its message arrives slowly. */
export function awaitMessage(arrivals: Arrivals): AdmissionStep {
  return ({ traits, onArrival, evict }) => {
    if (traits.admits === 'anybody' && traits.budget === 'scan') onArrival(arrivals.begin(evict));
  };
}

/**
 * Watches whether the caller loses access during the call. Only watches end with narrower rights, with a credential that
 * expires, and when nothing proves it any more because the identity provider is away; a session ends all its calls.
 */
export function recheckAccess({
  authenticate,
  plans,
}: {
  readonly authenticate: Authenticate;
  readonly plans: PlanGate;
}): AdmissionStep {
  return (call) => {
    const { metadata, traits, isWatch } = call;
    if (traits.admits !== 'callers') return;
    const access = watchAccess(async () => {
      try {
        const caller = await authenticate(credentialsIn(metadata), ACCESS_RECHECK_AGE_MS_MAX);
        await requireAccess(plans, caller, traits);
        if (isWatch) requireSameRights(requireCaller(call.principal), caller);
      } catch (error) {
        if (isWatch || !outlasts(error, requireCaller(call.principal))) throw error;
      }
    });
    call.lost = access.lost;
    call.onEnd(access.end);
  };
}

/** Returns whether a call other than a watch continues after an error: keys and tokens expire, but sessions end because a person or provider ends them. */
function outlasts(error: unknown, { session = null }: Caller): boolean {
  if (!(error instanceof AppError)) return false;
  return (
    error.code === 'identity_provider_unavailable' ||
    (error.code === 'credentials_expired' && session === null)
  );
}

/** Rejects a stream whose caller has lost a scope, or has other teams: what it sends was chosen by those of its beginning. */
function requireSameRights(before: Caller, now: Caller): void {
  const lost = before.scopes.filter((scope) => !now.scopes.includes(scope));
  if (lost.length === 0 && before.teams?.join() === now.teams?.join()) return;
  throw new AppError('insufficient_scope', 'Your rights have changed. Open the stream again.', {
    scope: lost.join(' '),
  });
}

async function requireAccess(
  plans: PlanGate,
  caller: Caller,
  { scopes, teams }: Pick<CallerTraits, 'scopes' | 'teams'>,
): Promise<PlanEntitlement> {
  const entitlement = await plans.entitlementOf(caller.orgId);
  requireActive(entitlement);
  requireAnyScope(caller, scopes);
  requireWholeOrganisation(caller, teams !== undefined);
  return entitlement;
}

/** Rejects a person whose sign-in is too old. Another core may have seen it renewed, so that it is read anew first. */
async function requireFreshSignIn(
  authenticate: Authenticate,
  metadata: Metadata,
  caller: Caller,
): Promise<void> {
  if (isFreshlySignedIn(caller, new Date())) return;
  if (!isFreshlySignedIn(await authenticate(credentialsIn(metadata), 0), new Date())) throw signInTooOld();
}

function requirePerson(principal: Principal | null): Person {
  if (principal?.kind === 'person') return principal;
  throw new Error('The person is taken for admitted before they are identified');
}

function requireCaller(principal: Principal | null): Caller {
  if (principal !== null && isCaller(principal)) return principal;
  throw new Error('The caller is taken for admitted before it is identified');
}

function notPeer(): AppError {
  return new AppError(
    'invalid_credentials',
    'This method is for other processes of the installation. Give all of them the same FLOWARDEN_SECRETS_KEY.',
  );
}

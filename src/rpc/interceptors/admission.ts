/** Admission: decides about a call by its headers alone, before a byte of its message is read. */
import {
  Metadata,
  type MethodDefinition,
  ServerInterceptingCall,
  type ServerInterceptingCallInterface,
  type ServerInterceptor,
  type StatusObject,
  status,
} from '@grpc/grpc-js';
import { AppError } from '../../errors.ts';
import type { IsPeer } from '../../infra/core/peer-token.ts';
import type { RequireRoom } from '../../infra/database/load-shedding.ts';
import { addressGroup } from '../../infra/network/address-group.ts';
import type { Tracer } from '../../infra/telemetry/tracer.ts';
import { LIMITS } from '../../limits.ts';
import type { Authenticate } from '../../service/access/authenticate.ts';
import { type Caller, requireAnyScope } from '../../service/access/caller.ts';
import type { Scope } from '../../service/access/scopes.ts';
import type { Idempotency, RepeatKey } from '../../service/idempotency/idempotency.ts';
import { type PlanGate, requireActive, requirePlan } from '../../service/plans/plan-cache.ts';
import type { PlanEntitlement } from '../../service/plans/plans-store.ts';
import type { Limiter, Permit } from '../../service/rate-limits/limiter.ts';
import type { LimitStatus } from '../../service/rate-limits/rate-limit-fields.ts';
import type { CallerTraits, MethodTraits } from '../server/service.ts';
import { arrivalMsMax, arrivedTooSlowly, createArrivals } from './arrivals.ts';
import { credentialsIn, requestIdOf, texts } from './call-headers.ts';
import { type CallSpan, inCallSpan, startCallSpan } from './call-span.ts';
import { addCallerFields, type FailedCall } from './caller-fields.ts';
import type { ClientAddress } from './client-address.ts';
import { type AccessWatch, watchAccess } from './lost-access.ts';
import { admitKeyed, givesKey } from './repeat-key.ts';

/** State of an admitted call before its message. */
export interface Admitted {
  readonly caller: Caller;
  readonly requestId: string;
  /** Address of the client. */
  readonly client: string;
  /** The caller's Idempotency-Key; null when it sent none, or the call only reads. */
  readonly repeat: RepeatKey | null;
  /** Remaining allowance of the limits that the call was counted against. */
  readonly limitStatuses: readonly LimitStatus[];
  /** Aborted, with the reason as its error, when the caller loses access during the call. */
  readonly lost: AbortSignal;
  /** Null when tracing is off. */
  readonly span: CallSpan | null;
  /** Registers work for the moment when the call has ended and its answer has been sent. */
  onEnd(work: () => void): void;
}

export interface Admission {
  readonly interceptor: ServerInterceptor;
  /** Returns the decision about the call with this metadata object. */
  admitted(metadata: Metadata): Admitted;
  /** Returns the number of calls that have begun and not ended, including those whose message is still arriving. */
  callsUnderWay(): number;
}

export interface AdmissionOptions {
  readonly authenticate: Authenticate;
  readonly isPeer: IsPeer;
  readonly plans: PlanGate;
  readonly limiter: Limiter;
  readonly clientAddress: ClientAddress;
  readonly idempotency: Idempotency;
  /** Traits by the path of the method; health and reflection have none. */
  readonly traits: ReadonlyMap<string, MethodTraits>;
  readonly tracer: Tracer | null;
  readonly requireRoom: RequireRoom;
  /** Converts an error to a status, and logs it. */
  reject(error: unknown, call: FailedCall): StatusObject;
}

/** Header of a gateway that reads an upload only after its admission: the answer's metadata is sent at once then. */
const AWAIT_KEY = 'x-await-admission';

/** Header with the tokens of another process of the installation, separated by commas. */
const PEER_KEY = 'x-flowarden-peer';

/** Caller of the methods for peers, whose requests name their organisation. */
const PEER: Caller = {
  kind: 'key',
  actorId: 'peer',
  actorName: 'Flowarden',
  email: null,
  orgId: '',
  scopes: [],
  wireCase: null,
};

/** Caller of the open methods. */
const ANYBODY: Caller = { ...PEER, actorId: 'anybody', actorName: 'Anybody' };

const NO_LIMIT: Permit = { limitStatuses: [], release() {} };

function notPeer(): AppError {
  return new AppError(
    'invalid_credentials',
    'This method is for other processes of the installation. Give all of them the same FLOWARDEN_SECRETS_KEY.',
  );
}

interface Entrance {
  readonly permit: Permit;
  readonly repeat: RepeatKey | null;
}

/** Creates the interceptor that admits calls, and the record of its decisions. */
export function createAdmission(options: AdmissionOptions): Admission {
  const {
    authenticate,
    isPeer,
    plans,
    limiter,
    clientAddress,
    idempotency,
    traits,
    tracer,
    requireRoom,
    reject,
  } = options;
  // The key is the object that grpc-js passes to both the interceptor and the method.
  const decisions = new WeakMap<Metadata, Admitted>();
  const arrivals = createArrivals();
  let underWay = 0;

  async function identify(metadata: Metadata, { admits }: MethodTraits, client: string): Promise<Caller> {
    switch (admits) {
      case 'anybody':
        return ANYBODY;
      case 'peers':
        if (!isPeer(texts(metadata, PEER_KEY).flatMap((list) => list.split(',')))) throw notPeer();
        return PEER;
      case 'callers':
        return identifyCaller(metadata, client);
    }
  }

  /**
   * Authenticates a caller. A valid credential is admitted regardless of how many invalid ones came from its address: a
   * whole bank may share one. Only invalid ones are counted, and rate limited beyond a number.
   */
  async function identifyCaller(metadata: Metadata, client: string): Promise<Caller> {
    try {
      return await authenticate(credentialsIn(metadata));
    } catch (error) {
      if (error instanceof AppError && error.code === 'invalid_credentials')
        await limiter.take('wrong-credential', { addressGroup: addressGroup(client) });
      throw error;
    }
  }

  async function admit(
    metadata: Metadata,
    caller: Caller,
    methodTraits: MethodTraits,
    client: string,
  ): Promise<Entrance> {
    if (methodTraits.admits === 'peers') return { permit: NO_LIMIT, repeat: null };
    if (methodTraits.admits === 'anybody') {
      const group = { addressGroup: addressGroup(client) };
      return { permit: await arrivals.take(() => limiter.take(methodTraits.budget, group)), repeat: null };
    }
    return admitCaller(metadata, caller, methodTraits);
  }

  async function admitCaller(
    metadata: Metadata,
    caller: Caller,
    methodTraits: CallerTraits,
  ): Promise<Entrance> {
    const { scopes, budget } = methodTraits;
    const entitlement = await requireAccess(caller, scopes);
    const allow = () => requirePlan(entitlement, methodTraits, new Date());
    const take = () => limiter.take(budget, caller);
    if (budget !== 'read' && givesKey(metadata)) {
      return admitKeyed({ metadata, orgId: caller.orgId, idempotency, requirePlan: allow, take });
    }
    allow();
    return { permit: await take(), repeat: null };
  }

  async function requireAccess(caller: Caller, scopes: readonly Scope[]): Promise<PlanEntitlement> {
    const entitlement = await plans.entitlementOf(caller.orgId);
    requireActive(entitlement);
    requireAnyScope(caller, scopes);
    return entitlement;
  }

  /** Rejects when the caller has lost access. A credential that expires ends only watches. */
  async function checkAgain(metadata: Metadata, methodTraits: MethodTraits, isWatch: boolean): Promise<void> {
    if (methodTraits.admits !== 'callers') return;
    try {
      const caller = await authenticate(credentialsIn(metadata), LIMITS.accessRecheckAgeMsMax);
      await requireAccess(caller, methodTraits.scopes);
    } catch (error) {
      if (isWatch || !(error instanceof AppError) || error.code !== 'credentials_expired') throw error;
    }
  }

  function guard(
    { path, responseStream }: Pick<MethodDefinition<unknown, unknown>, 'path' | 'responseStream'>,
    methodTraits: MethodTraits,
    call: ServerInterceptingCallInterface,
  ): ServerInterceptingCall {
    let timer: NodeJS.Timeout | undefined;
    let held: Permit | undefined;
    let access: AccessWatch | undefined;
    let arrived: (() => void) | undefined;
    let isThere = false;
    let span: CallSpan | null = null;
    let ended = false;
    const endCallbacks: (() => void)[] = [];
    const end = () => {
      arrived?.();
      held?.release();
      access?.end();
      for (const work of endCallbacks.splice(0)) work();
    };
    return new ServerInterceptingCall(call, {
      start: (next) =>
        next({
          onReceiveMetadata: (metadata, pass) => {
            const requestId = requestIdOf(metadata.get('x-request-id'));
            const client = clientAddress(metadata, call.getPeer());
            let caller: Caller | null = null;
            span = startCallSpan(tracer, path, metadata);
            const stop = (error: unknown) => {
              const rejection = reject(error, { path, requestId, client, caller, limitStatuses: [] });
              span?.end(rejection.code);
              call.sendStatus(rejection);
            };
            const waitMs = arrivalMsMax(methodTraits) + LIMITS.uploadMarginMs;
            timer = setTimeout(() => stop(arrivedTooSlowly(methodTraits)), waitMs);
            underWay += 1;
            const decide = async () => {
              // Work of peers is part of a request that has already been admitted.
              if (methodTraits.admits !== 'peers') requireRoom();
              caller = await identify(metadata, methodTraits, client);
              const { permit, repeat } = await admit(metadata, caller, methodTraits, client);
              held = permit;
              if (methodTraits.admits === 'anybody' && methodTraits.budget === 'scan' && !isThere) {
                arrived = arrivals.begin((reason) => {
                  stop(reason);
                  end();
                });
              }
              access = watchAccess(() => checkAgain(metadata, methodTraits, responseStream));
              // The caller may have gone during the decision.
              if (ended) end();
              const { lost } = access;
              const onEnd = (work: () => void) => {
                if (ended) work();
                else endCallbacks.push(work);
              };
              const { limitStatuses } = permit;
              const admitted = { caller, requestId, client, repeat, limitStatuses, lost, span, onEnd };
              decisions.set(metadata, admitted);
              if (metadata.get(AWAIT_KEY).length > 0) {
                const early = new Metadata();
                addCallerFields(early, admitted);
                call.sendMetadata(early);
              }
              pass(metadata);
            };
            inCallSpan(tracer, span, 'admit', decide).catch(stop);
          },
          onReceiveHalfClose: (pass) => {
            clearTimeout(timer);
            isThere = true;
            arrived?.();
            pass();
          },
          // grpc-js calls this at the end of every call, not only of cancelled ones.
          onCancel: () => {
            clearTimeout(timer);
            underWay -= 1;
            ended = true;
            span?.end(status.CANCELLED);
            end();
          },
        }),
    });
  }

  return {
    interceptor: (method, call) => {
      const methodTraits = traits.get(method.path);
      return methodTraits ? guard(method, methodTraits, call) : new ServerInterceptingCall(call);
    },
    admitted(metadata) {
      const decision = decisions.get(metadata);
      if (!decision) throw new Error('A call reached its method without having been admitted');
      return decision;
    },
    callsUnderWay: () => underWay,
  };
}

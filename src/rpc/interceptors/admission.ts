/** Who may call, decided from the headers alone: a call that is refused here has not had a byte of its message read. */
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

/** What is known of a call before its message. */
export interface Admitted {
  readonly caller: Caller;
  readonly requestId: string;
  /** The address that the call comes from. */
  readonly client: string;
  /** The caller's Idempotency-Key; null when it gave none, or changes nothing. */
  readonly repeat: RepeatKey | null;
  /** What is left of the limits that the call was counted against. */
  readonly limitStatuses: readonly LimitStatus[];
  /** Aborted, with the error that says why, when the caller loses access while the call runs. */
  readonly lost: AbortSignal;
  /** Null: nobody collects traces. */
  readonly span: CallSpan | null;
  /** Has this done when the call has ended and its answer has left. */
  onEnd(work: () => void): void;
}

export interface Admission {
  readonly interceptor: ServerInterceptor;
  /** The decision about the call that has this metadata object. */
  admitted(metadata: Metadata): Admitted;
  /** Calls that have begun and not ended, also those whose message still arrives. */
  callsUnderWay(): number;
}

export interface AdmissionOptions {
  readonly authenticate: Authenticate;
  readonly isPeer: IsPeer;
  readonly plans: PlanGate;
  readonly limiter: Limiter;
  readonly clientAddress: ClientAddress;
  readonly idempotency: Idempotency;
  /** By the path of the method; a path that is not there is that of health or reflection. */
  readonly traits: ReadonlyMap<string, MethodTraits>;
  readonly tracer: Tracer | null;
  readonly requireRoom: RequireRoom;
  /** Turns an error into the answer, and logs it. */
  reject(error: unknown, call: FailedCall): StatusObject;
}

/**
 * A caller that sends this wants to know that it is admitted before it sends its message: the answer's metadata comes at
 * once. A gateway sends it, so that no upload is read in vain, and the call holds its place meanwhile.
 */
const AWAIT_KEY = 'x-await-admission';

/** Where a process of the installation presents its tokens, separated by commas. */
const PEER_KEY = 'x-flowarden-peer';

/** Who calls a method for peers: its requests name their organisation. */
const PEER: Caller = {
  kind: 'key',
  actorId: 'peer',
  actorName: 'Flowarden',
  email: null,
  orgId: '',
  scopes: [],
  wireCase: null,
};

/** Who calls a method for anybody. */
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

/** Makes the interceptor that admits calls, with its memory of whom it admitted. */
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
  // Keyed by the object that grpc-js hands to the interceptor and to the method alike.
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
   * Whoever presents the right credential is let in, however many wrong ones have come from its address: whole banks
   * stand behind one. Only wrong ones are counted, and told apart no longer once there are too many.
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
    asked: MethodTraits,
    client: string,
  ): Promise<Entrance> {
    if (asked.admits === 'peers') return { permit: NO_LIMIT, repeat: null };
    if (asked.admits === 'anybody') {
      const group = { addressGroup: addressGroup(client) };
      return { permit: await arrivals.take(() => limiter.take(asked.budget, group)), repeat: null };
    }
    return admitCaller(metadata, caller, asked);
  }

  async function admitCaller(metadata: Metadata, caller: Caller, asked: CallerTraits): Promise<Entrance> {
    const { scopes, budget } = asked;
    const entitlement = await requireAccess(caller, scopes);
    const allow = () => requirePlan(entitlement, asked, new Date());
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

  /** Rejects when the caller has lost access by now. Time alone ends only calls that go on for as long as one likes. */
  async function checkAgain(metadata: Metadata, asked: MethodTraits, isWatch: boolean): Promise<void> {
    if (asked.admits !== 'callers') return;
    try {
      const caller = await authenticate(credentialsIn(metadata), LIMITS.accessRecheckAgeMsMax);
      await requireAccess(caller, asked.scopes);
    } catch (error) {
      if (isWatch || !(error instanceof AppError) || error.code !== 'credentials_expired') throw error;
    }
  }

  function guard(
    { path, responseStream }: Pick<MethodDefinition<unknown, unknown>, 'path' | 'responseStream'>,
    asked: MethodTraits,
    call: ServerInterceptingCallInterface,
  ): ServerInterceptingCall {
    let timer: NodeJS.Timeout | undefined;
    let held: Permit | undefined;
    let access: AccessWatch | undefined;
    let arrived: (() => void) | undefined;
    let isThere = false;
    let span: CallSpan | null = null;
    let ended = false;
    const atEnd: (() => void)[] = [];
    const end = () => {
      arrived?.();
      held?.release();
      access?.end();
      for (const work of atEnd.splice(0)) work();
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
            const waitMs = arrivalMsMax(asked) + LIMITS.uploadMarginMs;
            timer = setTimeout(() => stop(arrivedTooSlowly(asked)), waitMs);
            underWay += 1;
            const decide = async () => {
              // What peers ask for has been promised to somebody.
              if (asked.admits !== 'peers') requireRoom();
              caller = await identify(metadata, asked, client);
              const { permit, repeat } = await admit(metadata, caller, asked, client);
              held = permit;
              if (asked.admits === 'anybody' && asked.budget === 'scan' && !isThere) {
                arrived = arrivals.begin((reason) => {
                  stop(reason);
                  end();
                });
              }
              access = watchAccess(() => checkAgain(metadata, asked, responseStream));
              // The caller may have gone while it was decided about.
              if (ended) end();
              const { lost } = access;
              const onEnd = (work: () => void) => {
                if (ended) work();
                else atEnd.push(work);
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
          // Not only for cancelled calls: grpc-js says so at the end of each.
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
      const asked = traits.get(method.path);
      return asked ? guard(method, asked, call) : new ServerInterceptingCall(call);
    },
    admitted(metadata) {
      const decision = decisions.get(metadata);
      if (!decision) throw new Error('A call reached its method without having been admitted');
      return decision;
    },
    callsUnderWay: () => underWay,
  };
}

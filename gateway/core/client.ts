/**
 * gRPC client of the gateway: one channel to the core per kind of call, a deadline on every call, one retry when the
 * core is away.
 * A call is retried once when the core was not reached, was lost, or is stopping; it then goes to another core, or
 * waits for the restarted one. Every call that creates something has an Idempotency-Key, the caller's or the
 * gateway's own, and so has its effect once. Only Validate gets no key of ours: a run whose answer was lost left
 * either nothing or a result that no caller received, and a second entry in the feed is better than a failed
 * pipeline.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, Metadata, type ServiceError, status } from '@grpc/grpc-js';
import type { ErrorCode } from '../../src/errors.ts';
import { lostUnlessCancelled } from '../../src/infra/core/lost-call.ts';
import { type CoreAccess, PLAIN_ACCESS } from '../../src/infra/tls/core-credentials.ts';
import { HOUR_MS } from '../../src/units.ts';
import { GATEWAY_LIMITS } from '../limits.ts';
import { createCallerRejections } from './caller-rejections.ts';
import { createCancelledCalls } from './cancelled-calls.ts';
import type { Origin } from './client-address.ts';
import { type CoreChannels, openChannels } from './core-channels.ts';
import { fromCore, isWorthRepeating } from './core-error.ts';
import { checkHealth } from './core-health.ts';
import type { Credentials } from './credentials.ts';
import { createKnownCallers } from './known-callers.ts';
import { type OpenedCall, type OpenedCallContext, openCall } from './opened-call.ts';
import { callUnary, type UnaryMethod } from './unary-call.ts';
import { createUploadPermits } from './uploads/upload-permits.ts';
import { type WatchMethod, watchCall } from './watch-call.ts';

/** Time that a read waits for a restarting core. */
const CORE_RETURN_READ_MS_MAX = 3_000;

/** Time of a stream of events; its reader opens it again. */
const EVENT_STREAM_MS_MAX = HOUR_MS;

/** Identity of a request that may be sent again. */
export interface RepeatableRequest {
  readonly key: string;
  /** Identifies our attempts at this request to the core: the second takes over from the first. */
  readonly id: string;
}

/** Context of a call. */
export interface CallContext extends OpenedCallContext {
  readonly caller: Credentials | null;
  /** Group of addresses of the client, as `addressGroup` returns it; absent: unknown. */
  readonly address?: string;
  /** Metadata that names the client address to the core. */
  readonly origin: ReturnType<Origin>;
  readonly requestId: string;
  /** Span that the call belongs to; absent: none. */
  readonly traceparent?: string;
  /** Null or absent: the request has no Idempotency-Key. */
  readonly repeatable?: RepeatableRequest | null;
  /** Call that the core has admitted and that waits for its message: the next call of its method uses it. */
  readonly opened?: OpenedCall | null;
}

/** Time limits of a call, and the error when it exceeds them. */
export interface CallTime {
  readonly callMsMax: number;
  /** Longest wait for a core that is away before the retry, in milliseconds. */
  readonly coreReturnMsMax: number;
  readonly timeoutCode: ErrorCode;
  /** True for calls that the core answers only after an event; they have a channel of their own. */
  readonly isLongPoll?: boolean;
}

/** Call with several messages, sent in sequence. */
export interface Upload<Request, Response> {
  /** Resolves when the next message may be sent. */
  write(request: Request): Promise<void>;
  /** Sends the last message and waits for the answer within the time limit. */
  finish(request: Request): Promise<Response>;
}

/** Client of the core. */
export interface Core {
  /**
   * Begins a call of the method with this path. Resolves when the core has admitted it; its message may follow later.
   */
  open(path: string, context: CallContext): Promise<OpenedCall>;
  call<Request, Response>(
    method: UnaryMethod<Request, Response>,
    request: Request,
    context: CallContext,
    time: CallTime,
  ): Promise<Response>;
  /** Yields the answers of a call that lasts; ends it when the reader stops. Nothing is retried. */
  watch<Request, Response>(
    method: WatchMethod<Request, Response>,
    request: Request,
    context: CallContext,
  ): AsyncGenerator<Response>;
  /** Sends the messages of the opened call. Nothing is retried, as sent messages are freed. */
  upload<Request, Response>(
    method: UnaryMethod<Request, Response>,
    context: CallContext,
    time: Pick<CallTime, 'callMsMax' | 'timeoutCode'>,
  ): Upload<Request, Response>;
  /**
   * Returns the health of one of the core's services, or of the core if the name is empty: `SERVING`, `NOT_SERVING`,
   * `UNKNOWN`, or `SERVICE_UNKNOWN` for an unknown name.
   * @throws AppError `engine_unavailable` when the core does not answer
   */
  healthOf(service: string): Promise<string>;
  close(): void;
}

/** Time limits of a read or a small change, which neither sends a file nor waits for an event. */
export const READ_TIME: CallTime = {
  callMsMax: GATEWAY_LIMITS.readCallMsMax,
  coreReturnMsMax: CORE_RETURN_READ_MS_MAX,
  timeoutCode: 'engine_unavailable',
};

/** Time limits of a call that is opened before its upload, whose own limits apply meanwhile. */
const OPEN_TIME = {
  coreReturnMsMax: GATEWAY_LIMITS.coreReturnValidateMsMax,
  timeoutCode: 'engine_unavailable',
} as const satisfies Partial<CallTime>;

/** Opens the channels to the cores; they connect with their first calls, and reconnect by themselves. */
export function connectCore(addresses: string, access: CoreAccess = PLAIN_ACCESS): Core {
  const channels = openChannels(addresses, access);
  const holdPermit = createUploadPermits();
  const known = createKnownCallers();
  const rejections = createCallerRejections();
  const cancelled = createCancelledCalls();

  /**
   * Waits for the turn of a caller that cancels many calls. Returns its channel, the context of the call, and a function
   * that learns from its outcome.
   * @throws AppError the caller's latest rejection by a rate limit
   */
  async function begin(kind: Exclude<keyof CoreChannels, 'strangers'>, path: string, context: CallContext) {
    const id = known.idOf(context.caller);
    const counted = id ?? context.address ?? '';
    if (!context.opened) {
      if (id !== null) rejections.check(id, path, context);
      await cancelled.pause(counted, context.signal);
    }
    const client = channels[id === null ? 'strangers' : kind];
    const learn = <Value>(call: Promise<Value>) =>
      known.learn(context.caller, id === null ? call : rejections.learn(id, path, call));
    return { client, context: { ...context, onCancelled: () => cancelled.count(counted) }, learn };
  }

  return {
    async open(path, given) {
      const { client, context, learn } = await begin('uploads', path, given);
      const attempt = () => openCall(client, path, callMetadata(context), context);
      const call = tryTwice(client, context.signal, OPEN_TIME, Number.POSITIVE_INFINITY, attempt);
      const opened = await learn(call);
      holdPermit(opened, context.caller);
      return opened;
    },
    async call(method, request, given, time) {
      const { opened } = given;
      const kind = time.isLongPoll ? 'longPolls' : opened ? 'uploads' : 'short';
      const { client, context, learn } = await begin(kind, method.path, given);
      const deadline = Date.now() + time.callMsMax;
      const metadata = callMetadata(context);
      const attempt = () => callUnary(client, method, { request, metadata, deadline, context });
      const first = () =>
        opened?.path === method.path && !opened.isSent()
          ? sendOpened(opened, method, request, time.callMsMax)
          : attempt();
      return learn(tryTwice(client, context.signal, time, deadline, attempt, first));
    },
    async *watch(method, request, given) {
      const { client, context } = await begin('longPolls', method.path, given);
      const deadline = Date.now() + EVENT_STREAM_MS_MAX;
      try {
        yield* watchCall(client, method, { request, metadata: callMetadata(context), deadline, context });
      } catch (error) {
        throw fromCore(lostUnlessCancelled(error as ServiceError, context.signal), 'engine_unavailable');
      }
    },
    upload(method, { opened }, { callMsMax, timeoutCode }) {
      if (opened?.path !== method.path) throw new Error(`${method.path} has not been opened`);
      const translated = (error: ServiceError): never => {
        throw fromCore(error, timeoutCode);
      };
      return {
        write: (request) => opened.write(method.requestSerialize(request)).catch(translated),
        finish: (request) => sendOpened(opened, method, request, callMsMax).catch(translated),
      };
    },
    healthOf: (service) => checkHealth(channels.short, service),
    close() {
      for (const client of Object.values(channels)) client.close();
    },
  };
}

/** Calls once, and once more if the core was away and returns before `deadline`. Rejects with an AppError. */
async function tryTwice<Value>(
  client: Client,
  signal: AbortSignal,
  { coreReturnMsMax, timeoutCode }: Pick<CallTime, 'coreReturnMsMax' | 'timeoutCode'>,
  deadline: number,
  attempt: () => Promise<Value>,
  first = attempt,
): Promise<Value> {
  try {
    return await first();
  } catch (error) {
    const failure = error as ServiceError;
    if (!isWorthRepeating(failure) || signal.aborted) throw fromCore(failure, timeoutCode);
    await coreReturn(client, failure, Math.min(deadline, Date.now() + coreReturnMsMax));
  }
  return attempt().catch((error: ServiceError) => {
    throw fromCore(error, timeoutCode);
  });
}

function callMetadata({ caller, origin, requestId, traceparent, repeatable }: CallContext): Metadata {
  const metadata = new Metadata();
  for (const [name, value] of origin) metadata.set(name, value);
  metadata.set('x-request-id', requestId);
  if (traceparent !== undefined) metadata.set('traceparent', traceparent);
  if (repeatable) {
    metadata.set('idempotency-key', repeatable.key);
    metadata.set('x-gateway-request', repeatable.id);
  }
  if (caller) {
    metadata.set('authorization', caller.authorization);
    for (const orgId of caller.orgIds) metadata.add('x-org-id', orgId);
  }
  return metadata;
}

/** Sends the message of an opened call and reads the answer within the time limit. */
async function sendOpened<Request, Response>(
  opened: OpenedCall,
  method: UnaryMethod<Request, Response>,
  request: Request,
  callMsMax: number,
): Promise<Response> {
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    opened.cancel();
  }, callMsMax);
  try {
    return method.responseDeserialize(await opened.send(method.requestSerialize(request)));
  } catch (error) {
    if (late) (error as ServiceError).code = status.DEADLINE_EXCEEDED;
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** Waits for the core that takes over; throws the first failure if none returns in time. */
async function coreReturn(client: Client, failure: ServiceError, waitUntil: number): Promise<void> {
  await sleep(GATEWAY_LIMITS.coreStoppingPauseMs);
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  client.waitForReady(waitUntil, (error) =>
    error ? reject(fromCore(failure, 'engine_unavailable')) : resolve(),
  );
  await promise;
}

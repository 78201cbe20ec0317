/**
 * The gateway's side of gRPC: a channel to the core for each kind of call, a deadline on every call, one more attempt
 * when the core is away.
 *
 * A call is repeated once when the core was not reached, was lost, or said that it is stopping; it goes to another core
 * then, or waits for the restarted one. What makes something has an Idempotency-Key, its caller's or one of the gateway's own, and is done
 * once, whatever happens. Validate alone goes without one of ours: a run whose answer was lost either left nothing or left
 * a result that nobody was told about, and a second entry in the feed is better than a failed pipeline.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, Metadata, type ServiceError, status } from '@grpc/grpc-js';
import { AppError, type ErrorCode } from '../../src/errors.ts';
import { lostUnlessCancelled } from '../../src/infra/core/lost-call.ts';
import { type CoreAccess, PLAIN_ACCESS } from '../../src/infra/tls/core-credentials.ts';
import { GATEWAY_LIMITS } from '../limits.ts';
import { createUploadPermits } from '../request/upload-permits.ts';
import { fromCore, isWorthRepeating } from '../response/problem.ts';
import type { Origin } from './client-address.ts';
import { openChannels } from './core-channels.ts';
import type { Caller } from './credentials.ts';
import { hedged } from './hedge.ts';
import { type CallSurroundings, type OpenedCall, openCall } from './opened-call.ts';

/** What generated service definitions say about a method. */
export interface UnaryMethod<Request, Response> {
  readonly path: string;
  readonly requestSerialize: (request: Request) => Buffer;
  readonly responseDeserialize: (bytes: Buffer) => Response;
}

/** What the core is told of a request that may be sent again. */
export interface RepeatableRequest {
  readonly key: string;
  /** Tells the core which of our calls are attempts at this request: the second takes over from the first. */
  readonly id: string;
}

/** What goes along with a call. */
export interface CallContext extends CallSurroundings {
  readonly caller: Caller | null;
  /** Metadata that tells the core where the request comes from. */
  readonly origin: ReturnType<Origin>;
  readonly requestId: string;
  /** The span that the call belongs to; absent: none. */
  readonly traceparent?: string;
  /** Null or absent: the request has no Idempotency-Key. */
  readonly repeatable?: RepeatableRequest | null;
  /** A call that the core has admitted and that waits for its message: the next call of its method is this one. */
  readonly opened?: OpenedCall | null;
}

/** How long a call may take, and what it means when it takes longer. */
export interface CallTime {
  readonly callMsMax: number;
  /** How long a core that is away is waited for before the second attempt. */
  readonly coreReturnMsMax: number;
  readonly timeoutCode: ErrorCode;
  /** Whether the core answers only when something has happened; such calls have a channel of their own. */
  readonly isLongPoll?: boolean;
}

/** A call whose messages go one after the other. */
export interface Upload<Request, Response> {
  /** Resolves when the next may come. */
  write(request: Request): Promise<void>;
  /** Sends the last one and waits for the answer, which has to come in time. */
  finish(request: Request): Promise<Response>;
}

/** The core, as the gateway sees it. */
export interface Core {
  /** Begins a call of the method with this path. Resolves when the core has admitted it; its message may come later. */
  open(path: string, context: CallContext): Promise<OpenedCall>;
  call<Request, Response>(
    method: UnaryMethod<Request, Response>,
    request: Request,
    context: CallContext,
    time: CallTime,
  ): Promise<Response>;
  /** Sends the messages of the call that was opened, which takes many. Nothing is repeated: they are gone then. */
  upload<Request, Response>(
    method: UnaryMethod<Request, Response>,
    context: CallContext,
    time: Pick<CallTime, 'callMsMax' | 'timeoutCode'>,
  ): Upload<Request, Response>;
  /**
   * What the core says of one of its services, or of itself where the name is empty: `SERVING`, `NOT_SERVING`, `UNKNOWN`,
   * or `SERVICE_UNKNOWN` for a name that it does not know.
   * @throws AppError `engine_unavailable` when it says nothing
   */
  healthOf(service: string): Promise<string>;
  close(): void;
}

/** The time of a call that neither brings a file nor waits for anything: a read, or a change of what is managed. */
export const READ_TIME: CallTime = {
  callMsMax: GATEWAY_LIMITS.readCallMsMax,
  coreReturnMsMax: GATEWAY_LIMITS.coreReturnReadMsMax,
  timeoutCode: 'engine_unavailable',
};

/** The time of a call that is opened before its upload; how long it may go on is a limit of the upload's. */
const OPEN_TIME = {
  coreReturnMsMax: GATEWAY_LIMITS.coreReturnValidateMsMax,
  timeoutCode: 'engine_unavailable',
} as const satisfies Partial<CallTime>;

/** Opens the channels to the cores; they connect with their first calls, and again by themselves. */
export function connectCore(addresses: string, access: CoreAccess = PLAIN_ACCESS): Core {
  const { short, longPolls, uploads } = openChannels(addresses, access);
  const holdPermit = createUploadPermits();
  return {
    async open(path, context) {
      const attempt = () => openCall(uploads, path, callMetadata(context), context);
      const opened = await tryTwice(uploads, context.signal, OPEN_TIME, Number.POSITIVE_INFINITY, attempt);
      holdPermit(opened, context.caller);
      return opened;
    },
    async call(method, request, context, time) {
      const deadline = Date.now() + time.callMsMax;
      const metadata = callMetadata(context);
      const client = time.isLongPoll ? longPolls : context.opened ? uploads : short;
      const attempt = () => unary(client, method, request, metadata, deadline, context);
      const { opened } = context;
      const first = () =>
        opened?.path === method.path && !opened.isSent()
          ? sendOpened(opened, method, request, time.callMsMax)
          : attempt();
      return tryTwice(client, context.signal, time, deadline, attempt, first);
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
    healthOf: (service) => checkHealth(short, service),
    close() {
      for (const client of [short, longPolls, uploads]) client.close();
    },
  };
}

/** Tries, and tries once more when the core was away and is back before `deadline`. Rejects with an AppError. */
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

function unary<Request, Response>(
  client: Client,
  method: UnaryMethod<Request, Response>,
  request: Request,
  metadata: Metadata,
  deadline: number,
  { signal, onFields }: CallSurroundings,
): Promise<Response> {
  const { promise, resolve, reject } = Promise.withResolvers<Response>();
  const { path, requestSerialize, responseDeserialize } = method;
  const call = client.makeUnaryRequest(
    path,
    requestSerialize,
    responseDeserialize,
    request,
    metadata,
    { deadline },
    (error, response) => (error ? reject(lostUnlessCancelled(error, signal)) : resolve(response as Response)),
  );
  // It comes right before the callback.
  call.on('status', ({ metadata: fields }) => onFields?.(fields));
  const cancel = () => call.cancel();
  if (signal.aborted) cancel();
  signal.addEventListener('abort', cancel, { once: true });
  return promise.finally(() => signal.removeEventListener('abort', cancel));
}

/** Sends the message of an opened call and reads the answer, which has to come in time. */
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

/** Waits for the core that takes over; throws the first failure when none comes in time. */
async function coreReturn(client: Client, failure: ServiceError, waitUntil: number): Promise<void> {
  await sleep(GATEWAY_LIMITS.coreStoppingPauseMs);
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  client.waitForReady(waitUntil, (error) =>
    error ? reject(fromCore(failure, 'engine_unavailable')) : resolve(),
  );
  await promise;
}

/** `grpc.health.v1.HealthCheckResponse.ServingStatus`. */
const HEALTH_STATES = ['UNKNOWN', 'SERVING', 'NOT_SERVING', 'SERVICE_UNKNOWN'];

/**
 * `grpc.health.v1.Health.Check`: the name of a service as field 1 is answered by its state as field 1. Written out, as the
 * package that knows it compiles proto files at every start.
 */
const HEALTH_CHECK: UnaryMethod<string, string> = {
  path: '/grpc.health.v1.Health/Check',
  requestSerialize: (name) => Buffer.from([0x0a, Buffer.byteLength(name), ...Buffer.from(name)]),
  responseDeserialize: ([tag, state]) => (tag === 0x08 && HEALTH_STATES[state!]) || 'UNKNOWN',
};

/** When another core is asked how it is, because there is no answer yet. */
const HEALTH_AGAIN_MS = [GATEWAY_LIMITS.healthAgainMs, 2 * GATEWAY_LIMITS.healthAgainMs];

async function checkHealth(client: Client, service: string): Promise<string> {
  const deadline = Date.now() + GATEWAY_LIMITS.healthCallMsMax;
  const ask = async (signal: AbortSignal): Promise<string> => {
    try {
      return await unary(client, HEALTH_CHECK, service, new Metadata(), deadline, { signal });
    } catch (error) {
      if ((error as ServiceError).code === status.NOT_FOUND) return 'SERVICE_UNKNOWN';
      throw error;
    }
  };
  try {
    return await hedged(HEALTH_AGAIN_MS, ask);
  } catch (cause) {
    // Which address it was, and how it failed, is for the log and not for the public.
    const isLate = (cause as ServiceError).code === status.DEADLINE_EXCEEDED;
    const how = isLate ? 'does not answer in time' : 'cannot be reached';
    throw new AppError('engine_unavailable', `The core ${how}.`, {}, { cause });
  }
}

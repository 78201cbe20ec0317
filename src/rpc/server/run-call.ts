/** Common path of all calls: builds the context, applies the deadline, and returns a value or a status. */
import type { EventEmitter } from 'node:events';
import { type Deadline, Metadata, type StatusObject, status } from '@grpc/grpc-js';
import { AppError } from '../../errors.ts';
import { untilAborted } from '../../infra/async/abort.ts';
import { narrowedTo } from '../../infra/async/narrowing.ts';
import { isCaller } from '../../service/access/caller.ts';
import type { Idempotency } from '../../service/idempotency/idempotency.ts';
import type { Admitted } from '../interceptors/admission.ts';
import { addCallerFields, type FailedCall } from '../interceptors/caller-fields.ts';
import { type Codec, repeatable } from '../interceptors/repeatable-call.ts';
import type { AnyContext, AnyMethod } from './service.ts';

/** Longest delay of a Node timer. */
const TIMER_MS_MAX = 2 ** 31 - 1;

/** Abort reason of a call whose caller has gone. */
const CALLER_GONE = new Error('The caller has gone');

/** State that all methods of a server share. */
export interface CallHost {
  admitted(metadata: Metadata): Admitted;
  /** Running calls, which are aborted when the server stops. */
  readonly running: Set<AbortController>;
  /** Time for a call without a deadline, in milliseconds. */
  readonly callMsDefault: number;
  readonly idempotency: Idempotency;
  /** Called when an answer could not be stored for a repetition of its call. */
  onStoreError(error: unknown): void;
  /** Converts an error to a status, and logs it. */
  reject(error: unknown, call: FailedCall): StatusObject;
  /** Called at the end of every call. */
  finished(path: string, code: number, startedMs: number, requestId: string): void;
}

/** Members that all kinds of calls share. */
interface Call extends EventEmitter {
  readonly metadata: Metadata;
  getDeadline(): Deadline;
}

function timeout(startedMs: number, deadlineMs: number): AppError {
  const seconds = String(Math.max(0, Math.round((deadlineMs - startedMs) / 100) / 10));
  return new AppError('validation_timeout', `The call did not finish within its ${seconds} s.`, {
    limitSeconds: seconds,
  });
}

function deadlineOf(call: Call, latestMs: number): number {
  const requestedMs = Number(call.getDeadline());
  return Number.isFinite(requestedMs) ? requestedMs : latestMs;
}

/** Waits for the work, but rejects at once when the signal is aborted, even if the work ignores the signal. */
async function beforeAbort<Value>(signal: AbortSignal, work: () => Value | Promise<Value>): Promise<Value> {
  signal.throwIfAborted();
  try {
    return await untilAborted(Promise.resolve(work()), signal);
  } catch (error) {
    // When a stopped method throws, the call ends with the reason of the stop.
    throw signal.aborted && !(error instanceof AppError) ? signal.reason : error;
  }
}

/** End of a call: a value or a rejection. */
export type CallEnd<Value> =
  | { readonly value: Value; readonly trailers: Metadata }
  | { readonly rejection: Partial<StatusObject> };

/** Runs the work of one call within its span and its rights. Never rejects. */
export function runCall<Value>(...call: Parameters<typeof runAdmitted<Value>>): Promise<CallEnd<Value>> {
  const [, , { metadata }, host] = call;
  const { span, teams } = host.admitted(metadata);
  const run = () => narrowedTo(teams, () => runAdmitted(...call));
  return span === null ? run() : span.run(run);
}

async function runAdmitted<Value>(
  codec: Codec,
  { callMsDefault }: Pick<AnyMethod, 'callMsDefault'>,
  call: Call,
  host: CallHost,
  work: (context: AnyContext) => Value | Promise<Value>,
): Promise<CallEnd<Value>> {
  const startedMs = Date.now();
  const { path } = codec;
  const { principal, client, requestId, limitStatuses, repeat, lost, span, onEnd } = host.admitted(
    call.metadata,
  );
  const deadlineMs = deadlineOf(call, startedMs + (callMsDefault ?? host.callMsDefault));
  const controller = new AbortController();
  const { signal } = controller;
  const timer = setTimeout(
    () => controller.abort(timeout(startedMs, deadlineMs)),
    Math.min(Math.max(deadlineMs - startedMs, 0), TIMER_MS_MAX),
  );
  call.once('cancelled', () => controller.abort(CALLER_GONE));
  const loseAccess = () => controller.abort(lost.reason);
  if (lost.aborted) loseAccess();
  lost.addEventListener('abort', loseAccess, { once: true });
  host.running.add(controller);
  let code: number = status.OK;
  try {
    const trailers = new Metadata();
    const bare = { requestId, client, signal, deadline: new Date(deadlineMs), onEnd };
    const context: AnyContext = isCaller(principal)
      ? repeatable({ ...bare, caller: principal }, { ...host, codec, repeat, trailers })
      : principal.kind === 'person'
        ? { ...bare, session: principal.session }
        : bare;
    const value = await beforeAbort(signal, () => work(context));
    trailers.set('x-request-id', requestId);
    addCallerFields(trailers, { principal, limitStatuses });
    return { value, trailers };
  } catch (error) {
    const rejection: Partial<StatusObject> =
      error === CALLER_GONE
        ? { code: status.CANCELLED, details: CALLER_GONE.message }
        : host.reject(error, { path, requestId, client, principal, namedOrgId: null, limitStatuses });
    code = rejection.code ?? status.UNKNOWN;
    return { rejection };
  } finally {
    clearTimeout(timer);
    lost.removeEventListener('abort', loseAccess);
    host.running.delete(controller);
    span?.end(code);
    host.finished(path, code, startedMs, requestId);
  }
}

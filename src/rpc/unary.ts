/** From a grpc-js call to a promise and back: context in, message or status out, for every method alike. */
import {
  type handleUnaryCall,
  Metadata,
  type ServerUnaryCall,
  type StatusObject,
  status,
} from '@grpc/grpc-js';
import { AppError } from '../errors.ts';
import type { Standing } from '../limiter/standing.ts';
import { type Admitted, addStandings } from './admission.ts';
import type { CallContext, Method } from './service.ts';

/** What a deserialiser hands over instead of a message that it cannot read. */
export const MALFORMED = Symbol('malformed message');

/** The longest delay that a Node timer can keep. */
const TIMER_MS_MAX = 2 ** 31 - 1;

/** Why the signal of a call was aborted when the caller has gone. */
const CALLER_GONE = new Error('The caller has gone');

/** What all methods of a server share. */
export interface UnaryHost {
  admitted(metadata: Metadata): Admitted;
  /** Calls that run, to be aborted when the server must stop. */
  readonly running: Set<AbortController>;
  /** Time for a call whose caller names no deadline. */
  readonly callMsDefault: number;
  /** The answer to an error; logs it. */
  refuse(error: unknown, path: string, requestId: string, standings?: readonly Standing[]): StatusObject;
  /** Told of every call that has ended. */
  finished(path: string, code: number, startedMs: number, requestId: string): void;
}

type Call = ServerUnaryCall<unknown, unknown>;

function timeout(startedMs: number, deadlineMs: number): AppError {
  const seconds = String(Math.max(0, Math.round((deadlineMs - startedMs) / 100) / 10));
  return new AppError('validation_timeout', `The call did not finish within its ${seconds} s.`, {
    limitSeconds: seconds,
  });
}

function deadlineOf(call: Call, latestMs: number): number {
  const asked = Number(call.getDeadline());
  return Number.isFinite(asked) ? asked : latestMs;
}

/** Runs the method; ends at once when the signal is aborted, also if the method does not look at it. */
async function run(
  method: Method<unknown, unknown>,
  request: unknown,
  context: CallContext,
): Promise<unknown> {
  if (request === MALFORMED) {
    throw new AppError('invalid_request', 'The message is not the protobuf message that this method takes.');
  }
  const { signal } = context;
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([method.handle(request, context), aborted.promise]);
  } catch (error) {
    // Whatever a stopped method throws, the reason why it was stopped is the answer.
    throw signal.aborted && !(error instanceof AppError) ? signal.reason : error;
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/** The grpc-js handler of a method. */
export function unary(
  path: string,
  method: Method<unknown, unknown>,
  host: UnaryHost,
): handleUnaryCall<unknown, unknown> {
  return async (call, callback) => {
    const startedMs = Date.now();
    const { caller, requestId, standings } = host.admitted(call.metadata);
    const deadlineMs = deadlineOf(call, startedMs + host.callMsDefault);
    const controller = new AbortController();
    const timer = setTimeout(
      () => controller.abort(timeout(startedMs, deadlineMs)),
      Math.min(Math.max(deadlineMs - startedMs, 0), TIMER_MS_MAX),
    );
    call.once('cancelled', () => controller.abort(CALLER_GONE));
    host.running.add(controller);
    let code: number = status.OK;
    try {
      const context = { caller, requestId, signal: controller.signal, deadline: new Date(deadlineMs) };
      const response = await run(method, call.request, context);
      const trailers = new Metadata();
      trailers.set('x-request-id', requestId);
      addStandings(trailers, standings);
      callback(null, response, trailers);
    } catch (error) {
      const answer: Partial<StatusObject> =
        error === CALLER_GONE
          ? { code: status.CANCELLED, details: CALLER_GONE.message }
          : host.refuse(error, path, requestId, standings);
      code = answer.code ?? status.UNKNOWN;
      callback(answer);
    } finally {
      clearTimeout(timer);
      host.running.delete(controller);
      host.finished(path, code, startedMs, requestId);
    }
  };
}

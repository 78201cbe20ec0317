/** From a grpc-js call to our methods and back, whether one message comes or many, and one answer goes or many. */
import { once } from 'node:events';
import type {
  handleClientStreamingCall,
  handleServerStreamingCall,
  handleUnaryCall,
  UntypedHandleCall,
} from '@grpc/grpc-js';
import { AppError } from '../errors.ts';
import { type CallHost, runCall } from './run-call.ts';
import type { AnyMethod } from './service.ts';

/** What a deserialiser hands over instead of a message that it cannot read. */
export const MALFORMED = Symbol('malformed message');

/** The kind of a method, as the generated definition tells it. */
interface Kind {
  readonly path: string;
  readonly requestStream: boolean;
  readonly responseStream: boolean;
}

/** The grpc-js handler of a method. */
export function handlerOf(kind: Kind, method: AnyMethod, host: CallHost): UntypedHandleCall {
  const { path } = kind;
  if (kind.requestStream) return upload(path, method, host) as UntypedHandleCall;
  return (kind.responseStream ? watch(path, method, host) : unary(path, method, host)) as UntypedHandleCall;
}

function readable(request: unknown): unknown {
  if (request !== MALFORMED) return request;
  throw new AppError('invalid_request', 'The message is not the protobuf message that this method takes.');
}

function unary(path: string, method: AnyMethod, host: CallHost): handleUnaryCall<unknown, unknown> {
  return async (call, callback) => {
    const end = await runCall(path, method, call, host, (context) =>
      method.handle(readable(call.request), context),
    );
    if ('refusal' in end) callback(end.refusal);
    else callback(null, end.value, end.trailers);
  };
}

function upload(
  path: string,
  method: AnyMethod,
  host: CallHost,
): handleClientStreamingCall<unknown, unknown> {
  return async (call, callback) => {
    async function* messages() {
      for await (const message of call) yield readable(message);
    }
    const end = await runCall(path, method, call, host, (context) => method.handle(messages(), context));
    if ('refusal' in end) callback(end.refusal);
    else callback(null, end.value, end.trailers);
  };
}

function watch(path: string, method: AnyMethod, host: CallHost): handleServerStreamingCall<unknown, unknown> {
  return async (call) => {
    const end = await runCall(path, method, call, host, async (context) => {
      const { signal } = context;
      for await (const answer of method.handle(readable(call.request), context) as AsyncIterable<unknown>) {
        if (signal.aborted) return;
        if (!call.write(answer)) await once(call, 'drain', { signal });
      }
    });
    if ('refusal' in end) call.emit('error', end.refusal);
    else call.end(end.trailers);
  };
}

/** Adapts grpc-js calls to our methods, for single and streamed messages and answers. */
import { once } from 'node:events';
import type {
  handleClientStreamingCall,
  handleServerStreamingCall,
  handleUnaryCall,
  MethodDefinition,
  UntypedHandleCall,
} from '@grpc/grpc-js';
import { AppError } from '../../errors.ts';
import { type CallHost, runCall } from './run-call.ts';
import type { AnyMethod } from './service.ts';

/** Marker that a deserialiser returns for a message that it cannot read. */
export const MALFORMED = Symbol('malformed message');

/** Generated definition of a method. */
type Definition = MethodDefinition<unknown, unknown>;

/** Returns the grpc-js handler of a method. */
export function handlerOf(definition: Definition, method: AnyMethod, host: CallHost): UntypedHandleCall {
  const { requestStream, responseStream } = definition;
  const make = requestStream ? upload : responseStream ? watch : unary;
  return make(definition, method, host) as UntypedHandleCall;
}

function readable(request: unknown): unknown {
  if (request !== MALFORMED) return request;
  throw new AppError('invalid_request', 'The message is not the protobuf message that this method takes.');
}

function unary(definition: Definition, method: AnyMethod, host: CallHost): handleUnaryCall<unknown, unknown> {
  return async (call, callback) => {
    const end = await runCall(definition, method, call, host, (context) => {
      const request = readable(call.request);
      if (!('once' in context)) return method.handle(request, context);
      return context.once(request, (inner) => method.handle(request, inner));
    });
    if ('rejection' in end) callback(end.rejection);
    else callback(null, end.value, end.trailers);
  };
}

function upload(
  definition: Definition,
  method: AnyMethod,
  host: CallHost,
): handleClientStreamingCall<unknown, unknown> {
  return async (call, callback) => {
    async function* messages() {
      for await (const message of call) yield readable(message);
    }
    const end = await runCall(definition, method, call, host, (context) =>
      method.handle(messages(), context),
    );
    if ('rejection' in end) callback(end.rejection);
    else callback(null, end.value, end.trailers);
  };
}

function watch(
  definition: Definition,
  method: AnyMethod,
  host: CallHost,
): handleServerStreamingCall<unknown, unknown> {
  return async (call) => {
    const end = await runCall(definition, method, call, host, async (context) => {
      const { signal } = context;
      for await (const answer of method.handle(readable(call.request), context) as AsyncIterable<unknown>) {
        if (signal.aborted) return;
        if (!call.write(answer)) await once(call, 'drain', { signal });
      }
    });
    if ('rejection' in end) call.emit('error', end.rejection);
    else call.end(end.trailers);
  };
}

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
import { checkRequest } from './check-request.ts';
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

/** Returns the message of a call. @throws AppError when it is unreadable or has a wrong value */
function checked({ path }: Definition, request: unknown): unknown {
  if (request === MALFORMED) {
    const message = 'The message is not the protobuf message that this method takes.';
    throw new AppError('invalid_request', message);
  }
  checkRequest(path, request as object);
  return request;
}

function unary(definition: Definition, method: AnyMethod, host: CallHost): handleUnaryCall<unknown, unknown> {
  return async (call, callback) => {
    const end = await runCall(definition, method, call, host, (context) => {
      const request = checked(definition, call.request);
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
      for await (const message of call) yield checked(definition, message);
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
      const answers = method.handle(checked(definition, call.request), context) as AsyncIterable<unknown>;
      for await (const answer of answers) {
        if (signal.aborted) return;
        if (!call.write(answer)) await once(call, 'drain', { signal });
      }
    });
    if ('rejection' in end) call.emit('error', end.rejection);
    else call.end(end.trailers);
  };
}

/** Calls of the core with one message and one answer. */
import type { Client, Metadata } from '@grpc/grpc-js';
import { lostUnlessCancelled } from '../../src/infra/core/lost-call.ts';
import type { OpenedCallContext } from './opened-call.ts';

/** Method of a generated service definition. */
export interface UnaryMethod<Request, Response> {
  readonly path: string;
  readonly requestSerialize: (request: Request) => Buffer;
  readonly responseDeserialize: (bytes: Buffer) => Response;
}

/** Message of a call, and its context. */
export interface UnaryCall<Request> {
  readonly request: Request;
  readonly metadata: Metadata;
  /** Milliseconds since 1970. */
  readonly deadline: number;
  readonly context: OpenedCallContext;
}

/** Calls the method; rejects with the core's error. */
export function callUnary<Request, Response>(
  client: Client,
  { path, requestSerialize, responseDeserialize }: UnaryMethod<Request, Response>,
  { request, metadata, deadline, context: { signal, onFields, onCancelled } }: UnaryCall<Request>,
): Promise<Response> {
  const { promise, resolve, reject } = Promise.withResolvers<Response>();
  const call = client.makeUnaryRequest(
    path,
    requestSerialize,
    responseDeserialize,
    request,
    metadata,
    { deadline },
    (error, response) => (error ? reject(lostUnlessCancelled(error, signal)) : resolve(response as Response)),
  );
  // The status event comes right before the callback.
  call.on('status', ({ metadata: fields }) => onFields?.(fields));
  const cancel = () => {
    onCancelled?.();
    call.cancel();
  };
  if (signal.aborted) cancel();
  signal.addEventListener('abort', cancel, { once: true });
  return promise.finally(() => signal.removeEventListener('abort', cancel));
}

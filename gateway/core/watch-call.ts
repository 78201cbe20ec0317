/** Calls of the core with a stream of answers. */
import type { Client } from '@grpc/grpc-js';
import type { UnaryCall, UnaryMethod } from './unary-call.ts';

/** Method of a generated service definition with one message and a stream of answers. */
export type WatchMethod<Request, Response> = UnaryMethod<Request, Response>;

/**
 * Yields the answers of a call; fails with the core's error. An answer is read when the one before has been taken, so
 * that a slow reader holds up the core. Ends the call when the reader stops.
 */
export async function* watchCall<Request, Response>(
  client: Client,
  { path, requestSerialize, responseDeserialize }: WatchMethod<Request, Response>,
  { request, metadata, deadline, context }: UnaryCall<Request>,
): AsyncGenerator<Response> {
  metadata.set('x-await-admission', '1');
  const call = client.makeServerStreamRequest(
    path,
    requestSerialize,
    responseDeserialize,
    request,
    metadata,
    {
      deadline,
    },
  );
  // Those of the caller come before the first answer, which is written by them.
  call.on('metadata', (fields) => context.onFields?.(fields));
  call.on('status', ({ metadata: fields }) => context.onFields?.(fields));
  // The iteration reports the error; one that comes after its end has no reader.
  call.on('error', () => {});
  const cancel = () => {
    context.onCancelled?.();
    call.cancel();
  };
  if (context.signal.aborted) cancel();
  context.signal.addEventListener('abort', cancel, { once: true });
  try {
    for await (const answer of call) yield answer as Response;
  } finally {
    context.signal.removeEventListener('abort', cancel);
    call.cancel();
  }
}

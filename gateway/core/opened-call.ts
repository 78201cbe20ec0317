/**
 * Calls of the core whose message follows later. The core decides by the metadata alone and reports the decision at
 * once; only then does the gateway read the body of the request. The call holds its permit meanwhile and releases it
 * when the sender disconnects, so there is no ticket that could be lost.
 */
import type { Client, Metadata } from '@grpc/grpc-js';
import { CONTRACT_LIMITS } from '../../src/contract/limits.ts';
import { lostUnlessCancelled } from '../../src/infra/core/lost-call.ts';
import { OwnedBytes } from '../../src/infra/memory/owned-bytes.ts';
import { MINUTE_MS } from '../../src/units.ts';

/** Time of a call that is opened before its upload; longer than the limits of both, as a fallback. */
const OPENED_CALL_MS_MAX = CONTRACT_LIMITS.uploadMsMax + CONTRACT_LIMITS.engineRunMsMax + MINUTE_MS;

/** Signal and callback of a call. */
export interface OpenedCallContext {
  /** Aborted when the REST caller disconnects. */
  readonly signal: AbortSignal;
  /** Called when the call is cancelled before its end. */
  onCancelled?(): void;
  /** Receives the metadata that the core sends besides its answer: rate limits and their remaining allowance. */
  onFields?(fields: Metadata): void;
}

/** Admitted call. */
export interface OpenedCall {
  readonly path: string;
  /** Resolves when the call has ended, in any way. */
  readonly ended: Promise<void>;
  /** Returns whether its message has been sent. */
  isSent(): boolean;
  /**
   * Sends one of several messages; resolves when the next may be sent. Rejects when the call has ended. The memory of
   * the message is freed as soon as it has been sent.
   */
  write(message: Buffer): Promise<void>;
  /** Sends the last or only message; resolves with the bytes of the answer. */
  send(message: Buffer): Promise<Buffer>;
  /** Cancels the call, unless it has ended. */
  cancel(): void;
}

/** Begins a call; rejects with the core's error. */
export async function openCall(
  client: Client,
  path: string,
  metadata: Metadata,
  { signal, onFields, onCancelled }: OpenedCallContext,
): Promise<OpenedCall> {
  metadata.set('x-await-admission', '1');
  const admitted = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<Buffer>();
  // The sender of the message receives a failure; a cancelled call has no one to report to.
  answer.promise.catch(() => {});
  const call = client.makeClientStreamRequest<Buffer, Buffer>(
    path,
    (bytes) => bytes,
    (bytes) => bytes,
    metadata,
    { deadline: Date.now() + OPENED_CALL_MS_MAX },
    (error, bytes) => {
      if (!error) return answer.resolve(bytes as Buffer);
      lostUnlessCancelled(error, signal);
      admitted.reject(error);
      answer.reject(error);
    },
  );
  call.on('metadata', (fields) => {
    onFields?.(fields);
    admitted.resolve();
  });
  call.on('status', ({ metadata: fields }) => onFields?.(fields));
  // The callback reports the same error.
  call.on('error', () => {});
  let sent = false;
  let isOver = false;
  const cancel = () => {
    if (isOver) return;
    isOver = true;
    onCancelled?.();
    call.cancel();
  };
  if (signal.aborted) cancel();
  signal.addEventListener('abort', cancel, { once: true });
  const onEnd = () => {
    isOver = true;
    signal.removeEventListener('abort', cancel);
  };
  const ended = answer.promise.then(onEnd, onEnd);
  await admitted.promise;
  return {
    path,
    ended,
    isSent: () => sent,
    async write(message) {
      sent = true;
      const taken = Promise.withResolvers<void>();
      call.write(message, () => {
        OwnedBytes.of(message).free();
        taken.resolve();
      });
      // An answer before the last message is an error, or the core ignores the rest.
      await Promise.race([taken.promise, answer.promise]);
    },
    send(message) {
      sent = true;
      call.write(message, () => OwnedBytes.of(message).free());
      call.end();
      return answer.promise;
    },
    cancel,
  };
}

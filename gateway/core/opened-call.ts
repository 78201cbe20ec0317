/**
 * A call to the core whose message comes later. The core decides about it by its metadata alone and says so at once; only
 * then the gateway reads the body of the request. Meanwhile the call holds its place among those that may run at once,
 * and gives it back when the sender goes away: there is no ticket that could be lost.
 */
import type { Client, Metadata } from '@grpc/grpc-js';
import { lostUnlessCancelled } from '../../src/infra/core/lost-call.ts';
import { GATEWAY_LIMITS } from '../limits.ts';
import { freeBytes } from './byte-sink.ts';

/** What goes on around a call. */
export interface CallSurroundings {
  /** Aborted when the REST caller goes away. */
  readonly signal: AbortSignal;
  /** Told of what the core says beside its answer: its limits, and where the caller stands with them. */
  onFields?(fields: Metadata): void;
}

/** An admitted call. */
export interface OpenedCall {
  readonly path: string;
  /** Resolves when the call has ended, however it did. */
  readonly ended: Promise<void>;
  /** Whether it has had its message. */
  isSent(): boolean;
  /**
   * Sends one of several messages; resolves when the next may come. Rejects when the call has ended. The memory of a
   * message is given back as soon as it is on its way.
   */
  write(message: Buffer): Promise<void>;
  /** Sends the last or only message; resolves with the answer's bytes. */
  send(message: Buffer): Promise<Buffer>;
  /** Gives the call up. A call that has ended is not touched. */
  cancel(): void;
}

/** Begins a call; rejects with the core's refusal. */
export async function openCall(
  client: Client,
  path: string,
  metadata: Metadata,
  { signal, onFields }: CallSurroundings,
): Promise<OpenedCall> {
  metadata.set('x-await-admission', '1');
  const admitted = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<Buffer>();
  // Whoever sends the message learns of a failure; a call that is given up has nobody to tell.
  answer.promise.catch(() => {});
  const call = client.makeClientStreamRequest<Buffer, Buffer>(
    path,
    (bytes) => bytes,
    (bytes) => bytes,
    metadata,
    { deadline: Date.now() + GATEWAY_LIMITS.openedCallMsMax },
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
  // The callback tells the same.
  call.on('error', () => {});
  let sent = false;
  const cancel = () => call.cancel();
  if (signal.aborted) cancel();
  signal.addEventListener('abort', cancel, { once: true });
  const onEnd = () => signal.removeEventListener('abort', cancel);
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
        freeBytes(message);
        taken.resolve();
      });
      // An answer before the last message is a refusal, or nobody reads the rest.
      await Promise.race([taken.promise, answer.promise]);
    },
    send(message) {
      sent = true;
      call.write(message, () => freeBytes(message));
      call.end();
      return answer.promise;
    },
    cancel,
  };
}

/** Bounds the memory of answers with slow readers, per reader and in total. */
import type { ServerResponse } from 'node:http';
import { allTaken } from '../../src/errors.ts';
import { createSemaphore } from '../../src/infra/async/semaphore.ts';
import { GATEWAY_LIMITS } from '../limits.ts';

/** Recipient of an answer: an organisation, or the address of an anonymous caller. */
export interface Reader {
  readonly kind: 'organisation' | 'address';
  readonly name: string;
}

/** Answers of one gateway that have not been sent completely. */
export interface UnreadAnswers {
  /**
   * Counts an answer until it has been sent or its connection is closed. A single answer is never too large for its
   * reader.
   * @throws AppError `concurrency_limited`
   */
  hold(response: ServerResponse, reader: Reader, bytes: number): void;
}

/** Limits of the waiting bytes. */
export type UnreadLimits = Readonly<
  Record<'unreadBytesMax' | 'unreadOrganisationBytesMax' | 'unreadAddressBytesMax', number>
>;

/** Creates the counter of one gateway. */
export function createUnreadAnswers(limits: UnreadLimits = GATEWAY_LIMITS): UnreadAnswers {
  const shares = {
    organisation: limits.unreadOrganisationBytesMax,
    address: limits.unreadAddressBytesMax,
  } as const satisfies Readonly<Record<Reader['kind'], number>>;
  const unread = createSemaphore({
    total: limits.unreadBytesMax,
    perKey: (key) => (unread.taken(key) === 0 ? Number.POSITIVE_INFINITY : shares[kindOf(key)]),
  });
  return {
    hold(response, { kind, name }, bytes) {
      const key = `${kind} ${name}`;
      switch (unread.exhausted(key, bytes)) {
        case 'key':
          throw allTaken(
            `Too many answers to this ${kind} wait to be read. Read them, or close their connections.`,
          );
        case 'total':
          throw allTaken('Too many answers wait to be read by their callers.');
      }
      response.once('close', unread.tryTake(key, bytes)!);
    },
  };
}

const kindOf = (key: string): Reader['kind'] =>
  key.startsWith('organisation ') ? 'organisation' : 'address';

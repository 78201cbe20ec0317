/** Reads of large results: one at a time of an organisation and few in all, and others are served in between. */

import { allTaken } from '../../errors.ts';
import { createSemaphore, type Semaphore } from '../../infra/async/semaphore.ts';
import type { Sql } from '../../infra/database/connections.ts';
import { withOrganisation } from '../../infra/database/database.ts';
import type { ValidationRecord } from './validation-record.ts';
import { findValidationHead, listFindings } from './validations-store.ts';

/** Large results that one core reads at once, each of another organisation … */
export const LARGE_READS_AT_ONCE_MAX = 2;

/** … and reads of one organisation that may wait for their turn. */
export const LARGE_READS_WAITING_MAX = 12;

/** Permits of one process. An organisation holds its own until the answer has left, the other one while it reads. */
interface ReadPermits {
  readonly answers: Semaphore;
  readonly reads: Semaphore;
}

/** The call that a read is for. */
export interface ReadCall {
  readonly signal: AbortSignal;
  /** Has this done when the call has ended and its answer has left. */
  onEnd(work: () => void): void;
  /** True: the findings are left out. */
  readonly withoutFindings?: boolean;
}

const permits = new WeakMap<Sql, ReadPermits>();

/**
 * Reads a validation with many findings; undefined when the organisation has none with this id. The turn of the organisation
 * lasts until its call ends: what has been read and has not left takes memory.
 * @throws AppError `concurrency_limited` when many reads of the organisation wait
 */
export async function readLargeValidation(
  sql: Sql,
  orgId: string,
  id: string,
  call: ReadCall,
): Promise<ValidationRecord | undefined> {
  const { answers, reads } = permitsOf(sql);
  const releaseAnswer = await answers.take(orgId);
  if (releaseAnswer === null) throw allTaken('Too many large results of this organisation are being read.');
  call.onEnd(releaseAnswer);
  const releaseRead = await reads.take('');
  try {
    call.signal.throwIfAborted();
    return await withOrganisation(sql, orgId, async (transaction) => {
      const head = await findValidationHead(transaction, id);
      return head && { ...head, findings: await listFindings(transaction, id) };
    });
  } finally {
    releaseRead?.();
  }
}

function permitsOf(sql: Sql): ReadPermits {
  const found = permits.get(sql);
  if (found) return found;
  const created = {
    answers: createSemaphore({ perKey: 1, waiting: LARGE_READS_WAITING_MAX }),
    reads: createSemaphore({
      total: LARGE_READS_AT_ONCE_MAX,
      waiting: Number.POSITIVE_INFINITY,
    }),
  };
  permits.set(sql, created);
  return created;
}

/** Reads of large results: one at a time of an organisation and few in all, and others are served in between. */

import type { Sql } from '../../infra/database/connections.ts';
import { withOrganisation } from '../../infra/database/database.ts';
import { createTurns, type Turns } from '../../infra/database/turns.ts';
import { LIMITS } from '../../limits.ts';
import type { ValidationRecord } from './validation-record.ts';
import { findValidationHead, listFindings } from './validations-store.ts';

/** The turns of one process. */
interface ReadTurns {
  readonly organisations: Turns;
  readonly all: Turns;
}

/** The call that a read is for. */
export interface ReadCall {
  readonly signal: AbortSignal;
  /** Has this done when the call has ended and its answer has left. */
  onEnd(work: () => void): void;
}

const turnsOf = new WeakMap<Sql, ReadTurns>();

/**
 * Reads a validation with many findings; null when the organisation has none with this id. The turn of the organisation
 * lasts until its call ends: what has been read and has not left takes memory.
 * @throws AppError `concurrency_limited` when many reads of the organisation wait
 */
export async function readLargeValidation(
  sql: Sql,
  orgId: string,
  id: string,
  call: ReadCall,
): Promise<ValidationRecord | null> {
  const { organisations, all } = turns(sql);
  call.onEnd(await organisations.take(orgId, 'Too many large results of this organisation are being read.'));
  const end = await all.take('', 'Too many large results are being read.');
  try {
    call.signal.throwIfAborted();
    return await withOrganisation(sql, orgId, async (transaction) => {
      const head = await findValidationHead(transaction, orgId, id);
      return head && { ...head, findings: await listFindings(transaction, orgId, id) };
    });
  } finally {
    end();
  }
}

function turns(sql: Sql): ReadTurns {
  const known = turnsOf.get(sql);
  if (known) return known;
  const made = {
    organisations: createTurns({ runningMax: 1, waitingMax: LIMITS.largeReadsWaitingMax }),
    all: createTurns({ runningMax: LIMITS.largeReadsAtOnceMax, waitingMax: Number.POSITIVE_INFINITY }),
  };
  turnsOf.set(sql, made);
  return made;
}

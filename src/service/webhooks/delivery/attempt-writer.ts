/** Writes the results of attempts, as many with one transaction as have come meanwhile. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql } from '../../../infra/database/connections.ts';
import { inTransaction } from '../../../infra/database/database.ts';
import type { Logger } from '../../../infra/logging/log.ts';
import { WEBHOOK_LIMITS } from '../limits.ts';
import type { FinishedAttempt } from './attempts-store.ts';
import { recordAttempts } from './record-attempts.ts';

/** Results of attempts are gathered for this long, and then written together. */
const DELIVERY_GATHER_MS = 20;

/** Most results that are written with one transaction. */
const DELIVERY_RESULTS_AT_ONCE_MAX = 500;

export interface AttemptWriterOptions {
  readonly sql: Sql;
  readonly log: Logger;
  readonly now: () => Date;
  /** Returns whether the process ends: then it does not wait for a database that is away. */
  readonly isStopping: () => boolean;
}

export interface AttemptWriter {
  /** Queues a result for writing. `onSettled` is called when it is written, or when another process owns it. */
  add(attempt: FinishedAttempt, onSettled: () => void): void;
  /** Resolves when everything has been written. */
  drain(): Promise<void>;
}

/** Pause before results are written again when the database was away. */
const WRITE_PAUSE_MS = 500;

interface Unwritten {
  readonly attempt: FinishedAttempt;
  onSettled(): void;
}

/** Makes one. */
export function createAttemptWriter(options: AttemptWriterOptions): AttemptWriter {
  const { sql, log, now, isStopping } = options;
  const finished: Unwritten[] = [];
  let gathering: NodeJS.Timeout | undefined;
  let writing: Promise<void> | null = null;

  async function writeBatch(): Promise<void> {
    const batch = finished.splice(0, DELIVERY_RESULTS_AT_ONCE_MAX);
    try {
      const attempts = batch.map(({ attempt }) => attempt);
      await inTransaction(sql, (inner) => recordAttempts(inner, attempts));
      for (const { onSettled } of batch) onSettled();
    } catch (error) {
      log.warn({ err: error, attempts: batch.length }, 'Results of deliveries could not be written yet');
      // An unwritten attempt is repeated by this process or another.
      if (isStopping()) return;
      for (const unwritten of batch) {
        if (isLeased(unwritten.attempt, now())) finished.push(unwritten);
        else unwritten.onSettled();
      }
      await sleep(WRITE_PAUSE_MS);
    }
  }

  function write(): Promise<void> {
    clearTimeout(gathering);
    gathering = undefined;
    writing ??= writeBatch().finally(() => {
      writing = null;
      schedule();
    });
    return writing;
  }

  function schedule(): void {
    if (writing === null && finished.length > 0) gathering ??= setTimeout(write, DELIVERY_GATHER_MS);
  }

  return {
    add(attempt, onSettled) {
      finished.push({ attempt, onSettled });
      schedule();
    },
    async drain() {
      while (writing !== null || finished.length > 0) await write();
    },
  };
}

function isLeased({ startedAt }: FinishedAttempt, now: Date): boolean {
  return now.getTime() - startedAt.getTime() < WEBHOOK_LIMITS.deliveryLeaseMs;
}

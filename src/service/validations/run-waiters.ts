/**
 * Calls that wait for running validations. A core that changes one notifies its own waiters at once, and polls for the
 * changes of other cores with one query per organisation with waiters. Unlike LISTEN, this needs no connection of its own
 * that could be lost unnoticed.
 */

import type { ValidationStatus } from '../../contract/lists/validation-status.ts';
import { untilAborted } from '../../infra/async/abort.ts';
import { beyondTeams } from '../../infra/async/narrowing.ts';
import type { Semaphore } from '../../infra/async/semaphore.ts';
import type { Sql } from '../../infra/database/connections.ts';
import { withOrganisation } from '../../infra/database/database.ts';
import type { TenantTransaction } from '../../infra/database/transaction.ts';

/** Interval at which a core polls changes by other cores to validations that callers wait for. */
const RUN_LOOK_MS = 500;

/** A validation of a file or a project, and the state of it that the waiter knows. */
export interface Awaited {
  readonly orgId: string;
  readonly id: string;
  readonly status: ValidationStatus;
}

/** `changed`: look again. `late`: the time is over. `closing`: this core stops. `full`: too many wait already. */
export type WaitEnd = 'changed' | 'late' | 'closing' | 'full';

export interface RunWaiters {
  /** Resolves when the state is perhaps not the known one any more. Rejects when the signal is aborted. */
  wait(known: Awaited, timeMsMax: number, signal: AbortSignal): Promise<WaitEnd>;
  /** Notifies the waiters of a validation that this core has changed. */
  changed(id: string): void;
  /** Ends all waits, and rejects later ones. */
  close(): void;
}

interface Waiter {
  readonly known: Awaited;
  end(how: WaitEnd): void;
}

/** Reads the statuses of the given runs of an organisation that exist. */
export type ListStatuses = (
  sql: TenantTransaction,
  ids: readonly string[],
) => Promise<readonly Pick<Awaited, 'id' | 'status'>[]>;

/**
 * Creates the waiters of a core for one kind of runs. `permits` limits the calls that wait, and several kinds may share
 * it; `onError` is called with the error of a failed poll, which the next one follows.
 */
export function createRunWaiters(
  sql: Sql,
  listStatuses: ListStatuses,
  permits: Semaphore,
  onError: (error: unknown) => void,
): RunWaiters {
  const waiters = new Set<Waiter>();
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  async function look(): Promise<void> {
    for (const [orgId, group] of Map.groupBy(waiters, ({ known }) => known.orgId)) {
      const ids = [...new Set(group.map(({ known }) => known.id))];
      // Each waiter has been shown its run before.
      const rows = await beyondTeams(() => withOrganisation(sql, orgId, (inner) => listStatuses(inner, ids)));
      const statuses = new Map(rows.map(({ id, status }) => [id, status]));
      for (const waiter of group) {
        if (statuses.get(waiter.known.id) !== waiter.known.status) waiter.end('changed');
      }
    }
  }

  function lookLater(): void {
    if (timer !== undefined || closed || waiters.size === 0) return;
    timer = setTimeout(async () => {
      await look().catch(onError);
      timer = undefined;
      lookLater();
    }, RUN_LOOK_MS).unref();
  }

  return {
    async wait(known, timeMsMax, signal) {
      if (closed) return 'closing';
      signal.throwIfAborted();
      const leave = permits.tryTake(known.orgId);
      if (leave === null) return 'full';
      const { promise, resolve } = Promise.withResolvers<WaitEnd>();
      const waiter = { known, end: resolve };
      const overdue = setTimeout(() => resolve('late'), timeMsMax);
      waiters.add(waiter);
      lookLater();
      try {
        return await untilAborted(promise, signal);
      } finally {
        waiters.delete(waiter);
        leave();
        clearTimeout(overdue);
      }
    },
    changed(id) {
      for (const waiter of waiters) if (waiter.known.id === id) waiter.end('changed');
    },
    close() {
      closed = true;
      clearTimeout(timer);
      for (const waiter of waiters) waiter.end('closing');
    },
  };
}

/**
 * Reads of lists, limited in time and per organisation. One with many rows then leaves the database to the others.
 */
import postgres from 'postgres';
import { AppError, allTaken } from '../../errors.ts';
import { createSemaphore, type Semaphore } from '../async/semaphore.ts';
import type { Sql } from './connections.ts';
import { withOrganisation } from './database.ts';
import type { TenantTransaction } from './transaction.ts';

/** Time of a statement that reads a list. */
export const LIST_READ_MS_MAX = 2_000;

/** Lists of an organisation that one core reads at once … */
export const LIST_READS_AT_ONCE_MAX = 3;

/** … and that may wait for their turn. */
export const LIST_READS_WAITING_MAX = 12;

/** SQLSTATE of a cancelled statement, here one that took too long. */
const STOPPED = '57014';

const semaphores = new WeakMap<Sql, Semaphore>();

/**
 * Runs a read of a list in a transaction of the organisation. Further reads of the organisation wait for their turn.
 * @throws AppError `query_timeout`, `concurrency_limited`
 */
export async function readList<Result>(
  sql: Sql,
  orgId: string,
  work: (transaction: TenantTransaction) => Promise<Result>,
): Promise<Result> {
  const semaphore =
    semaphores.get(sql) ??
    createSemaphore({ perKey: LIST_READS_AT_ONCE_MAX, waiting: LIST_READS_WAITING_MAX });
  semaphores.set(sql, semaphore);
  const release = await semaphore.take(orgId);
  if (release === null) throw allTaken('Too many lists of this organisation are being read.');
  try {
    return await withOrganisation(sql, orgId, (transaction) => withTimeout(transaction, work));
  } catch (error) {
    throw isStopped(error) ? tooSlow(error) : error;
  } finally {
    release();
  }
}

/** Sends the timeout together with the first statement of the work. */
async function withTimeout<Result>(
  transaction: TenantTransaction,
  work: (transaction: TenantTransaction) => Promise<Result>,
): Promise<Result> {
  const set =
    transaction`select set_config('statement_timeout', ${String(LIST_READ_MS_MAX)}, true)`.execute();
  const [result] = await Promise.all([work(transaction), set]);
  return result;
}

function isStopped(error: unknown): boolean {
  const cause = error instanceof AppError ? error.cause : error;
  return cause instanceof postgres.PostgresError && cause.code === STOPPED;
}

function tooSlow(cause: unknown): AppError {
  return new AppError(
    'query_timeout',
    `The list took longer than ${LIST_READ_MS_MAX / 1000} seconds to read, as few of very many entries match these filters together. Give a time with them, or one filter alone.`,
    {},
    { cause },
  );
}

/** Load shedding: rejects calls while too many wait for a database connection. */
import { allTaken } from '../../errors.ts';
import type { Sql } from './connections.ts';

/** Transactions of one core that may wait for a connection; with more it takes no new calls. */
export const DATABASE_WAITING_MAX = 100;

/** Admits a call. @throws AppError `concurrency_limited` */
export type RequireRoom = () => void;

/**
 * Creates the check. It measures load by the transactions that wait for a connection, as nearly every call needs one.
 */
export function createLoadShedding(sql: Pick<Sql, 'load'>): RequireRoom {
  return () => {
    if (sql.load().waiting < DATABASE_WAITING_MAX) return;
    throw allTaken('Too many requests are being answered at the moment.');
  };
}

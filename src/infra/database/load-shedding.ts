/** Load shedding: rejects calls while too many wait for a database connection. */
import { allTaken } from '../../errors.ts';
import { INFRA_LIMITS } from '../limits.ts';
import type { Sql } from './connections.ts';

/** Admits a call. @throws AppError `concurrency_limited` */
export type RequireRoom = () => void;

/**
 * Creates the check. It measures load by the transactions that wait for a connection, as nearly every call needs one.
 */
export function createRoomCheck(sql: Pick<Sql, 'load'>): RequireRoom {
  return () => {
    if (sql.load().waiting < INFRA_LIMITS.databaseWaitingMax) return;
    throw allTaken('Too many requests are being answered at the moment.');
  };
}

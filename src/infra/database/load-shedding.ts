/** When the core takes no more calls: they would only wait with those that wait for the database already. */
import { allTaken } from '../../errors.ts';
import { LIMITS } from '../../limits.ts';
import type { Sql } from './connections.ts';

/** Lets a call begin, or not. @throws AppError `concurrency_limited` */
export type RequireRoom = () => void;

/** Measures how busy the core is by the transactions that wait for a connection: nearly every call needs one. */
export function createRoomCheck(sql: Pick<Sql, 'load'>): RequireRoom {
  return () => {
    if (sql.load().waiting < LIMITS.databaseWaitingMax) return;
    throw allTaken('Too many requests are being answered at the moment.');
  };
}

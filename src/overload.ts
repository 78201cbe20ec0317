/** When the core takes no more calls: they would only wait with those that wait for the database already. */
import { AppError } from './errors.ts';
import { LIMITS } from './limits.ts';
import type { Sql } from './store/connections.ts';

/** Lets a call begin, or not. @throws AppError `concurrency_limited` */
export type RequireRoom = () => void;

/** Measures how busy the core is by the transactions that wait for a connection: nearly every call needs one. */
export function createRoomCheck(sql: Pick<Sql, 'load'>): RequireRoom {
  return () => {
    if (sql.load().waiting < LIMITS.databaseWaitingMax) return;
    const message = 'Too many requests are being answered at the moment. Try again in a second.';
    throw new AppError('concurrency_limited', message, { retryAfterSeconds: '1' });
  };
}

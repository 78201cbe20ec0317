/** Position in the feed: its key, which is as fine as the clock of the database. */
import { AppError } from '../../../errors.ts';
import type { Fragment, TenantTransaction } from '../../../infra/database/transaction.ts';
import { isUuid } from '../../../infra/database/uuid-v7.ts';

/** Key of an entry: when its row was made, and its id. */
export interface FeedPosition {
  /** Microseconds since 1970. */
  readonly micros: number;
  readonly id: string;
}

/** Writes the microseconds of the column `run.created_at`; they fit a double. */
export function microsOf(sql: TenantTransaction): Fragment {
  return sql`(extract(epoch from run.created_at) * 1000000)::float8`;
}

/** Writes the moment of a position. */
export function momentOf(sql: TenantTransaction, { micros }: Pick<FeedPosition, 'micros'>): Fragment {
  return sql`(timestamptz 'epoch' + ${micros}::float8 * interval '1 microsecond')`;
}

/** Returns whether the first is newer. */
export function isNewer(a: FeedPosition, b: FeedPosition): boolean {
  return a.micros > b.micros || (a.micros === b.micros && a.id > b.id);
}

/** Encodes a position as a cursor. */
export function writePosition({ micros, id }: FeedPosition): string {
  return Buffer.from(`${micros}/${id}`).toString('base64url');
}

/** Decodes a cursor. @throws AppError `invalid_cursor` */
export function readPosition(cursor: string): FeedPosition {
  const [digits = '', id = ''] = Buffer.from(cursor, 'base64url').toString('latin1').split('/');
  if (/^\d{1,16}$/.test(digits) && isUuid(id)) return { micros: Number(digits), id };
  const message = 'The cursor is not one that this service gave out. Start again without it.';
  throw new AppError('invalid_cursor', message);
}

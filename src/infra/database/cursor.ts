/** Where a page of a list begins: behind a time and an id, as a text that callers hand back unread. */
import { AppError } from '../../errors.ts';

/** The last entry of a page that is sorted by time and id. */
export interface Position {
  /** In whole milliseconds: what is sorted by must not be finer. */
  readonly time: Date;
  readonly id: string;
}

/** The cursor of the page behind this entry. */
export function writeCursor({ time, id }: Position): string {
  return Buffer.from(`${time.getTime()}/${id}`).toString('base64url');
}

/** What a cursor says; `isId` tells whether a text can be an id of the list. Throws `invalid_cursor`. */
export function readCursor(cursor: string, isId: (text: string) => boolean): Position {
  const [digits, id] = Buffer.from(cursor, 'base64url').toString('latin1').split('/');
  const known = digits !== undefined && /^\d{1,15}$/.test(digits) && id !== undefined && isId(id);
  const time = new Date(Number(digits));
  // Postgres does not read the years beyond as JavaScript writes them.
  if (known && time.getUTCFullYear() <= 9999) return { time, id };
  throw new AppError(
    'invalid_cursor',
    'The cursor is not one that this service gave out. Start again without it.',
  );
}

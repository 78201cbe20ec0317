/** Cursor of a paged list: a time and an id, as an opaque text. */
import { AppError } from '../../errors.ts';

/** Last entry of a page that is sorted by time and id. */
export interface CursorPosition {
  /** In whole milliseconds: the sort key must not be finer. */
  readonly time: Date;
  readonly id: string;
}

/** Encodes the cursor of the page after this entry. */
export function writeCursor({ time, id }: CursorPosition): string {
  return Buffer.from(`${time.getTime()}/${id}`).toString('base64url');
}

/** Decodes a cursor; `isId` returns whether a text can be an id of the list. @throws AppError `invalid_cursor` */
export function readCursor(cursor: string, isId: (text: string) => boolean): CursorPosition {
  const [digits, id] = Buffer.from(cursor, 'base64url').toString('latin1').split('/');
  const known = digits !== undefined && /^\d{1,15}$/.test(digits) && id !== undefined && isId(id);
  const time = new Date(Number(digits));
  // JavaScript writes later years in a format that Postgres does not read.
  if (known && time.getUTCFullYear() <= 9999) return { time, id };
  throw new AppError(
    'invalid_cursor',
    'The cursor is not one that this service gave out. Start again without it.',
  );
}

/** Pages of lists of the estate. */
import { AppError } from '../../../errors.ts';

/** Position and size of a page. `cursor` is the `nextCursor` of the page before; null: the first page. */
export interface Paging {
  readonly cursor: string | null;
  readonly pageSize: number;
}

/** A page, and the cursor of the next one; null on the last. */
export interface ListPage<Item> {
  readonly items: readonly Item[];
  readonly nextCursor: string | null;
}

/** Builds a page of the rows, of which one more was read than the page holds. */
export function toListPage<Row>(
  rows: readonly Row[],
  pageSize: number,
  positionOf: (last: Row) => readonly (string | number)[],
): ListPage<Row> {
  const items = rows.slice(0, pageSize);
  const last = items.at(-1);
  const isMore = rows.length > pageSize && last !== undefined;
  return { items, nextCursor: isMore ? Buffer.from(positionOf(last).join('/')).toString('base64url') : null };
}

/** A UUID inside the form of a position. */
export const UUID_FORM = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

/**
 * Reads the position behind a cursor by the named groups of its form; undefined: the first page.
 * @throws AppError `invalid_cursor`
 */
export function readListPosition(
  cursor: string | null,
  form: RegExp,
): Readonly<Record<string, string>> | undefined {
  if (cursor === null) return undefined;
  const groups = form.exec(Buffer.from(cursor, 'base64url').toString('latin1'))?.groups;
  if (groups !== undefined) return groups;
  throw new AppError(
    'invalid_cursor',
    'The cursor is not one that this service gave out. Start again without it.',
  );
}

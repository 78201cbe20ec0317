/** Exports: the whole of a list with its filters, as one file. */

import { GATEWAY_LIMITS } from '../limits.ts';
import type { ExportFormat, ListPage } from './exported-list.ts';
import type { PageRequest } from './paging.ts';
import type { Answer } from './route.ts';

/** Types of exports that `Accept` can select. */
export const EXPORT_TYPES = {
  'text/csv': 'The whole list as a table: names in the first line, then a line for each entry.',
} as const;

/** Headers of the answer of an exported list. */
export const EXPORT_HEADERS = {
  'Content-Disposition': 'Of an export: the name of the file.',
} as const;

/** Reads a page of the list behind a cursor. */
type ReadPage = (paging: PageRequest) => Promise<ListPage>;

/** Returns the format that the request selects; null: a page in JSON. */
export function exportFormat(format: ExportFormat | undefined, wantedType: string): ExportFormat | null {
  return format ?? (wantedType === 'text/csv' ? 'csv' : null);
}

/** Query of an exported list. */
interface ExportQuery {
  readonly cursor?: string | undefined;
}

/** Returns the answer with the whole list, from the cursor on, as a file. Rejects with the error of the first page. */
export async function exportAnswer(
  format: ExportFormat,
  name: string,
  { cursor = '' }: ExportQuery,
  readPage: ReadPage,
): Promise<Answer> {
  const read = (from: string) => readPage({ cursor: from, pageSize: GATEWAY_LIMITS.exportPageRows });
  const pages = pagesFrom(await read(cursor), read);
  const headers = { 'Content-Disposition': `attachment; filename="${name}.${format}"` };
  return { status: 200, headers, export: { format, pages } };
}

async function* pagesFrom(first: ListPage, read: (cursor: string) => Promise<ListPage>) {
  const { exportRowsMax, exportPageRows } = GATEWAY_LIMITS;
  let page = first;
  yield page;
  for (let count = 1; page.nextCursor !== '' && count < exportRowsMax / exportPageRows; count += 1) {
    page = await read(page.nextCursor);
    yield page;
  }
}

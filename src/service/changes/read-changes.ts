/** The use cases of changes: list them, read one, its runs and its findings. */
import { AppError } from '../../errors.ts';
import { readList } from '../../infra/database/bounded-read.ts';
import type { Sql } from '../../infra/database/connections.ts';
import type { TenantTransaction } from '../../infra/database/transaction.ts';
import type { ListPage, Paging } from '../results/estate/paging.ts';
import type { FeedEntry } from '../results/feed/feed-entry.ts';
import type { ChangeRecord } from './change.ts';
import { type ChangeFinding, listChangeFindings, listChangeRuns } from './change-runs-store.ts';
import { type ChangeFilters, findChange, findPreviousChange, listChanges } from './changes-store.ts';

/** A change with the one before it. */
export interface ChangeDetails extends ChangeRecord {
  readonly previousId: string | undefined;
}

/** Change of an organisation. */
export interface ChangeKey {
  readonly orgId: string;
  readonly id: string;
}

/** Reads one page of the changes. @throws AppError `invalid_cursor`, `query_timeout` */
export function readChanges(
  sql: Sql,
  orgId: string,
  filters: ChangeFilters,
  paging: Paging,
): Promise<ListPage<ChangeRecord>> {
  return readList(sql, orgId, (transaction) => listChanges(transaction, filters, paging));
}

/** Reads a change. @throws AppError `not_found`, `query_timeout` */
export function readChange(sql: Sql, { orgId, id }: ChangeKey): Promise<ChangeDetails> {
  return readList(sql, orgId, async (transaction) => {
    const change = await requireChange(transaction, id);
    return { ...change, previousId: await findPreviousChange(transaction, change) };
  });
}

/** Reads one page of the runs of a change. @throws AppError `not_found`, `invalid_cursor`, `query_timeout` */
export function readChangeRuns(
  sql: Sql,
  { orgId, id }: ChangeKey,
  request: { readonly replaced: boolean; readonly paging: Paging },
): Promise<ListPage<FeedEntry>> {
  return readList(sql, orgId, async (transaction) => {
    await requireChange(transaction, id);
    return listChangeRuns(transaction, id, request);
  });
}

/** Reads one page of what a change brings or resolves. @throws AppError `not_found`, `invalid_cursor`, `query_timeout` */
export function readChangeFindings(
  sql: Sql,
  { orgId, id }: ChangeKey,
  request: { readonly statuses: readonly ChangeFinding['status'][]; readonly paging: Paging },
): Promise<ListPage<ChangeFinding>> {
  return readList(sql, orgId, async (transaction) => {
    await requireChange(transaction, id);
    return listChangeFindings(transaction, id, request);
  });
}

async function requireChange(sql: TenantTransaction, id: string): Promise<ChangeRecord> {
  const change = await findChange(sql, id);
  if (change !== undefined) return change;
  throw new AppError('not_found', 'There is no change with this id in this organisation.');
}

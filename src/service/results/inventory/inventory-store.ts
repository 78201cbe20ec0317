/** Query of the inventory: the newest run of each workflow that touches something. */

import { inventoryKey } from '../../../analysis/inventory/inventory.ts';
import type { InventoryKind } from '../../../analysis/model/measures/inventory.ts';
import type { Metrics } from '../../../analysis/model/measures/metrics.ts';
import type { Platform } from '../../../analysis/model/platform.ts';
import { branchSpellings } from '../../../contract/ci-context.ts';
import { readList } from '../../../infra/database/bounded-read.ts';
import type { Sql } from '../../../infra/database/connections.ts';
import { readCursor, writeCursor } from '../../../infra/database/cursor.ts';
import { storableArray, storableText } from '../../../infra/database/postgres-text.ts';
import type { TenantTransaction } from '../../../infra/database/transaction.ts';
import { isUuid } from '../../../infra/database/uuid-v7.ts';

/** Name to find, and filters. */
export interface InventoryQuery {
  readonly kind: InventoryKind;
  readonly value: string;
  readonly repository: string | null;
  readonly branch: string | null;
}

/** A workflow file as its newest run saw it. */
export interface InventoryItem {
  readonly id: string;
  readonly filename: string;
  readonly platform: Platform;
  readonly repository: string | null;
  readonly branch: string | null;
  readonly passed: boolean;
  readonly score: number;
  readonly validatedAt: Date;
  /** Number of places in the file. */
  readonly places: number;
  readonly metrics: Metrics;
}

/** A page, and the cursor of the next one; null on the last. */
export interface InventoryPage {
  readonly items: readonly InventoryItem[];
  readonly nextCursor: string | null;
}

/** Position and size of a page. `cursor` is the `nextCursor` of the page before. */
export interface InventoryPaging {
  readonly cursor: string | null;
  readonly pageSize: number;
}

/** Reads one page of an organisation's inventory, newest run first. @throws AppError `invalid_cursor`, `query_timeout` */
export async function readInventory(
  sql: Sql,
  orgId: string,
  query: InventoryQuery,
  paging: InventoryPaging,
): Promise<InventoryPage> {
  return readList(sql, orgId, (transaction) => listInventory(transaction, query, paging));
}

/**
 * Reads one page. Row-level security lets no index look into JSON, so the query takes the newest run of each workflow
 * from the index of predecessors, and reads those runs.
 */
async function listInventory(
  sql: TenantTransaction,
  { kind, value, repository, branch }: InventoryQuery,
  { cursor, pageSize }: InventoryPaging,
): Promise<InventoryPage> {
  const after = cursor === null ? null : readCursor(cursor, isUuid);
  const key = storableText(inventoryKey(kind, value));
  const rows = await sql<InventoryItem[]>`
    select run.id, run.filename, run.platform, run.repository, run.branch, run.passed, run.score, run.validated_at,
      (run.inventory -> ${key}::text)::integer as places, run.metrics
    from (
      select distinct on (run_key, has_path) id
      from validations
      where org_id = ${sql.orgId} and validated_at is not null
      order by run_key, has_path, validated_at desc, id desc
    ) as newest
    join validations as run on run.org_id = ${sql.orgId} and run.id = newest.id
    where run.inventory ? ${key}::text
      ${repository === null ? sql`` : sql`and run.repository = ${storableText(repository)}`}
      ${branch === null ? sql`` : sql`and run.branch = any(${storableArray(branchSpellings(branch))}::text[])`}
      ${after === null ? sql`` : sql`and (run.validated_at, run.id) < (${after.time}, ${after.id}::uuid)`}
    order by run.validated_at desc, run.id desc
    limit ${pageSize + 1}`;
  const items = rows.slice(0, pageSize);
  const last = items.at(-1);
  const isMore = rows.length > pageSize && last !== undefined;
  return { items, nextCursor: isMore ? writeCursor({ time: last.validatedAt, id: last.id }) : null };
}

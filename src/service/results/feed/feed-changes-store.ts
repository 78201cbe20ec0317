/** Changes of the feed, as the triggers of its tables record them. */

import { storableArray } from '../../../infra/database/postgres-text.ts';
import type { TenantTransaction, Transaction } from '../../../infra/database/transaction.ts';
import { HOUR_MS } from '../../../units.ts';
import { entryColumns, progressOf } from './feed-columns.ts';
import { tableOf } from './feed-conditions.ts';
import type { FeedEntry, FeedKind } from './feed-entry.ts';

/** Time that changes of the feed are stored for streams that resume. */
const FEED_CHANGES_MS_MAX = HOUR_MS;

/** A change of a run or an exception. */
export interface FeedChange {
  /** Microseconds since 1970 by the clock of the database, and a number: the key of the change. */
  readonly micros: number;
  readonly number: number;
  readonly kind: FeedKind | 'exception';
  readonly subjectId: string;
  readonly change: 'queued' | 'started' | 'ended' | 'requested' | 'decided';
}

/** Exception that has changed. */
export interface ChangedException {
  readonly id: string;
  readonly ruleId: string;
  readonly fileName: string;
  readonly severity: string;
  readonly decision: 'pending' | 'approved' | 'rejected' | 'revoked';
  readonly expiresAt: Date;
}

/** Returns the clock of the database, in microseconds since 1970. */
export async function readFeedClock(sql: Transaction): Promise<number> {
  const [row] = await sql<{ micros: number }[]>`
    select (extract(epoch from clock_timestamp()) * 1000000)::float8 as micros`;
  return row?.micros ?? 0;
}

/** Lists up to `rows` changes since a moment, in their order. */
export async function listFeedChanges(
  sql: TenantTransaction,
  sinceMicros: number,
  rows: number,
): Promise<readonly FeedChange[]> {
  return sql<FeedChange[]>`
    select (extract(epoch from at) * 1000000)::float8 as micros, number::float8 as number, kind, subject_id, change
    from feed_changes
    where org_id = ${sql.orgId} and at > timestamptz 'epoch' + ${sinceMicros}::float8 * interval '1 microsecond'
    order by at, number limit ${rows}`;
}

/** Lists the entries with these ids. */
export async function listChangedEntries(
  sql: TenantTransaction,
  kind: FeedKind,
  ids: readonly string[],
): Promise<readonly FeedEntry[]> {
  if (ids.length === 0) return [];
  return sql<FeedEntry[]>`
    select ${entryColumns(sql, kind)} from ${tableOf(sql, kind)} as run ${progressOf(sql, kind)}
    where run.org_id = ${sql.orgId} and run.id = any(${storableArray(ids)}::text[]::uuid[])`;
}

/** Lists the exceptions with these ids. */
export async function listChangedExceptions(
  sql: TenantTransaction,
  ids: readonly string[],
): Promise<readonly ChangedException[]> {
  if (ids.length === 0) return [];
  return sql<ChangedException[]>`
    select id, rule_id, file_name, severity, decision, expires_at from exceptions
    where org_id = ${sql.orgId} and id = any(${storableArray(ids)}::text[]::uuid[])`;
}

/** Deletes up to `rows` changes that no stream reads any more. Needs the owner's connection. Returns how many. */
export async function deleteOldChanges(sql: Transaction, rows: number): Promise<number> {
  const deleted = await sql`
    delete from feed_changes
    where (org_id, at, number) in (
      select org_id, at, number from feed_changes
      where at < now() - ${FEED_CHANGES_MS_MAX} * interval '1 millisecond'
      limit ${rows}
    )`;
  return deleted.count;
}

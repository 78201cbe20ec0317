/** Partitions of old results that have become small. Over the owner's connection only. */
import type { Transaction } from '../../../infra/database/transaction.ts';

/** Days of a month whose results move before its partition is rewritten, unless it is past as a whole. */
const REWRITE_DAYS_MIN = 7;

/**
 * Lists the partitions, oldest first, of which enough results of before the moment have moved since they were rewritten: all of the
 * month, or those of some days. Months to which rows may still come are left out, and those with a run that has not ended, as its
 * row will change.
 */
export async function listWastefulPartitions(sql: Transaction, before: Date): Promise<readonly string[]> {
  const rows = await sql<{ name: string }[]>`
    select name from (
      select relname as name, (first_day + interval '1 month') at time zone 'utc' as beyond,
        coalesce(substring(obj_description(oid) from 'before (.*)$')::timestamptz, first_day at time zone 'utc') as known_to
      from pg_inherits join pg_class on pg_class.oid = inhrelid
      cross join lateral (select to_date(right(relname, 7), 'YYYY_MM')::timestamp as first_day) as month
      where inhparent = 'validations'::regclass and relname ~ '^validations_[0-9]{4}_[0-9]{2}$'
    ) as month
    where beyond < now() - interval '1 day' and known_to < beyond
      and ${before}::timestamptz >= least(beyond, known_to + ${REWRITE_DAYS_MIN} * interval '24 hours')
    order by name`;
  const wasteful: string[] = [];
  for (const { name } of rows) {
    const [row] = await sql<[{ isWasteful: boolean }]>`
      select exists (select from ${sql(name)} where body_id is not null)
        and not exists (select from ${sql(name)} where status in ('queued', 'running')) as is_wasteful`;
    if (row.isWasteful) wasteful.push(name);
  }
  return wasteful;
}

/**
 * Rewrites a partition whose results of before the moment have moved. Returns false when others read it without end, so that it
 * stays as it is.
 */
export async function rewritePartition(sql: Transaction, name: string, before: Date): Promise<boolean> {
  const [row] = await sql<[{ isRewritten: boolean }]>`
    select rewrite_validation_partition(${name}, ${before}) as is_rewritten`;
  return row.isRewritten;
}

/** Partitions of old results that have become small. Over the owner's connection only. */
import type { Transaction } from '../../infra/database/transaction.ts';

/** Lists the partitions, oldest first, that end before the moment, have moved results, and were not rewritten since. */
export async function listWastefulPartitions(sql: Transaction, before: Date): Promise<readonly string[]> {
  const month = before.toISOString().slice(0, 7).replace('-', '_');
  const rows = await sql<{ name: string }[]>`
    select relname as name
    from pg_inherits join pg_class on pg_class.oid = inhrelid
    where inhparent = 'validations'::regclass and relname ~ '^validations_[0-9]{4}_[0-9]{2}$'
      and relname < ${`validations_${month}`} and obj_description(pg_class.oid) is null
    order by relname`;
  const wasteful: string[] = [];
  for (const { name } of rows) {
    const [moved] = await sql`select from ${sql(name)} where body_id is not null limit 1`;
    if (moved !== undefined) wasteful.push(name);
  }
  return wasteful;
}

/** Rewrites a partition. Returns false when others read it without end, so that it stays as it is. */
export async function rewritePartition(sql: Transaction, name: string): Promise<boolean> {
  const [row] = await sql<[{ isRewritten: boolean }]>`
    select rewrite_validation_partition(${name}) as is_rewritten`;
  return row.isRewritten;
}

/** Reach of the partitions of tables. Over the owner's connection only. */
import { storableJson } from '../../infra/database/postgres-text.ts';
import type { Transaction } from '../../infra/database/transaction.ts';
import { PARTITION_DAYS } from './partition-days.ts';
import type { PartitionedTable } from './retention-store.ts';

/** Partitions of a table. */
export interface PartitionState {
  readonly table: PartitionedTable;
  /** Time until the newest one ends; later rows go to the default one. */
  readonly aheadSeconds: number;
  /** Time since the oldest one should have been dropped, by the clock of retention; 0: none should. */
  readonly overdueSeconds: number;
}

/** Reads the state of each partitioned table. */
export async function readPartitionStates(sql: Transaction): Promise<readonly PartitionState[]> {
  return sql<PartitionState[]>`
    select kept.key as table, coalesce(extract(epoch from max(ends_at) - now()), 0)::float8 as ahead_seconds,
      greatest(0, extract(epoch from reached_at - kept.value::int * interval '1 day' - min(ends_at)))::float8 as overdue_seconds
    from json_each_text(${storableJson(PARTITION_DAYS)}::text::json) as kept
    cross join retention_clock
    left join (
      -- UUIDv7 begin with their time in milliseconds.
      select inhparent, to_timestamp(
        ('x' || lpad(substr(replace(partition_end(inhrelid)::text, '-', ''), 1, 12), 16, '0'))::bit(64)::bigint / 1000.0
      ) as ends_at
      from pg_inherits
    ) as partitions on inhparent = kept.key::regclass
    group by kept.key, kept.value, reached_at`;
}

/** Deletion of old rows and partitions. Needs the owner's connection, for all organisations. */

import { limitLockTime } from '../../infra/database/concurrent-index.ts';
import type { Transaction } from '../../infra/database/transaction.ts';
import { uuidV7Floor } from '../../infra/database/uuid-v7.ts';
import { INFRA_LIMITS } from '../../infra/limits.ts';

/** Tables whose rows go with the partition of their month or day. */
export type PartitionedTable = 'validations' | 'events' | 'deliveries' | 'delivery_attempts';

/**
 * Lists the partitions of a table that end before the moment, the oldest first. Those with something that is still to be
 * delivered stay.
 */
export async function listPartitionsBefore(
  sql: Transaction,
  table: PartitionedTable,
  moment: Date,
): Promise<readonly string[]> {
  const rows = await sql<{ name: string }[]>`
    select relname as name
    from pg_inherits join pg_class on pg_class.oid = inhrelid
    where inhparent = ${table}::regclass and partition_end(inhrelid) <= ${uuidV7Floor(moment)}
      and (${table} = 'validations' or not exists (select from delivery_queue where id < partition_end(inhrelid)))
    order by partition_end(inhrelid)`;
  return rows.map(({ name }) => name);
}

/** Drops a partition. Of a partition of validations, it releases the files that were not analysed. */
export async function dropPartition(sql: Transaction, table: PartitionedTable, name: string): Promise<void> {
  await limitLockTime(sql, INFRA_LIMITS.migrationLockMsMax);
  if (table === 'validations') {
    await sql`
      update blobs set state = 'released' from ${sql(name)} as dropped
      where dropped.status in ('queued', 'running') and blobs.org_id = dropped.org_id and blobs.id = dropped.blob_id`;
  }
  await sql`drop table ${sql(name)}`;
}

/** Deletes up to `rows` validations that were submitted before the moment and have no partition of their month. Returns how many. */
export async function deleteValidationsBefore(sql: Transaction, moment: Date, rows: number): Promise<number> {
  return deleteValidations(
    sql,
    sql`select org_id, id from validations_default where id < ${uuidV7Floor(moment)} limit ${rows}`,
  );
}

/** Deletes up to `rows` validations past the retention of their organisation. Returns how many. */
export async function deleteValidationsPastOwnRetention(
  sql: Transaction,
  now: Date,
  rows: number,
): Promise<number> {
  return deleteValidations(
    sql,
    sql`
      select validations.org_id, validations.id
      from organisation_settings
      join validations on validations.org_id = organisation_settings.org_id
        and validations.id < uuid_v7_floor(${now}::timestamptz - retention_days * interval '24 hours')
      where retention_days is not null
      limit ${rows}`,
  );
}

/** Deletes these validations and releases the files that were not analysed. Returns their number. */
async function deleteValidations(sql: Transaction, these: ReturnType<Transaction>): Promise<number> {
  const [row] = await sql<{ deleted: number }[]>`
    with deleted as (
      delete from validations where (org_id, id) in (${these}) returning org_id, blob_id
    ), released as (
      update blobs set state = 'released' from deleted
      where blobs.org_id = deleted.org_id and blobs.id = deleted.blob_id
    )
    select count(*)::int as deleted from deleted`;
  return row?.deleted ?? 0;
}

/** Deletes up to `rows` workflows, with their findings, whose run was submitted before the moment. Returns how many. */
export async function deleteWorkflowsBefore(sql: Transaction, moment: Date, rows: number): Promise<number> {
  return deleteWorkflows(
    sql,
    sql`
      select old.* from organisations cross join lateral (
        select org_id, id from workflows
        where org_id = organisations.id and validation_id < ${uuidV7Floor(moment)} limit ${rows} for update
      ) as old
      limit ${rows}`,
  );
}

/** Deletes up to `rows` workflows, with their findings, whose run is past the retention of the organisation. */
export async function deleteWorkflowsPastOwnRetention(
  sql: Transaction,
  now: Date,
  rows: number,
): Promise<number> {
  return deleteWorkflows(
    sql,
    sql`
      select workflows.org_id, workflows.id
      from organisation_settings
      join workflows on workflows.org_id = organisation_settings.org_id
        and workflows.validation_id < uuid_v7_floor(${now}::timestamptz - retention_days * interval '24 hours')
      where retention_days is not null
      limit ${rows} for update of workflows`,
  );
}

/** Deletes these, which have to be locked: a run that ends meanwhile makes its workflow anew. */
async function deleteWorkflows(sql: Transaction, these: ReturnType<Transaction>): Promise<number> {
  const [row] = await sql<{ deleted: number }[]>`
    with old as materialized (${these}),
    findings as (delete from open_findings using old where open_findings.org_id = old.org_id and workflow_id = old.id),
    deleted as (delete from workflows using old where workflows.org_id = old.org_id and workflows.id = old.id returning 1)
    select count(*)::int as deleted from deleted`;
  return row?.deleted ?? 0;
}

/** Deletes up to `rows` ended projects past the retention of their organisation, which is `daysMax` at most. */
export async function deleteProjectsPastRetention(
  sql: Transaction,
  now: Date,
  daysMax: number,
  rows: number,
): Promise<number> {
  const result = await sql`
    delete from projects
    where (org_id, id) in (
      select old.*
      from organisations left join organisation_settings on organisation_settings.org_id = organisations.id
      cross join lateral (
        select org_id, id from projects
        where org_id = organisations.id and status in ('completed', 'failed') and id < uuid_v7_floor(
          ${now}::timestamptz - least(coalesce(retention_days, ${daysMax}), ${daysMax}) * interval '24 hours')
        limit ${rows}
      ) as old
      limit ${rows}
    )`;
  return result.count;
}

/** Deletes up to `rows` events of before the moment that have no partition of their day. Returns how many. */
export async function deleteEventsBefore(sql: Transaction, moment: Date, rows: number): Promise<number> {
  const result = await sql`
    delete from events_default
    where (org_id, id) in (select org_id, id from events_default where id < ${uuidV7Floor(moment)} limit ${rows})`;
  return result.count;
}

/**
 * Deletes up to `rows` events past the retention of their organisation; those that are still to be delivered stay.
 * Returns how many.
 */
export async function deleteEventsPastOwnRetention(
  sql: Transaction,
  now: Date,
  rows: number,
): Promise<number> {
  const result = await sql`
    delete from events
    where (org_id, id) in (
      select events.org_id, events.id
      from organisation_settings
      join events on events.org_id = organisation_settings.org_id
        and events.id < uuid_v7_floor(${now}::timestamptz - retention_days * interval '24 hours')
      where retention_days is not null and not exists (
        select from delivery_queue where delivery_queue.org_id = events.org_id and event_id = events.id
      )
      limit ${rows}
    )`;
  return result.count;
}

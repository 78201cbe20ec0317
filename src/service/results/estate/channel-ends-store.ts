/** Update of the ends of channels: those of the run that each workflow shows. */
import { limitLockTime } from '../../../infra/database/concurrent-index.ts';
import { storableArray } from '../../../infra/database/postgres-text.ts';
import {
  type Fragment,
  sendWithCommit,
  type TenantTransaction,
  type Transaction,
} from '../../../infra/database/transaction.ts';
import { INFRA_LIMITS } from '../../../infra/limits.ts';

/**
 * Lets no one switch channels off until the transaction ends, so that none are stored behind that. Before the workflows
 * are locked: a change of the settings locks in this order, too.
 */
export function holdChannelSetting(sql: TenantTransaction): void {
  sendWithCommit(sql, sql`select from organisation_settings where org_id = ${sql.orgId} for key share`);
}

/** Writes a list of texts of a stored end; those that nothing is known of have none. */
const textsOf = (sql: TenantTransaction, member: string): Fragment => sql`
  array(select jsonb_array_elements_text(coalesce(stored -> ${member}::text, '[]')))`;

/** Replaces the ends of those of the runs that their workflows show now. */
export function replaceChannelEnds(sql: TenantTransaction, ids: Fragment): void {
  sendWithCommit(
    sql,
    sql`
    with run as materialized (
      select workflows.id as workflow_id, validation_id from workflows
      join organisation_settings as settings on settings.org_id = ${sql.orgId} and settings.keep_channels
      where workflows.org_id = ${sql.orgId} and validation_id = any(${ids})
    ), found as materialized (
      select distinct on (kind, platform, key, workflow_id, is_writer)
        stored ->> 'kind' as kind, coalesce(stored ->> 'platform', '') as platform, stored ->> 'key' as key, workflow_id,
        (stored ->> 'isWriter')::boolean as is_writer, stored ->> 'name' as name, stored ->> 'host' as host, is_proven,
        ${textsOf(sql, 'families')} as families, ${textsOf(sql, 'sinks')} as sinks, ${textsOf(sql, 'places')} as places
      from run
      cross join lateral (
        select channels, coalesce((pipeline ->> 'isProven')::boolean, false) as is_proven
        from validations where org_id = ${sql.orgId} and id = run.validation_id limit 1
      ) as result
      cross join jsonb_array_elements(coalesce(result.channels, '[]')) as stored
      order by kind, platform, key, workflow_id, is_writer
    ), gone as (
      delete from channel_ends as old using run
      where old.org_id = ${sql.orgId} and old.workflow_id = run.workflow_id and not exists (
        select from found
        where (found.kind, found.platform, found.key, found.workflow_id, found.is_writer)
          = (old.kind, old.platform, old.key, old.workflow_id, old.is_writer)
      )
    )
    insert into channel_ends as old (
      org_id, kind, platform, key, workflow_id, is_writer, name, host, is_proven, families, sinks, places
    )
    select ${sql.orgId}, kind, platform, key, workflow_id, is_writer, name, host, is_proven, families, sinks, places from found
    where not exists (
      select from channel_ends as same
      where same.org_id = ${sql.orgId}
        and (same.kind, same.platform, same.key, same.workflow_id, same.is_writer, same.name, same.host, same.is_proven,
             same.families, same.sinks, same.places)
          = (found.kind, found.platform, found.key, found.workflow_id, found.is_writer, found.name, found.host,
             found.is_proven, found.families, found.sinks, found.places)
    )
    on conflict (org_id, kind, platform, key, workflow_id, is_writer) do update set
      name = excluded.name, host = excluded.host, is_proven = excluded.is_proven, families = excluded.families,
      sinks = excluded.sinks, places = excluded.places`,
  );
}

/**
 * Notes which channels these workflows write and read, to find those that join two workflows. Rows stay when ends go, until
 * `deleteUnusedChannels`, so concurrent runs can only add to them; all lock them in one order.
 */
export function noteChannels(sql: TenantTransaction, ids: Fragment): void {
  sendWithCommit(
    sql,
    sql`
    insert into channels as known (org_id, kind, platform, key, workflow_id, has_writer, has_reader, is_shared)
    select ${sql.orgId}, kind, platform, key, workflow_id, has_writer, has_reader, is_shared
    from (
      select kind, platform, key, min(workflow_id::text)::uuid as workflow_id, bool_or(is_writer) as has_writer,
        bool_or(not is_writer) as has_reader, min(workflow_id::text) <> max(workflow_id::text) as is_shared
      from channel_ends
      where org_id = ${sql.orgId} and workflow_id in (
        select id from workflows where org_id = ${sql.orgId} and validation_id = any(${ids})
      )
      group by kind, platform, key
    ) as used
    where not exists (
      select from channels as same
      where same.org_id = ${sql.orgId} and (same.kind, same.platform, same.key) = (used.kind, used.platform, used.key)
        and same.has_writer >= used.has_writer and same.has_reader >= used.has_reader
        and same.is_shared >= (used.is_shared or same.workflow_id <> used.workflow_id)
    )
    order by kind, platform, key
    on conflict (org_id, kind, platform, key) do update set
      has_writer = known.has_writer or excluded.has_writer,
      has_reader = known.has_reader or excluded.has_reader,
      is_shared = known.is_shared or excluded.is_shared or known.workflow_id <> excluded.workflow_id`,
  );
}

/** Deletes up to `rows` channels without an end, of all organisations. Needs the owner's connection. Returns how many. */
export async function deleteUnusedChannels(sql: Transaction, rows: number): Promise<number> {
  const unused = sql`
    not exists (
      select from channel_ends as ends
      where ends.org_id = channels.org_id and (ends.kind, ends.platform, ends.key) = (channels.kind, channels.platform, channels.key)
    )`;
  const found = await sql<{ place: string }[]>`
    select ctid::text as place from channels where ${unused} limit ${rows}`;
  if (found.length === 0) return 0;
  // A run that has added an end has perhaps relied on the row. The lock waits for such runs and holds later ones up.
  await limitLockTime(sql, INFRA_LIMITS.migrationLockMsMax);
  await sql`lock table channel_ends in share mode`;
  const deleted = await sql`
    delete from channels where ctid = any(${storableArray(found.map(({ place }) => place))}::text[]::tid[]) and ${unused}`;
  return deleted.count;
}

/** Deletes all ends of an organisation. */
export async function forgetChannels(sql: TenantTransaction): Promise<void> {
  await sql`delete from channels where org_id = ${sql.orgId}`;
  await sql`delete from channel_ends where org_id = ${sql.orgId}`;
}

/** Returns whether the organisation has switched channels on. */
export async function keepsChannels(sql: TenantTransaction): Promise<boolean> {
  const [row] = await sql<[{ isEnabled: boolean }?]>`
    select keep_channels is true as is_enabled from organisation_settings where org_id = ${sql.orgId}`;
  return row?.isEnabled === true;
}

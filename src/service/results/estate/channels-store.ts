/** Query of the channels between workflows: who puts data in, and who takes it out. */
import type { Family } from '../../../analysis/model/data-flow/family.ts';
import type { SinkKind } from '../../../analysis/model/data-flow/flow.ts';
import type { SharedChannel } from '../../../analysis/model/measures/channel-end.ts';
import type { Platform } from '../../../analysis/model/platform.ts';
import { storableText } from '../../../infra/database/postgres-text.ts';
import type { Fragment, TenantTransaction } from '../../../infra/database/transaction.ts';
import { type ListPage, type Paging, readListPosition, toListPage } from './paging.ts';

/** Workflows of one side of a channel that are listed. */
const SIDE_MAX = 20;

/** Number up to which the workflows of one side are counted: a channel may have tens of thousands. */
const SIDE_COUNTED_MAX = 1_000;

/** Filters of the channels; null does not filter. */
export interface ChannelFilters {
  readonly kind: SharedChannel | null;
  /** Part of the name, in any case. */
  readonly text: string | null;
  readonly workflowId: string | null;
  /** Only channels that one workflow writes and another one reads. */
  readonly isJoined: boolean;
}

/** A workflow that uses a channel, as the run that it shows saw it. */
export interface ChannelUser {
  readonly workflowId: string;
  readonly filename: string;
  readonly platform: Platform;
  readonly repository: string | null;
  readonly validationId: string;
  /** Classes of data that it puts in, or lets out at its sinks. */
  readonly data: readonly Family[];
  readonly sinks: readonly SinkKind[];
}

/** A channel, and the workflows on its two sides. */
export interface Channel {
  readonly kind: SharedChannel;
  /** '': that of no platform. */
  readonly platform: Platform | '';
  readonly key: string;
  readonly name: string;
  /** '': the name has none. */
  readonly host: string;
  readonly writerCount: number;
  readonly readerCount: number;
  readonly writers: readonly ChannelUser[];
  readonly readers: readonly ChannelUser[];
}

const POSITION = /^(?<kind>[a-z]{1,20})\/(?<platform>[a-z-]{0,40})\/(?<key>[\w-]{1,1200})$/;

/** Lists one page of the channels, by kind, platform and name. */
export async function listChannels(
  sql: TenantTransaction,
  { kind, text, workflowId, isJoined }: ChannelFilters,
  { cursor, pageSize }: Paging,
): Promise<ListPage<Channel>> {
  const after = readListPosition(cursor, POSITION);
  const key = after === undefined ? '' : storableText(Buffer.from(after.key!, 'base64url').toString());
  const ofEnds =
    text === null ? sql`` : sql`and position(lower(${storableText(text)}::text) in lower(name)) > 0`;
  const ofChannels = (table: Fragment): Fragment => sql`
    ${kind === null ? sql`` : sql`and ${table}.kind = ${kind}`}
    ${
      workflowId === null
        ? sql``
        : sql`and (${table}.kind, ${table}.platform, ${table}.key) in (
            select kind, platform, key from channel_ends
            where org_id = ${sql.orgId} and workflow_id = ${workflowId}::uuid
          )`
    }
    ${
      after === undefined
        ? sql``
        : sql`and (${table}.kind, ${table}.platform, ${table}.key)
            > (${after.kind!}::text, ${after.platform!}::text, ${key}::text)`
    }`;
  const joined = sql`
    select channels.kind, channels.platform, channels.key, name, host, writer_count, reader_count
    from channels
    cross join lateral (
      select ${sidesOf(sql)}, ${isShared(sql)} as is_shared
      from (${sideOf(sql, sql`channels`, true)} union all ${sideOf(sql, sql`channels`, false)}) as ends
    ) as used
    where channels.org_id = ${sql.orgId} and has_writer and has_reader and channels.is_shared
      and writer_count > 0 and reader_count > 0 and used.is_shared ${ofChannels(sql`channels`)}
    order by channels.kind, channels.platform, channels.key`;
  // A name is searched in all ends: channels with it may be few.
  const grouped = sql`
    select channel_ends.kind, channel_ends.platform, key, ${sidesOf(sql)}
    from ${countedEnds(sql)} ${ofEnds} ${ofChannels(sql`channel_ends`)}
    group by channel_ends.kind, channel_ends.platform, key
    ${isJoined ? sql`having bool_or(is_writer) and bool_or(not is_writer) and ${isShared(sql)}` : sql``}
    order by channel_ends.kind, channel_ends.platform, key`;
  const rows = await sql<Channel[]>`
    with listed as materialized (${isJoined && text === null ? joined : grouped} limit ${pageSize + 1})
    select listed.*, ${usersOf(sql, true)} as writers, ${usersOf(sql, false)} as readers
    from listed
    order by kind, platform, key`;
  return toListPage(rows, pageSize, (last) => [
    last.kind,
    last.platform,
    Buffer.from(last.key).toString('base64url'),
  ]);
}

/** Writes what the list says of the ends of a channel. */
const sidesOf = (sql: TenantTransaction): Fragment => sql`
  min(name collate "C") as name, max(host) as host,
  least(count(*) filter (where is_writer), ${SIDE_COUNTED_MAX})::int as writer_count,
  least(count(*) filter (where not is_writer), ${SIDE_COUNTED_MAX})::int as reader_count`;

/** Writes the condition that more than one workflow has an end of a channel. */
const isShared = (sql: TenantTransaction): Fragment => sql`min(workflow_id::text) <> max(workflow_id::text)`;

/** Writes the ends of runs that count: on a default branch, without a branch, or with a proven repository. */
const countedEnds = (sql: TenantTransaction): Fragment => sql`
  channel_ends join workflows on workflows.org_id = ${sql.orgId} and workflows.id = workflow_id
  where channel_ends.org_id = ${sql.orgId} and (is_on_default_branch or is_proven)`;

/** Writes the ends of one side of a channel, up to the number that is counted. Their workflows are looked up one by one. */
const sideOf = (sql: TenantTransaction, channel: Fragment, isWriter: boolean): Fragment => sql`(
  select name, host, is_writer, workflow_id, filename, workflow.platform, repository, validation_id, families, sinks
  from channel_ends as ends
  cross join lateral (
    select * from workflows where workflows.org_id = ${sql.orgId} and workflows.id = ends.workflow_id limit 1
  ) as workflow
  where ends.org_id = ${sql.orgId} and ends.kind = ${channel}.kind and ends.platform = ${channel}.platform
    and ends.key = ${channel}.key and is_writer = ${isWriter} and (is_on_default_branch or is_proven)
  limit ${SIDE_COUNTED_MAX}
)`;

/** Writes the workflows of one side of a listed channel. */
const usersOf = (sql: TenantTransaction, isWriter: boolean): Fragment => sql`
  coalesce((
    select json_agg(json_build_object(
      'workflowId', workflow_id, 'filename', filename, 'platform', platform, 'repository', repository,
      'validationId', validation_id, 'data', families, 'sinks', sinks
    )) from (
      select * from ${sideOf(sql, sql`listed`, isWriter)} as ends
      order by filename, workflow_id
      limit ${SIDE_MAX}
    ) as side
  ), '[]')`;

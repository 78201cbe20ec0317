/** Queries about data of other projects: which of a file's crossings count, as a workflow elsewhere puts such data in. */

import type { Finding } from '../../../analysis/model/finding.ts';
import type { Crossing } from '../../../analysis/model/measures/crossing.ts';
import type { Platform } from '../../../analysis/model/platform.ts';
import { storableJson, storableText } from '../../../infra/database/postgres-text.ts';
import type { Fragment, TenantTransaction } from '../../../infra/database/transaction.ts';

/** Writers of a channel, in other projects and with such data, that are looked at: a queue may have tens of thousands. */
const WRITERS_MAX = 1_000;

/** Project of a file: workflows with another repository or platform are of another project. */
export interface OwnProject {
  readonly platform: Platform;
  readonly repository: string | null;
}

/** Returns the findings about data that other projects bring, as their newest counted runs have it. */
export async function findCrossings(
  sql: TenantTransaction,
  crossings: readonly Crossing[] | undefined,
  { platform, repository }: OwnProject,
): Promise<readonly Finding[]> {
  if (crossings === undefined || crossings.length === 0) return [];
  const sought = crossings.map(({ kind, platform, key, wanted }) => ({ kind, platform, key, wanted }));
  const rows = await sql<{ number: number }[]>`
    with sought as materialized (
      select number::int, crossing ->> 'kind' as kind, coalesce(crossing ->> 'platform', '') as platform,
        crossing ->> 'key' as key, crossing -> 'wanted' as wanted
      from jsonb_array_elements(${storableJson(sought)}::text::jsonb) with ordinality as listed (crossing, number)
    ), brought as materialized (
      select kind, platform, key, array_agg(place) as places
      from (select distinct kind, platform, key, ${platform}::text as own_platform from sought) as channel
      cross join lateral ${placesElsewhere(sql, repository)} as put
      group by kind, platform, key
    )
    select number from sought join brought using (kind, platform, key)
    where places && array(select jsonb_array_elements_text(wanted))
    order by number`;
  return rows.map(({ number }) => crossings[number - 1]!.finding);
}

/**
 * Writes the places in a `channel` that other projects fill, in runs that count: on a default branch, on none, or proven.
 * The workflows are looked up one by one, as Postgres would read all writers for each of many readers.
 */
const placesElsewhere = (sql: TenantTransaction, repository: string | null): Fragment => sql`(
  select distinct place from (
    select places from (
      select workflow_id, is_proven, places from channel_ends as ends
      where ends.org_id = ${sql.orgId} and ends.kind = channel.kind and ends.platform = channel.platform
        and ends.key = channel.key and is_writer and places <> '{}'
      order by workflow_id
    ) as writer
    cross join lateral (
      select from workflows as other
      where other.org_id = ${sql.orgId} and other.id = writer.workflow_id
        and (other.is_on_default_branch or writer.is_proven)
        and (other.repository is distinct from ${storableText(repository)}::text or other.platform <> channel.own_platform)
      limit 1
    ) as elsewhere
    limit ${WRITERS_MAX}
  ) as writer, unnest(places) as place
)`;

/**
 * Digests what other projects put into channels of a repository. Undefined when there is nothing, or the repository lets no data
 * out of them.
 */
export async function digestCrossings(
  sql: TenantTransaction,
  repository: string | null,
): Promise<string | undefined> {
  const [row] = await sql<[{ digest: string | null }]>`
    select md5(string_agg(distinct concat_ws(' ', kind, platform, key, place), chr(10))) as digest
    from (
      select distinct reader.kind, reader.platform, reader.key, own.platform as own_platform
      from channel_ends as reader
      join workflows as own on own.org_id = ${sql.orgId} and own.id = reader.workflow_id
      where reader.org_id = ${sql.orgId} and not reader.is_writer and reader.families <> '{}'
        and own.repository is not distinct from ${storableText(repository)}::text
    ) as channel
    cross join lateral ${placesElsewhere(sql, repository)} as put`;
  return row.digest ?? undefined;
}

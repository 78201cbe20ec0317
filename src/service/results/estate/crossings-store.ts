/** Queries about data of other projects: which of a file's crossings count, as a workflow elsewhere puts such data in. */

import type { Finding } from '../../../analysis/model/finding.ts';
import type { Crossing } from '../../../analysis/model/measures/crossing.ts';
import type { Platform } from '../../../analysis/model/platform.ts';
import { storableJson, storableText } from '../../../infra/database/postgres-text.ts';
import type { Fragment, TenantTransaction } from '../../../infra/database/transaction.ts';

/** Project of a file: workflows with another repository or platform are of another project. */
export interface OwnProject {
  readonly platform: Platform;
  readonly repository: string | null;
}

/** Returns the findings about data that other projects bring, as their newest counted runs have it. */
export async function findCrossings(
  sql: TenantTransaction,
  crossings: readonly Crossing[] | undefined,
  own: OwnProject,
): Promise<readonly Finding[]> {
  if (crossings === undefined || crossings.length === 0) return [];
  const sought = crossings.map(({ kind, platform, key, wanted }) => ({ kind, platform, key, wanted }));
  const rows = await sql<{ place: number }[]>`
    select place::int from jsonb_array_elements(${storableJson(sought)}::text::jsonb) with ordinality as listed (crossing, place)
    where exists (
      select from channel_ends as ends
      where ends.org_id = ${sql.orgId} and ends.kind = crossing ->> 'kind'
        and ends.platform = coalesce(crossing ->> 'platform', '') and ends.key = crossing ->> 'key'
        and ends.is_writer and ends.places <> '{}'
        and ends.places && array(select jsonb_array_elements_text(crossing -> 'wanted'))
        and ${isElsewhere(sql, own)}
    )
    order by place`;
  return rows.map(({ place }) => crossings[place - 1]!.finding);
}

/** Writes the condition that an end is one of a run that counts, in another project: on a default branch, on none, or proven. */
const isElsewhere = (sql: TenantTransaction, { platform, repository }: OwnProject): Fragment => sql`exists (
  select from workflows as other
  where other.org_id = ${sql.orgId} and other.id = ends.workflow_id and (other.is_on_default_branch or ends.is_proven)
    and (other.repository is distinct from ${storableText(repository)}::text or other.platform <> ${platform})
)`;

/**
 * Digests what other projects put into channels of a repository. Null when there is nothing, or the repository lets no data
 * out of them.
 */
export async function digestCrossings(
  sql: TenantTransaction,
  repository: string | null,
): Promise<string | null> {
  const [row] = await sql<[{ digest: string | null }]>`
    select md5(string_agg(distinct concat_ws(' ', ends.kind, ends.platform, ends.key, ends.places::text), chr(10))) as digest
    from channel_ends as reader
    join workflows as own on own.org_id = ${sql.orgId} and own.id = reader.workflow_id
    join channel_ends as ends on ends.org_id = ${sql.orgId} and (ends.kind, ends.platform, ends.key) = (reader.kind, reader.platform, reader.key)
      and ends.is_writer and ends.places <> '{}'
    where reader.org_id = ${sql.orgId} and not reader.is_writer and reader.families <> '{}'
      and own.repository is not distinct from ${storableText(repository)}::text
      and exists (
        select from workflows as other
        where other.org_id = ${sql.orgId} and other.id = ends.workflow_id and (other.is_on_default_branch or ends.is_proven)
          and (other.repository, other.platform) is distinct from (own.repository, own.platform)
      )`;
  return row.digest;
}

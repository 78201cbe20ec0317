/** Query of the runs of an organisation by day. */
import type { StatisticsGroup } from '../../../contract/lists/estate.ts';
import type { Fragment, TenantTransaction } from '../../../infra/database/transaction.ts';
import { LISTED_DIFF } from '../bodies/small-row.ts';

/** Time of the runs, and the fact that they are grouped by. */
export interface StatisticsQuery {
  /** Inclusive. */
  readonly from: Date;
  /** Exclusive. */
  readonly to: Date;
  /** Null: all runs together. */
  readonly group: StatisticsGroup | null;
}

/** The runs of one day in UTC. */
export interface StatisticsPoint {
  /** As 2026-03-02. */
  readonly day: string;
  readonly runs: number;
  /** Runs that would block. */
  readonly blocked: number;
  readonly meanScore: number;
  readonly newFindings: number;
  readonly resolvedFindings: number;
}

/** The days of one group; `key` is null for runs without a value, and when there are no groups. */
export interface StatisticsSeries {
  readonly key: string | null;
  readonly points: readonly StatisticsPoint[];
}

/** Counts the runs of each day that has some, in order. Reads the runs of the time in question, so bound it. */
export async function countRuns(
  sql: TenantTransaction,
  { from, to, group }: StatisticsQuery,
): Promise<readonly StatisticsSeries[]> {
  const rows = await sql<(StatisticsPoint & { readonly key: string | null })[]>`
    select ${keyOf(sql, group)} as key, to_char(validations.validated_at at time zone 'utc', 'YYYY-MM-DD') as day, count(*)::int as runs,
      (count(*) filter (where validations.would_block_count > 0))::int as blocked, round(avg(validations.score), 1)::float8 as mean_score,
      sum(${sql.unsafe(LISTED_DIFF.newFindings)})::int as new_findings,
      sum(${sql.unsafe(LISTED_DIFF.resolvedFindings)})::int as resolved_findings
    from validations
    ${ofWorkflow(sql, group)}
    where validations.org_id = ${sql.orgId} and status = 'completed' and validations.validated_at >= ${from}
      and validations.validated_at < ${to}
    group by key, day
    order by key, day`;
  const series = new Map<string | null, StatisticsPoint[]>();
  for (const { key, ...point } of rows) series.set(key, [...(series.get(key) ?? []), point]);
  return Array.from(series, ([key, points]) => ({ key, points }));
}

function keyOf(sql: TenantTransaction, group: StatisticsGroup | null): Fragment {
  const keys = {
    platform: sql`validations.platform`,
    source: sql`validations.source`,
    environment: sql`validations.environment`,
    owner: sql`(select name from teams where teams.org_id = workflow.org_id and teams.id = workflow.owner_team_id)`,
    criticality: sql`workflow.criticality`,
    data_class: sql`workflow.data_class`,
  } as const satisfies Record<StatisticsGroup, Fragment>;
  return group === null ? sql`null::text` : keys[group];
}

/** Joins the workflow that a run is of, where the group is a fact about it. */
function ofWorkflow(sql: TenantTransaction, group: StatisticsGroup | null): Fragment {
  if (group !== 'owner' && group !== 'criticality' && group !== 'data_class') return sql``;
  return sql`
    left join workflows as workflow on workflow.org_id = validations.org_id and workflow.id = workflow_id_of(
      validations.org_id, validations.platform, coalesce(validations.pipeline ->> 'pulledFrom', validations.repository, validations.pipeline ->> 'solutionName'),
      validations.filename)`;
}

/** Returns a hash of the names of the repositories that the caller sees. */
export async function hashRepositories(sql: TenantTransaction): Promise<string> {
  const [row] = await sql<[{ hash: string }]>`
    select md5(coalesce(json_agg(name order by name)::text, '')) as hash from repositories where org_id = ${sql.orgId}`;
  return row.hash;
}

/** Queries of the backlog: findings that were open on a day, and those that were fixed. */
import { type BacklogGroup, NO_OWNER } from '../../../contract/lists/estate.ts';
import { storableText } from '../../../infra/database/postgres-text.ts';
import type { Fragment, TenantTransaction } from '../../../infra/database/transaction.ts';
import { BACKLOG_LIMITS } from './limits.ts';

/** Time and workflows of a query; null does not filter. */
export interface BacklogQuery {
  /** Inclusive. */
  readonly from: Date;
  /** Exclusive. */
  readonly to: Date;
  readonly repository: string | null;
  /** Id of a team, or `NO_OWNER`. */
  readonly ownerTeamId: string | null;
}

/** Open findings by severity. */
interface OpenCounts {
  readonly critical: number;
  readonly high: number;
  readonly medium: number;
  readonly low: number;
}

/** Findings that were fixed. */
export interface FixedCounts {
  readonly fixed: number;
  /** Median of the days that they had been open; null when there are none. */
  readonly medianDaysToFix: number | null;
}

/** A day in UTC. */
export interface BacklogDay extends OpenCounts, FixedCounts {
  /** As 2026-03-02. */
  readonly day: string;
  /** False: open findings were not counted, so their numbers are 0. */
  readonly isCounted: boolean;
  /** Open for up to 7 days. */
  readonly withinWeek: number;
  /** Open for more than 7 and up to 30 days. */
  readonly withinMonth: number;
  /** Open for more than 30 and up to 90 days. */
  readonly withinQuarter: number;
  readonly older: number;
}

/** A repository or team on the last counted day, with what was fixed in the time. */
export interface BacklogGroupCounts extends OpenCounts, FixedCounts {
  /** Repository, or id of the team; null: none. */
  readonly key: string | null;
  /** Name of the team. */
  readonly name: string | null;
  readonly older: number;
}

/** Reads the days on which findings were counted or fixed, in order. */
export async function listBacklogDays(
  sql: TenantTransaction,
  query: BacklogQuery,
): Promise<readonly BacklogDay[]> {
  const ofAge = (age: number) => sql`coalesce(sum(open_count) filter (where age = ${age}), 0)::int`;
  return await sql<BacklogDay[]>`
    with counted as (
      select day, ${openCounts(sql)}, ${ofAge(0)} as within_week, ${ofAge(1)} as within_month,
        ${ofAge(2)} as within_quarter, ${ofAge(3)} as older
      from backlog_days where ${isOnDay(sql, query)} and (number = 0 or ${isMeant(sql, query)})
      group by day
    ), fixed as (
      select (fixed_at at time zone 'utc')::date as day, ${fixedCounts(sql)}
      from fixed_findings where ${isFixedIn(sql, query)} group by 1
    )
    select to_char(day, 'YYYY-MM-DD') as day, counted.day is not null as is_counted,
      coalesce(critical, 0) as critical, coalesce(high, 0) as high, coalesce(medium, 0) as medium, coalesce(low, 0) as low,
      coalesce(within_week, 0) as within_week, coalesce(within_month, 0) as within_month,
      coalesce(within_quarter, 0) as within_quarter, coalesce(older, 0) as older,
      coalesce(fixed, 0) as fixed, median_days_to_fix
    from counted full join fixed using (day)
    order by day`;
}

/** Counts what was fixed in the time. */
export async function countFixed(sql: TenantTransaction, query: BacklogQuery): Promise<FixedCounts> {
  const [row] = await sql<[FixedCounts]>`
    select ${fixedCounts(sql)} from fixed_findings where ${isFixedIn(sql, query)}`;
  return row;
}

/** Reads the groups on the last counted day, the worst first. */
export async function listBacklogGroups(
  sql: TenantTransaction,
  query: BacklogQuery,
  group: BacklogGroup,
): Promise<readonly BacklogGroupCounts[]> {
  const key = group === 'repository' ? sql`repository` : sql`owner_team_id::text`;
  return await sql<BacklogGroupCounts[]>`
    with last as (
      select max(day) as last_day from backlog_days where ${isOnDay(sql, query)} and number = 0
    ), counted as (
      select ${key} as key, ${openCounts(sql)},
        coalesce(sum(open_count) filter (where age = 3), 0)::int as older
      from last join backlog_days on org_id = ${sql.orgId} and day = last_day and number > 0 and ${isMeant(sql, query)}
      group by 1
    ), fixed as (
      select ${key} as key, ${fixedCounts(sql)} from fixed_findings where ${isFixedIn(sql, query)} group by 1
    ), joined as (
      select coalesce(counted.key, fixed.key) as key, coalesce(critical, 0) as critical, coalesce(high, 0) as high,
        coalesce(medium, 0) as medium, coalesce(low, 0) as low, coalesce(older, 0) as older, coalesce(fixed, 0) as fixed,
        median_days_to_fix
      from counted full join fixed on coalesce(fixed.key, '') = coalesce(counted.key, '')
    )
    select joined.*, teams.name from joined
    left join teams on ${group === 'owner'}::boolean and teams.org_id = ${sql.orgId} and teams.id::text = joined.key
    order by critical desc, high desc, medium desc, low desc, joined.key
    limit ${BACKLOG_LIMITS.groupsMax}`;
}

/** Days of a time: the first and the last one. */
function daysOf({ from, to }: BacklogQuery): readonly [string, string] {
  const dayOf = (moment: Date) => moment.toISOString().slice(0, 'YYYY-MM-DD'.length);
  return [dayOf(from), dayOf(new Date(to.getTime() - 1))];
}

function isOnDay(sql: TenantTransaction, query: BacklogQuery): Fragment {
  const [first, last] = daysOf(query);
  return sql`org_id = ${sql.orgId} and day between ${first}::date and ${last}::date`;
}

function isFixedIn(sql: TenantTransaction, query: BacklogQuery): Fragment {
  const [first] = daysOf(query);
  return sql`
    org_id = ${sql.orgId} and fixed_at >= ${first}::date::timestamp at time zone 'utc' and fixed_at < ${query.to}
    and ${isMeant(sql, query)}`;
}

function isMeant(sql: TenantTransaction, { repository, ownerTeamId }: BacklogQuery): Fragment {
  const owner =
    ownerTeamId === null
      ? sql`true`
      : ownerTeamId === NO_OWNER
        ? sql`owner_team_id is null`
        : sql`owner_team_id = ${ownerTeamId}`;
  return repository === null ? owner : sql`repository = ${storableText(repository)} and ${owner}`;
}

function openCounts(sql: TenantTransaction): Fragment {
  const of = (severity: number) =>
    sql`coalesce(sum(open_count) filter (where severity = ${severity}), 0)::int`;
  return sql`${of(4)} as critical, ${of(3)} as high, ${of(2)} as medium, ${of(1)} as low`;
}

function fixedCounts(sql: TenantTransaction): Fragment {
  return sql`
    count(*)::int as fixed,
    round((percentile_cont(0.5) within group (order by extract(epoch from fixed_at - since)) / 86400)::numeric, 1)::float8
      as median_days_to_fix`;
}

/** Findings of one result: filtered, grouped and counted in the database, which keeps them as one document. */
import { DIFF_STATUSES, type DiffStatus } from '../../../analysis/model/diff.ts';
import type { Finding } from '../../../analysis/model/finding.ts';
import { SEVERITIES } from '../../../analysis/model/rule.ts';
import { storableArray, storableText } from '../../../infra/database/postgres-text.ts';
import type { Fragment, TenantTransaction } from '../../../infra/database/transaction.ts';
import { bodyColumns } from '../bodies/read-bodies.ts';
import { type ResultHead, resultTable } from './result-head-store.ts';

/** Values that a facet of findings lists; further ones are counted together. */
const FINDING_FACET_VALUES_MAX = 20;

/** Change of a finding since the previous run. */
export type ResultChange = Exclude<DiffStatus, 'resolved'>;
export const FINDING_CHANGES = DIFF_STATUSES.filter((status) => status !== 'resolved');

/** Facets, each with the name of its filter. */
export const FINDING_FACETS = ['severity', 'category', 'ruleId', 'status', 'change', 'file'] as const;
export type FindingFacetName = (typeof FINDING_FACETS)[number];

/** Members that findings are grouped by. */
export const FINDING_GROUPS = ['rule', 'severity', 'category', 'file'] as const;
export type FindingGroupName = (typeof FINDING_GROUPS)[number];

/** Filters and order of findings. An absent list does not filter. */
export interface FindingsQuery {
  readonly filters: { readonly [Name in FindingFacetName]?: readonly string[] };
  /** A part of the location, the rule's title or the description, case ignored. */
  readonly q: string | null;
  /** Null: the order of the result. */
  readonly groupBy: FindingGroupName | null;
}

/** Finding, and what happened to it since the previous run; null at the first. */
export interface ListedFinding {
  readonly finding: Finding;
  readonly change: ResultChange | null;
}

/** Values of a filter with the findings that each would show. */
export interface FindingFacet {
  readonly name: FindingFacetName;
  readonly values: readonly {
    readonly value: string;
    readonly label: string | null;
    readonly count: number;
  }[];
  /** Findings with values that are not listed. */
  readonly othersCount: number;
}

export interface ResultFindingCounts {
  /** Findings that pass all filters. */
  readonly total: number;
  /** Findings of the result that are stored. */
  readonly listed: number;
  readonly facets: readonly FindingFacet[];
}

/** Lists findings of a result from a place in their order on. */
export async function listResultFindings(
  sql: TenantTransaction,
  head: ResultHead,
  query: FindingsQuery,
  { offset, rows }: { readonly offset: number; readonly rows: number },
): Promise<readonly ListedFinding[]> {
  const found = await withWhole(
    sql,
    head,
    sql`
      select number, change, row_number() over (order by ${orderBy(sql, query.groupBy)} number) as place
      from (select *, ${groupRank(sql, query.groupBy)} as group_rank from (${findingsOf(sql, head, query.q !== null)}) as listed where ${allOf(sql, query)}) as ranked
      order by place offset ${offset} limit ${rows}`,
  );
  return found.map(({ finding, change }) => ({ finding, change }));
}

/** Finds one finding of a result; undefined when it has none with this id. */
export async function findResultFinding(
  sql: TenantTransaction,
  head: ResultHead,
  findingId: string,
): Promise<ListedFinding | undefined> {
  const [row] = await withWhole(
    sql,
    head,
    sql`select number, change, 1 as place from (${findingsOf(sql, head, false)}) as listed where id = ${findingId} limit 1`,
  );
  return row;
}

/** Counts the findings of a result by the values of each filter. A facet ignores its own filter. */
export async function countResultFindings(
  sql: TenantTransaction,
  head: ResultHead,
  query: FindingsQuery,
): Promise<ResultFindingCounts> {
  const missed = FINDING_FACETS.flatMap((name) => {
    const condition = conditionOf(sql, name, query.filters[name]);
    return condition === undefined ? [] : [sql`, case when ${condition} then null else ${name}::text end`];
  }).reduce<Fragment>((before, one) => sql`${before}${one}`, sql``);
  const rows = await sql<CountRow[]>`
    -- Findings that are alike are counted as one row: of thousands there are a few kinds.
    with listed as materialized (
      select severity, category, rule_id, rule, status, change, file,
        array_remove(array[case when ${matches(sql, query.q)} then null else 'q' end::text${missed}], null) as missed,
        count(*) as number
      from (${findingsOf(sql, head, query.q !== null)}) as listed
      group by 1, 2, 3, 4, 5, 6, 7, 8
    ),
    facet as (
      select facet.name, facet.value, max(facet.label) as label, sum(number)::integer as count
      from listed cross join lateral (values
        ('severity', severity, null), ('category', category, null), ('ruleId', rule_id, rule), ('status', status, null),
        ('change', change, null), ('file', file, null)
      ) as facet (name, value, label)
      where facet.value is not null and (missed = '{}' or missed = array[facet.name])
      group by facet.name, facet.value
    ),
    ranked as (
      select *, row_number() over (partition by name order by count desc, value) as rank,
        sum(count) over (partition by name)::integer as all_count
      from facet
    )
    select name, value, label, count, all_count from ranked where rank <= ${FINDING_FACET_VALUES_MAX}
    union all
    select null, null, null, coalesce(sum(number) filter (where missed = '{}'), 0)::integer, coalesce(sum(number), 0)::integer
    from listed
    order by count desc, value`;
  const sums = rows.find(({ name }) => name === null);
  return {
    total: sums?.count ?? 0,
    listed: sums?.allCount ?? 0,
    facets: FINDING_FACETS.map((name) =>
      facetOf(
        name,
        rows.filter((row) => row.name === name),
      ),
    ),
  };
}

/** A value of a facet, and the findings of the facet in all. */
interface CountRow {
  readonly name: string | null;
  readonly value: string;
  readonly label: string | null;
  readonly count: number;
  readonly allCount: number;
}

function facetOf(name: FindingFacetName, rows: readonly CountRow[]): FindingFacet {
  const values = rows.map(({ value, label, count }) => ({ value, label, count }));
  const listed = values.reduce((sum, { count }) => sum + count, 0);
  return { name, values, othersCount: (rows[0]?.allCount ?? 0) - listed };
}

/**
 * Reads whole findings. Their document is unpacked once, and rows are chosen and sorted without it: it may have megabytes.
 * @param chosen rows with `number`, `change` and `place`, their order
 */
async function withWhole(
  sql: TenantTransaction,
  head: ResultHead,
  chosen: Fragment,
): Promise<readonly ListedFinding[]> {
  const { id, kind } = head;
  return sql<ListedFinding[]>`
    with chosen as materialized (${chosen})
    select found.finding, found.change
    from (
      select ${bodyColumns(sql, head).findings} || '[]' as findings from ${resultTable(sql, kind)} as run
      where org_id = ${sql.orgId} and id = ${id} offset 0
    ) as unpacked
    -- It refers to the document, which is therefore unpacked before it, and not for each of its rows.
    cross join lateral (
      select unpacked.findings -> (number - 1)::integer as finding, change, place from chosen offset 0
    ) as found
    order by found.place`;
}

/**
 * Writes the findings of a result as rows, without what only a whole finding has. Changes are stored by rule and location:
 * where several findings have both alike, all of them get the change of one.
 * @param isSearched true for a search in the descriptions, which most of the size of these rows would be
 */
function findingsOf(sql: TenantTransaction, head: ResultHead, isSearched: boolean): Fragment {
  const { id, kind, hasPrevious } = head;
  const table = resultTable(sql, kind);
  const body = bodyColumns(sql, head);
  const description = isSearched ? sql`, description text` : sql``;
  return sql`
    select element.ordinality as number, element.id, element.severity, element.category, element."ruleId" as rule_id, element.rule,
      element."exceptionStatus" as status, ${isSearched ? sql`element.description` : sql`null::text as description`}, place.location,
      case when jsonb_array_length(element.location -> 'names') > 1 then element.location #>> '{names,0}' end as file,
      ${hasPrevious ? sql`coalesce(change.status, 'unchanged')` : sql`null::text`} as change
    from ${table} as run
    cross join lateral rows from (
      jsonb_to_recordset(${body.findings}) as (
        id text, severity text, category text, "ruleId" text, rule text, "exceptionStatus" text, location jsonb${description}
      )
    ) with ordinality as element
    cross join lateral (
      select array_to_string(array(select jsonb_array_elements_text(element.location -> 'names')), ' › ') as location
    ) as place
    left join (
      select distinct on (1, 2) change ->> 'ruleId' as rule_id, change ->> 'location' as location, change ->> 'status' as status
      from ${table} as run cross join lateral jsonb_array_elements(${body.changes}) as change
      where run.org_id = ${sql.orgId} and run.id = ${id} and change ->> 'status' <> 'resolved'
      order by 1, 2
    ) as change on change.rule_id = element."ruleId" and change.location = place.location
    where run.org_id = ${sql.orgId} and run.id = ${id}`;
}

const COLUMNS = {
  severity: 'severity',
  category: 'category',
  ruleId: 'rule_id',
  status: 'status',
  change: 'change',
  file: 'file',
} as const satisfies Readonly<Record<FindingFacetName, string>>;

function conditionOf(
  sql: TenantTransaction,
  name: FindingFacetName,
  values: readonly string[] | undefined,
): Fragment | undefined {
  if (values === undefined) return undefined;
  return sql`${sql(COLUMNS[name])} = any(${storableArray(values)}::text[])`;
}

function allOf(sql: TenantTransaction, { filters, q }: FindingsQuery): Fragment {
  return FINDING_FACETS.flatMap((name) => conditionOf(sql, name, filters[name]) ?? []).reduce<Fragment>(
    (before, condition) => sql`${before} and ${condition}`,
    matches(sql, q),
  );
}

function matches(sql: TenantTransaction, q: string | null): Fragment {
  if (q === null) return sql`true`;
  const pattern = `%${storableText(q).replace(/[\\%_]/g, '\\$&')}%`;
  return sql`(location ilike ${pattern} or rule ilike ${pattern} or description ilike ${pattern})`;
}

const GROUP_COLUMNS = {
  rule: 'rule_id',
  severity: 'severity',
  category: 'category',
  file: 'file',
} as const satisfies Readonly<Record<FindingGroupName, string>>;

/** Writes the rank of a group: that of its most severe finding. */
function groupRank(sql: TenantTransaction, groupBy: FindingGroupName | null): Fragment {
  if (groupBy === null) return sql`1`;
  const rank = sql`array_position(${storableArray(SEVERITIES)}::text[], severity)`;
  return sql`min(${rank}) over (partition by ${sql(GROUP_COLUMNS[groupBy])})`;
}

/** Writes the order of groups, those with the most severe finding first. */
function orderBy(sql: TenantTransaction, groupBy: FindingGroupName | null): Fragment {
  return groupBy === null ? sql`` : sql`group_rank, ${sql(GROUP_COLUMNS[groupBy])} nulls last,`;
}

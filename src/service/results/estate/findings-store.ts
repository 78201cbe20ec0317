/** Queries of the current findings of all workflows of an organisation. */
import type { ExceptionStatus, Finding } from '../../../analysis/model/finding.ts';
import type { Platform } from '../../../analysis/model/platform.ts';
import type { Category, Severity } from '../../../analysis/model/rule.ts';
import {
  type CountKey,
  type FindingAssignment,
  type FindingStatus,
  NO_OWNER,
} from '../../../contract/lists/estate.ts';
import { storableArray, storableText } from '../../../infra/database/postgres-text.ts';
import type { Fragment, TenantTransaction, Transaction } from '../../../infra/database/transaction.ts';
import { movedFindings } from '../bodies/read-bodies.ts';
import { statusOfNow } from './finding-exceptions-store.ts';
import { type OwnerFilters, ownerConditions } from './owner-conditions.ts';
import { type ListPage, type Paging, readListPosition, toListPage, UUID_FORM } from './paging.ts';
import { sourceCondition } from './source-condition.ts';
import { ticketCondition } from './ticket-condition.ts';

/** Filters of the findings; null does not filter. */
export interface FindingFilters extends OwnerFilters {
  readonly severity: Severity | null;
  readonly category: Category | null;
  readonly ruleId: string | null;
  readonly platform: Platform | null;
  readonly repository: string | null;
  readonly workflowId: string | null;
  /** Source that the workflow was pulled from: a UUID. */
  readonly sourceId: string | null;
  /** Part of the path, the rule's id or its title, in any case. */
  readonly text: string | null;
  readonly status: FindingStatus;
  /** Inclusive; when a workflow had it first. */
  readonly since: Date | null;
  /** Exclusive; when a workflow had it first. */
  readonly before: Date | null;
  /** Rules of a control, which may have none; null: all rules. */
  readonly ruleIds: readonly string[] | null;
  readonly assigned: FindingAssignment | null;
  /** Key of a ticket, `any` or `none`. */
  readonly ticket: string | null;
  /** Subject of the person who reads, which `mine` means; null: a key, which has no findings of its own. */
  readonly reader: string | null;
}

/** A finding of a workflow. */
export interface EstateFinding {
  readonly findingId: string;
  readonly workflowId: string;
  readonly validationId: string;
  readonly filename: string;
  readonly platform: Platform;
  readonly repository: string | null;
  readonly branch: string | null;
  readonly since: Date;
  readonly finding: Finding;
  readonly assignedMemberId: string | null;
  readonly assignedTeamId: string | null;
  /** Name of the member or team. */
  readonly assignee: string | null;
  readonly dueAt: Date | null;
  readonly comment: string | null;
  readonly assignedBy: string | null;
  readonly assignedAt: Date | null;
  /** Key of its ticket, such as `ROBOTS-12`. */
  readonly ticket: string | null;
  readonly ticketUrl: string | null;
}

/** `finding` is null when the result has just been deleted, or its body is lost. */
type FindingRow = Omit<EstateFinding, 'finding'> & {
  readonly severityRank: number;
  /** Current exception; `finding` has that of the run. */
  readonly exceptionStatus: ExceptionStatus;
  readonly exceptionId: string | null;
  readonly finding: Finding | null;
};

/** Lists one page of the findings: the most severe first, of these the newest. */
export async function listOpenFindings(
  sql: TenantTransaction,
  filters: FindingFilters,
  { cursor, pageSize }: Paging,
): Promise<ListPage<EstateFinding>> {
  const after = readListPosition(cursor, POSITION);
  const page = sql`
      select open_findings.severity, open_findings.finding_id, open_findings.workflow_id, open_findings.since,
        workflows.validation_id, workflows.filename, workflows.platform, workflows.repository, workflows.branch,
        ${statusOfNow(sql)} as exception_status, open_findings.exception_id
      from ${matching(sql, filters)}
        ${
          after === undefined
            ? sql``
            : sql`and (open_findings.severity, open_findings.since, open_findings.workflow_id, open_findings.finding_id)
              < (${after.severity!}::smallint, ${new Date(Number(after.time))}, ${after.workflow!}::uuid, ${after.finding!}::uuid)`
        }
      order by ${ORDER(sql, 'open_findings')}
      limit ${pageSize + 1}`;
  const { moved } = await movedFindings(sql, sql`select distinct validation_id from (${page}) as page`);
  const rows = await sql<FindingRow[]>`
    with page as materialized (${page}), detail as materialized (
      -- Each result is unpacked once, however many of its findings are on the page.
      select run.validation_id, finding
      from (select distinct validation_id from page) as run
      cross join lateral (
        select findings from validations where org_id = ${sql.orgId} and id = run.validation_id limit 1
      ) as result
      left join ${moved} as moved (id, findings) on moved.id = run.validation_id
      cross join jsonb_array_elements(coalesce(moved.findings, result.findings)) as finding
    )
    select page.severity as severity_rank, page.finding_id, page.workflow_id, page.since, page.validation_id, page.filename,
      page.platform, page.repository, page.branch, page.exception_status, page.exception_id, detail.finding,
      assignment.member_id as assigned_member_id, assignment.team_id as assigned_team_id,
      coalesce(teams.name, member.name, member.email) as assignee, assignment.due_at, assignment.comment,
      assignment.assigned_by_name as assigned_by, assignment.assigned_at, ticket.key as ticket, ticket.url as ticket_url
    from page
    left join assignments as assignment on assignment.org_id = ${sql.orgId}
      and assignment.workflow_id = page.workflow_id and assignment.finding_id = page.finding_id
    left join teams on teams.org_id = ${sql.orgId} and teams.id = assignment.team_id
    left join organisation_members as member on member.org_id = ${sql.orgId} and member.id = assignment.member_id
    left join lateral (
      select key, url from tickets
      where tickets.org_id = ${sql.orgId} and tickets.workflow_id = page.workflow_id and tickets.finding_id = page.finding_id
        and key is not null and not is_lost
      order by target_id limit 1
    ) as ticket on true
    left join detail on detail.validation_id = page.validation_id and (detail.finding ->> 'id')::uuid = page.finding_id
    order by ${ORDER(sql, 'page')}`;
  const { items, nextCursor } = toListPage(rows, pageSize, (last) => [
    last.severityRank,
    last.since.getTime(),
    last.workflowId,
    last.findingId,
  ]);
  return {
    items: items.flatMap(({ finding, exceptionStatus, exceptionId, ...item }) =>
      finding === null
        ? []
        : [
            {
              ...item,
              finding: { ...finding, exceptionStatus, exceptionId: exceptionId ?? finding.exceptionId },
            },
          ],
    ),
    nextCursor,
  };
}

/** Findings with one value of what they are counted by. */
export interface FindingCount extends Readonly<Record<Severity, number>> {
  readonly key: string;
  /** Title of the rule or path of the workflow; null if the key is enough. */
  readonly name: string | null;
  readonly count: number;
  /** Workflows that have them. */
  readonly workflows: number;
}

/** Counts of the findings that match. */
export interface FindingCounts {
  readonly total: number;
  readonly workflows: number;
  /** The most critical findings first, then the most high ones, and so on. */
  readonly groups: readonly FindingCount[];
  /** False: there are more groups. */
  readonly isComplete: boolean;
}

/** Counts the findings, in `groupsMax` groups at most. */
export async function countFindings(
  sql: TenantTransaction,
  filters: FindingFilters,
  by: CountKey,
  groupsMax: number,
): Promise<FindingCounts> {
  const { key, name } = keyOf(sql, by);
  const worstFirst = sql`critical desc, high desc, medium desc, low desc`;
  const ofSeverity = (rank: number) => sql`(count(*) filter (where severity = ${rank}))::int`;
  const rows = await sql<(FindingCount & { readonly total: number; readonly workflowsTotal: number })[]>`
    with matching as materialized (
      select open_findings.workflow_id, open_findings.severity, ${key} as key, ${name} as name
      from ${matching(sql, filters)}
    ), everything as (
      select count(*)::int as total, count(distinct workflow_id)::int as workflows_total from matching
    ), groups as (
      select key, max(name) as name, count(*)::int as count, count(distinct workflow_id)::int as workflows,
        ${ofSeverity(4)} as critical, ${ofSeverity(3)} as high, ${ofSeverity(2)} as medium, ${ofSeverity(1)} as low
      from matching where key is not null group by key
      order by ${worstFirst}, key
      limit ${groupsMax + 1}
    )
    select groups.*, everything.* from everything left join groups on true
    order by ${worstFirst}, groups.key`;
  const groups = rows.flatMap(({ total: _total, workflowsTotal: _workflows, ...group }) =>
    group.key === null ? [] : [group],
  );
  const [{ total, workflowsTotal }] = rows as unknown as [(typeof rows)[number]];
  return {
    total,
    workflows: workflowsTotal,
    groups: groups.slice(0, groupsMax),
    isComplete: groups.length <= groupsMax,
  };
}

const POSITION = new RegExp(
  `^(?<severity>[1-4])/(?<time>\\d{1,13})/(?<workflow>${UUID_FORM})/(?<finding>${UUID_FORM})$`,
);

const ORDER = (sql: Transaction, table: string): Fragment =>
  sql.unsafe(
    ['severity', 'since', 'workflow_id', 'finding_id'].map((column) => `${table}.${column} desc`).join(', '),
  );

function keyOf(sql: Transaction, by: CountKey): { readonly key: Fragment; readonly name: Fragment } {
  const keys = {
    rule: [sql`open_findings.rule_id`, sql`open_findings.rule`],
    severity: [sql`(array['low', 'medium', 'high', 'critical'])[open_findings.severity]`, sql`null::text`],
    platform: [sql`open_findings.platform`, sql`null::text`],
    category: [sql`open_findings.category`, sql`null::text`],
    workflow: [sql`open_findings.workflow_id::text`, sql`workflows.filename`],
    repository: [sql`workflows.repository`, sql`null::text`],
    owner: [
      sql`coalesce(workflows.owner_team_id::text, ${NO_OWNER})`,
      sql`(select teams.name from teams where teams.org_id = workflows.org_id and teams.id = workflows.owner_team_id)`,
    ],
    criticality: [sql`coalesce(workflows.criticality, ${NO_OWNER})`, sql`null::text`],
    data_class: [sql`coalesce(workflows.data_class, ${NO_OWNER})`, sql`null::text`],
  } as const satisfies Record<CountKey, readonly [Fragment, Fragment]>;
  const [key, name] = keys[by];
  return { key, name };
}

const RANKS = { critical: 4, high: 3, medium: 2, low: 1 } as const satisfies Record<Severity, number>;

/** Writes the findings that match with their workflows, as the end of a FROM and a WHERE. */
function matching(sql: TenantTransaction, filters: FindingFilters): Fragment {
  const { severity, category, ruleId, ruleIds, platform, repository, workflowId, text, since, before } =
    filters;
  const sought = text === null ? null : sql`lower(${storableText(text)}::text)`;
  return sql`
    open_findings
    join workflows on workflows.org_id = ${sql.orgId} and workflows.id = open_findings.workflow_id
    where open_findings.org_id = ${sql.orgId}
      ${severity === null ? sql`` : sql`and open_findings.severity = ${RANKS[severity]}`}
      ${category === null ? sql`` : sql`and open_findings.category = ${category}`}
      ${ruleId === null ? sql`` : sql`and open_findings.rule_id = ${storableText(ruleId)}`}
      ${ruleIds === null ? sql`` : sql`and open_findings.rule_id = any(${storableArray(ruleIds)}::text[])`}
      ${platform === null ? sql`` : sql`and open_findings.platform = ${platform}`}
      ${repository === null ? sql`` : sql`and workflows.repository = ${storableText(repository)}`}
      ${workflowId === null ? sql`` : sql`and open_findings.workflow_id = ${workflowId}`}
      ${since === null ? sql`` : sql`and open_findings.since >= ${since}`}
      ${before === null ? sql`` : sql`and open_findings.since < ${before}`}
      ${statusCondition(sql, filters.status)}
      ${assignedCondition(sql, filters)}
      ${ticketCondition(sql, filters.ticket)}
      ${sourceCondition(sql, filters.sourceId)}
      ${ownerConditions(sql, filters)}
      ${
        sought === null
          ? sql``
          : sql`and (position(${sought} in lower(workflows.filename)) > 0
              or position(${sought} in lower(open_findings.rule)) > 0
              or position(${sought} in lower(open_findings.rule_id)) > 0)`
      }`;
}

function statusCondition(sql: TenantTransaction, status: FindingStatus): Fragment {
  const conditions = {
    open: sql`and ${statusOfNow(sql)} <> 'approved'`,
    pending: sql`and ${statusOfNow(sql)} = 'pending'`,
    waived: sql`and ${statusOfNow(sql)} = 'approved'`,
    all: sql``,
  } as const satisfies Record<FindingStatus, Fragment>;
  return conditions[status];
}

function assignedCondition(
  sql: TenantTransaction,
  { assigned, reader }: Pick<FindingFilters, 'assigned' | 'reader'>,
): Fragment {
  if (assigned === null) return sql``;
  const members = sql`(
    select id from organisation_members where org_id = ${sql.orgId} and subject = ${storableText(reader)})`;
  const toReader = sql`and (member_id in ${members} or team_id in (
    select team_id from team_members where org_id = ${sql.orgId} and member_id in ${members}))`;
  const toAnyone = sql`and (member_id is not null or team_id is not null)`;
  return sql`
    and ${assigned === 'none' ? sql`not` : sql``} exists (
      select from assignments
      where assignments.org_id = ${sql.orgId} and assignments.workflow_id = open_findings.workflow_id
        and assignments.finding_id = open_findings.finding_id ${assigned === 'mine' ? toReader : toAnyone})`;
}

/** Store of wanted tickets: compares them with the findings of the default branch, and opens new ones. */
import { CROSSING_RULE } from '../../../analysis/model/measures/crossing.ts';
import type { Severity } from '../../../analysis/model/rule.ts';
import { CONTRACT_LIMITS } from '../../../contract/limits.ts';
import { storableJson, storableText } from '../../../infra/database/postgres-text.ts';
import type { Fragment, TenantTransaction, Transaction } from '../../../infra/database/transaction.ts';
import { statusOfNow } from '../../results/estate/finding-exceptions-store.ts';
import type { TicketContent, TicketPolicy, TicketState } from '../ticket-target.ts';

/** Active target, as planning needs it. */
export interface PlannedTarget {
  readonly orgId: string;
  readonly id: string;
  readonly url: string;
  readonly project: string;
  readonly policy: TicketPolicy;
  readonly openMax: number;
}

/** Lists the active targets of all organisations. */
export async function listActiveTicketTargets(sql: Transaction): Promise<readonly PlannedTarget[]> {
  return sql<PlannedTarget[]>`
    select org_id, id, url, project, policy, open_max from ticket_targets where state = 'active' order by org_id, id`;
}

/** Returns whether the target is still active, and keeps it from changing until the transaction ends. */
export async function holdActiveTarget(sql: TenantTransaction, id: string): Promise<boolean> {
  const rows = await sql`
    select from ticket_targets where org_id = ${sql.orgId} and id = ${id} and state = 'active' for key share`;
  return rows.count > 0;
}

/** Ticket whose finding has another state or other words than the ticket. */
export interface MovedTicket {
  readonly workflowId: string;
  readonly findingId: string;
  readonly ruleId: string;
  readonly wanted: TicketState;
  /** `gone`: the newest run does not have the finding. */
  readonly state: 'open' | 'waived' | 'deleted' | 'gone';
  /** Content as of now; of a finding that is not there as it was. */
  readonly content: TicketContent;
  /** Newest run of the workflow; null: there is no such workflow. */
  readonly validationId: string | null;
}

/** Lists them. A workflow that shows another branch, or a list of findings that was cut short, changes no ticket. */
export async function listMovedTickets(
  sql: TenantTransaction,
  { id, baseUrl }: { readonly id: string; readonly baseUrl: string },
): Promise<readonly MovedTicket[]> {
  return await sql<MovedTicket[]>`
    with compared as (
      select ticket.workflow_id, ticket.finding_id, ticket.rule_id, ticket.wanted, workflows.validation_id,
        case
          when workflows.id is null then 'deleted'
          when not workflows.is_on_default_branch then null
          when open_findings.finding_id is null
            then case when workflows.total_count <= ${CONTRACT_LIMITS.findingsStoredMax} then 'gone' end
          when open_findings.exception_id is not null and ${statusOfNow(sql)} = 'approved' then 'waived'
          else 'open'
        end as state,
        ticket.content as known,
        case when open_findings.finding_id is null then ticket.content else ${contentOf(sql, baseUrl)} end as content
      from tickets as ticket
      left join workflows on workflows.org_id = ${sql.orgId} and workflows.id = ticket.workflow_id
      left join open_findings on open_findings.org_id = ${sql.orgId}
        and open_findings.workflow_id = ticket.workflow_id and open_findings.finding_id = ticket.finding_id
      where ticket.org_id = ${sql.orgId} and ticket.target_id = ${id}
    )
    select workflow_id, finding_id, rule_id, wanted, state, content, validation_id from compared
    where state is not null and not (state in ('gone', 'deleted') and wanted in ('fixed', 'deleted'))
      and (state <> wanted or content is distinct from known)
    order by workflow_id, finding_id`;
}

/** Ticket with what it should be. */
export type WantedTicket = Pick<MovedTicket, 'workflowId' | 'findingId' | 'wanted' | 'content'>;

/** Writes what tickets should be. */
export async function storeWanted(
  sql: TenantTransaction,
  targetId: string,
  tickets: readonly WantedTicket[],
): Promise<void> {
  if (tickets.length === 0) return;
  const rows = tickets.map(({ workflowId, findingId, wanted, content }) => ({
    workflow_id: workflowId,
    finding_id: findingId,
    wanted,
    content,
  }));
  await sql`
    update tickets set wanted = moved.wanted, content = moved.content, rule_id = moved.content ->> 'ruleId', due_at = now()
    from jsonb_to_recordset(${storableJson(rows)}::text::jsonb)
      as moved (workflow_id uuid, finding_id uuid, wanted text, content jsonb)
    where tickets.org_id = ${sql.orgId} and tickets.target_id = ${targetId}
      and tickets.workflow_id = moved.workflow_id and tickets.finding_id = moved.finding_id`;
}

const RANKS = { critical: 4, high: 3, medium: 2, low: 1 } as const satisfies Record<Severity, number>;

/** Opens tickets for findings that block and have none, the worst first, up to the limit of the target. Returns how many. */
export async function openTickets(
  sql: TenantTransaction,
  { id, url, project, policy, openMax }: PlannedTarget,
  baseUrl: string,
): Promise<number> {
  const { leastSeverity, ownerTeamId, environment, repository } = policy;
  const result = await sql`
    insert into tickets (org_id, target_id, workflow_id, finding_id, rule_id, external_id, wanted, content, due_at)
    select ${sql.orgId}, ${id}, open_findings.workflow_id, open_findings.finding_id, open_findings.rule_id,
      'flowarden-' || substr(encode(sha256(convert_to(jsonb_build_array(
        ${sql.orgId}::text, ${storableText(url)}::text, ${project}::text, open_findings.workflow_id, open_findings.finding_id
      )::text, 'UTF8')), 'hex'), 1, 32),
      'open', ${contentOf(sql, baseUrl)}, now()
    from open_findings
    join workflows on workflows.org_id = ${sql.orgId} and workflows.id = open_findings.workflow_id
    where open_findings.org_id = ${sql.orgId} and workflows.is_on_default_branch
      and open_findings.severity >= ${RANKS[leastSeverity]} and open_findings.rule_id <> ${CROSSING_RULE}
      and not (open_findings.exception_id is not null and ${statusOfNow(sql)} = 'approved')
      ${ownerTeamId === null ? sql`` : sql`and workflows.owner_team_id = ${ownerTeamId}`}
      ${environment === null ? sql`` : sql`and workflows.environment = ${storableText(environment)}`}
      ${repository === null ? sql`` : sql`and matches_glob(${storableText(repository)}, workflows.repository)`}
      and not exists (
        select from tickets as known
        where known.org_id = ${sql.orgId} and known.target_id = ${id}
          and known.workflow_id = open_findings.workflow_id and known.finding_id = open_findings.finding_id
      )
    order by open_findings.severity desc, open_findings.since, open_findings.workflow_id, open_findings.finding_id
    limit greatest(0, ${openMax} - (
      select count(*) from tickets as taken
      where taken.org_id = ${sql.orgId} and taken.target_id = ${id} and taken.wanted in ('open', 'rule_off') and not taken.is_lost
    ))
    on conflict do nothing`;
  return result.count;
}

/** Writes the content of a ticket for a row of `open_findings` and `workflows`. */
function contentOf(sql: Transaction, baseUrl: string): Fragment {
  return sql`
    jsonb_build_object(
      'severity', (array['low', 'medium', 'high', 'critical'])[open_findings.severity],
      'ruleId', open_findings.rule_id, 'rule', open_findings.rule, 'filename', workflows.filename,
      'repository', workflows.repository, 'branch', regexp_replace(workflows.branch, '^refs/heads/', ''),
      'environment', workflows.environment,
      'since', to_char(open_findings.since at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
      'link', ${storableText(baseUrl)}::text || '/findings?workflowId=' || open_findings.workflow_id || '&ruleId=' || open_findings.rule_id)`;
}

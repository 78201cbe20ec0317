/** Store of the assignments of findings. */
import { storableArray, storableText } from '../../infra/database/postgres-text.ts';
import type { TenantTransaction } from '../../infra/database/transaction.ts';

/** Identity of a finding: the same in all runs of its workflow. */
export interface FindingReference {
  readonly workflowId: string;
  readonly findingId: string;
}

/** Assignee, date and comment of a finding; null: none. Of member and team there is one at most. */
export interface AssignmentTerms {
  readonly memberId: string | null;
  readonly teamId: string | null;
  readonly dueAt: Date | null;
  readonly comment: string | null;
}

/** A finding with its current assignment. */
export interface AssignableFinding extends FindingReference, AssignmentTerms {
  readonly ruleId: string;
  readonly filename: string;
}

/** Holds the workflows of findings until the transaction ends, so that none is deleted meanwhile. */
export async function holdWorkflows(
  sql: TenantTransaction,
  findings: readonly FindingReference[],
): Promise<void> {
  await sql`
    select from workflows
    where org_id = ${sql.orgId} and id in (select workflow_id from ${references(sql, findings)} as wanted (workflow_id, finding_id))
    order by id for key share`;
}

/** Lists those of the findings that are in the newest runs of their workflows, with what is said about them. */
export async function listAssignable(
  sql: TenantTransaction,
  findings: readonly FindingReference[],
): Promise<readonly AssignableFinding[]> {
  return await sql<AssignableFinding[]>`
    select finding.workflow_id, finding.finding_id, finding.rule_id, workflows.filename,
      assignments.member_id, assignments.team_id, assignments.due_at, assignments.comment
    from ${references(sql, findings)} as wanted (workflow_id, finding_id)
    join open_findings as finding on finding.org_id = ${sql.orgId}
      and finding.workflow_id = wanted.workflow_id and finding.finding_id = wanted.finding_id
    join workflows on workflows.org_id = ${sql.orgId} and workflows.id = finding.workflow_id
    left join assignments on assignments.org_id = ${sql.orgId}
      and assignments.workflow_id = finding.workflow_id and assignments.finding_id = finding.finding_id
    order by finding.workflow_id, finding.finding_id`;
}

/** Returns the member with this id, else the one with this subject; undefined when there is none. It stays until the transaction ends. */
export async function holdMember(
  sql: TenantTransaction,
  { id, subject }: { readonly id: string | null; readonly subject: string | null },
): Promise<string | undefined> {
  const [row] = await sql<[{ id: string }?]>`
    select id from organisation_members
    where org_id = ${sql.orgId} and ${id === null ? sql`subject = ${storableText(subject)}` : sql`id = ${id}`}
    order by last_seen_at desc nulls last limit 1 for key share`;
  return row?.id;
}

/** Replaces the assignments of findings, which must exist. */
export async function replaceAssignments(
  sql: TenantTransaction,
  findings: readonly FindingReference[],
  { memberId, teamId, dueAt, comment }: AssignmentTerms,
  assignedByName: string,
): Promise<void> {
  await sql`
    insert into assignments (org_id, workflow_id, finding_id, member_id, team_id, due_at, comment, assigned_by_name)
    select ${sql.orgId}, workflow_id, finding_id, ${memberId}::uuid, ${teamId}::uuid, ${dueAt}::timestamptz,
      ${storableText(comment)}, ${storableText(assignedByName)}
    from ${references(sql, findings)} as wanted (workflow_id, finding_id)
    order by workflow_id, finding_id
    on conflict (org_id, workflow_id, finding_id) do update set
      member_id = excluded.member_id, team_id = excluded.team_id, due_at = excluded.due_at, comment = excluded.comment,
      assigned_by_name = excluded.assigned_by_name, assigned_at = now()`;
}

/** Deletes the assignments of findings. */
export async function deleteAssignments(
  sql: TenantTransaction,
  findings: readonly FindingReference[],
): Promise<void> {
  // In the order in which others replace them: a deletion by a join locks in any order.
  await sql`
    with locked as materialized (
      select workflow_id, finding_id from assignments
      where org_id = ${sql.orgId}
        and (workflow_id, finding_id) in (select * from ${references(sql, findings)} as wanted (workflow_id, finding_id))
      order by workflow_id, finding_id for update
    )
    delete from assignments using locked
    where assignments.org_id = ${sql.orgId} and assignments.workflow_id = locked.workflow_id
      and assignments.finding_id = locked.finding_id`;
}

function references(sql: TenantTransaction, findings: readonly FindingReference[]) {
  return sql`
    unnest(${storableArray(findings.map(({ workflowId }) => workflowId))}::text[]::uuid[],
           ${storableArray(findings.map(({ findingId }) => findingId))}::text[]::uuid[])`;
}

/** Current exception status of findings, even if no newer run exists. */
import type { ExceptionScope } from '../../../contract/exception.ts';
import { CONTRACT_LIMITS } from '../../../contract/limits.ts';
import type { Fragment, TenantTransaction } from '../../../infra/database/transaction.ts';

/** Writes the status of a row of `open_findings` at this moment. A note in the file waives without an exception. */
export function statusOfNow(sql: TenantTransaction): Fragment {
  return sql`
    case when open_findings.exception_id is null then open_findings.exception_status else coalesce((
      select case when decision in ('pending', 'approved') and expires_at <= now() then 'expired' else decision end
      from exceptions where exceptions.org_id = ${sql.orgId} and exceptions.id = open_findings.exception_id
    ), open_findings.exception_status) end`;
}

/** Exception for one finding of a run. */
export interface FindingException extends Pick<ExceptionScope, 'severity'> {
  readonly id: string;
  readonly validationId: string;
  readonly findingId: string;
  /** True: its finding is a group, whose places may be others in another run. */
  readonly isGroup: boolean;
}

/**
 * Gives the finding of a workflow an exception that was requested or approved after its run. One that is in force or waits
 * stays, unless this one is approved. Other findings that a pattern covers change with the next run.
 */
export async function attachException(
  sql: TenantTransaction,
  { id, validationId, findingId, severity, isGroup }: FindingException,
  isApproved: boolean,
): Promise<void> {
  await sql`
    update open_findings set exception_id = ${id}
    from workflows, (
      select workflow_id from validations as run
      cross join workflow_id_of(run.org_id, platform, coalesce(pipeline ->> 'pulledFrom', repository, pipeline ->> 'solutionName'), filename) as workflow_id
      where run.org_id = ${sql.orgId} and run.id = ${validationId} and status = 'completed'
    ) as place
    where open_findings.org_id = ${sql.orgId} and open_findings.workflow_id = place.workflow_id
      and finding_id = ${findingId} and severity <= severity_rank(${severity}::text)
      and workflows.org_id = ${sql.orgId} and workflows.id = place.workflow_id
      and (not ${isGroup}::boolean or workflows.validation_id = ${validationId})
      -- Where findings are left out of a result, none is waived.
      and workflows.total_count <= ${CONTRACT_LIMITS.findingsStoredMax}::integer
      and (${isApproved}::boolean or ${statusOfNow(sql)} not in ('pending', 'approved'))
      and (exception_id is not null or exception_status <> 'approved')`;
}

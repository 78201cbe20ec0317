/** Store of assignments: which policy pack holds for an environment, or for all others. */

import type { PolicyChoice } from '../../../contract/environment.ts';
import { storableText } from '../../../infra/database/postgres-text.ts';
import type { TenantTransaction } from '../../../infra/database/transaction.ts';

/** Assignment of a pack. */
export interface AssignmentRecord {
  /** Null: every run whose environment has no assignment of its own. */
  readonly environment: string | null;
  /** Null: that of the organisation, and without one the rulesets of environment and organisation hold. */
  readonly versionId: string | null;
  readonly slug: string | null;
  readonly version: string | null;
  /** Null: that of the pack. */
  readonly choice: PolicyChoice | null;
  readonly assignedByName: string;
  readonly updatedAt: Date;
}

/** Lists all assignments, that of the organisation first: there are few. */
export async function listAssignments(sql: TenantTransaction): Promise<readonly AssignmentRecord[]> {
  return sql<AssignmentRecord[]>`
    select nullif(environment, '') as environment, version_id, slug, version, choice, assigned_by_name, updated_at
    from policy_assignments as assignment
    left join policy_pack_versions as published
      on published.org_id = assignment.org_id and published.id = assignment.version_id
    where assignment.org_id = ${sql.orgId} order by assignment.environment`;
}

/** Stores the assignment of an environment, or of the organisation. */
export async function putAssignment(
  sql: TenantTransaction,
  {
    environment,
    versionId,
    choice,
    assignedByName,
  }: Pick<AssignmentRecord, 'environment' | 'versionId' | 'choice' | 'assignedByName'>,
): Promise<void> {
  await sql`
    insert into policy_assignments (org_id, environment, version_id, choice, assigned_by_name)
    values (${sql.orgId}, ${environment ?? ''}, ${versionId}, ${choice},
            ${storableText(assignedByName)})
    on conflict (org_id, environment) do update
    set version_id = excluded.version_id, choice = excluded.choice, assigned_by_name = excluded.assigned_by_name,
      updated_at = now()`;
}

/** Removes the assignment of an environment, or of the organisation. */
export async function deleteAssignment(sql: TenantTransaction, environment: string | null): Promise<void> {
  await sql`delete from policy_assignments where org_id = ${sql.orgId} and environment = ${environment ?? ''}`;
}

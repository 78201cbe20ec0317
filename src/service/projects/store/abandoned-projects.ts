/** Projects that run by their row, though the queue has no job for them. */

import type { Transaction } from '../../../infra/database/transaction.ts';
import type { ProjectOrigin } from './project-record.ts';

/** Up to `rows` of all organisations that began before the moment. Over the owner's connection only. */
export async function listAbandonedProjects(
  sql: Transaction,
  begunBefore: Date,
  rows: number,
): Promise<readonly ProjectOrigin[]> {
  return sql<ProjectOrigin[]>`
    select org_id, id as project_id, request_id, traceparent from projects
    where status = 'running' and started_at < ${begunBefore} and not exists (
      select from graphile_worker._private_jobs as job
      where job.payload ->> 'projectId' = projects.id::text
        and (job.attempts < job.max_attempts or job.locked_at is not null)
    )
    order by id limit ${rows}`;
}

/** Request for the end of a project, made with its last file. */
import type { TenantTransaction } from '../../infra/database/transaction.ts';
import { enqueueInTurn } from '../../infra/queue/job-queue.ts';
import { PROJECT_LIMITS } from './limits.ts';
import { listOpenShards } from './store/project-items.ts';
import { findProject } from './store/projects.ts';

/**
 * Queues the end of a project when all its files have ended. The lock on its row orders two last files: the second one
 * finds all of them done.
 */
export async function requestFinish(sql: TenantTransaction, projectId: string): Promise<void> {
  const project = await findProject(sql, projectId, true);
  if (project?.status !== 'running') return;
  const open = await listOpenShards(sql, projectId);
  if (open !== undefined && open.length > 0) return;
  await enqueueInTurn(sql, 'finish-project', 0, [
    {
      payload: { orgId: sql.orgId, projectId },
      jobKey: `finish-project ${projectId}`,
      maxAttempts: PROJECT_LIMITS.projectJobAttemptsMax,
    },
  ]);
}

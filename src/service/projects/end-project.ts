/** The end of a project makes room: its archive is let go, and the next one of the organisation begins. */

import type { CallGraph } from '../../analysis/model/calls/call-graph.ts';
import { releaseBlob } from '../../infra/blobs/blob-rows.ts';
import type { TenantTransaction } from '../../infra/database/transaction.ts';
import { enqueueInTurn } from '../../infra/queue/job-queue.ts';
import { PROJECT_LIMITS } from './limits.ts';
import { notifyChats } from './notify-chats.ts';
import { storeCallGraph } from './store/call-graphs.ts';
import type { ProjectResult, StoredError } from './store/project-record.ts';
import { beginProjects, completeProject, failProject, findProject, lockProjects } from './store/projects.ts';

/** Begins the projects of an organisation that there is room for. The caller has `lockProjects`. */
export async function beginWaiting(sql: TenantTransaction): Promise<void> {
  // Each says where it comes from itself: others have submitted it than those who have made room for it.
  const begun = await beginProjects(sql);
  await enqueueInTurn(
    sql,
    'list-project',
    0,
    begun.map((payload) => ({
      payload,
      jobKey: `list-project ${payload.projectId}`,
      maxAttempts: PROJECT_LIMITS.projectJobAttemptsMax,
    })),
  );
}

/** Result of a project, the digest of its inputs, and its calls. */
interface ProjectEnd {
  readonly result: ProjectResult;
  readonly basis: string;
  readonly callGraph: CallGraph;
}

/** Ends a project with its result or its failure. Does nothing if it has ended. */
export async function endProject(
  sql: TenantTransaction,
  projectId: string,
  end: ProjectEnd | { readonly error: StoredError },
): Promise<void> {
  await lockProjects(sql);
  const project = await findProject(sql, projectId, true);
  if (project?.status !== 'running') return;
  if (project.pullId === null) await notifyChats(sql, project, end);
  else await sql`select advance_pull(${sql.orgId}::uuid, ${project.pullId}::uuid)`;
  if ('result' in end) {
    await completeProject(sql, projectId, end.result, end.basis);
    await storeCallGraph(sql, projectId, end.callGraph);
  } else await failProject(sql, projectId, end.error);
  if (project.blobId !== null) await releaseBlob(sql, project.blobId);
  await beginWaiting(sql);
}

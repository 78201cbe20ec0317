/** Lists the files of a project, and queues what is to be done with them. */
import type { BlobStore } from '../../infra/blobs/blob-store.ts';
import type { Sql } from '../../infra/database/connections.ts';
import { withOrganisation } from '../../infra/database/database.ts';
import type { TenantTransaction } from '../../infra/database/transaction.ts';
import { enqueueInTurn } from '../../infra/queue/job-queue.ts';
import { findSettings } from '../policy/organisation-settings-store.ts';
import { endProject } from './end-project.ts';
import { listArchiveMembers } from './files/archive.ts';
import { nestedExcess } from './files/nested-archives.ts';
import { planShards } from './files/plan-shards.ts';
import { PROJECT_LIMITS } from './limits.ts';
import type { ProjectKey } from './project-deps.ts';
import { requestFinish } from './request-finish.ts';
import { numbersByPath } from './store/previous-files.ts';
import { countOtherOpenShards, insertItems, listOpenShards } from './store/project-items.ts';
import { findPreviousProject, findProject, setPreviousProject } from './store/projects.ts';

/** Lists the files of a running project, each with that of the run before. Harmless when it is done again. */
export async function listProject(
  { sql, blobs }: { readonly sql: Sql; readonly blobs: BlobStore },
  key: ProjectKey,
): Promise<void> {
  const { orgId, projectId } = key;
  const project = await withOrganisation(sql, orgId, (inner) => findProject(inner, projectId));
  if (project?.status !== 'running' || project.blobId === null) return;
  const archive = { orgId, blobId: project.blobId, bytes: project.contentBytes };
  const members = await listArchiveMembers(blobs, archive);
  const excess = await nestedExcess(blobs, archive, members);
  const items = planShards(members);
  await withOrganisation(sql, orgId, async (inner) => {
    if (excess !== undefined) {
      const { code, message } = excess;
      await endProject(inner, projectId, { error: { code, message } });
      return;
    }
    if ((await findProject(inner, projectId, true))?.status !== 'running') return;
    if ((await listOpenShards(inner, projectId)) === undefined) {
      const { defaultBranches } = await findSettings(inner);
      const previousId = await findPreviousProject(inner, project, defaultBranches);
      await setPreviousProject(inner, projectId, previousId);
      const numbers = previousId === undefined ? NOTHING : await numbersByPath(inner, previousId);
      const pairs = items.map((item) => ({ ...item, previousNumber: numbers.get(item.path) ?? null }));
      await insertItems(inner, projectId, pairs);
    }
  });
}

/** Queues what a listed project has left to do: its shards, or its end. */
export async function queueProject(sql: Sql, key: ProjectKey): Promise<void> {
  const { orgId, projectId } = key;
  await withOrganisation(sql, orgId, async (inner) => {
    if ((await findProject(inner, projectId, true))?.status !== 'running') return;
    await queueShards(inner, projectId);
    await requestFinish(inner, projectId);
  });
}

const NOTHING: ReadonlyMap<string, number> = new Map();

/** Organisations take turns, and so do the projects of one. */
async function queueShards(sql: TenantTransaction, projectId: string): Promise<void> {
  const open = (await listOpenShards(sql, projectId)) ?? [];
  await enqueueInTurn(
    sql,
    'run-shard',
    await countOtherOpenShards(sql, projectId),
    open.map((shard) => ({
      payload: { orgId: sql.orgId, projectId, shard },
      jobKey: `run-shard ${projectId} ${shard}`,
      maxAttempts: PROJECT_LIMITS.projectJobAttemptsMax,
    })),
  );
}

/** Takes an archive, looks at its directory, and queues its validation. */

import type { PipelineContext } from '../../contract/ci-context.ts';
import { type RunTags, runTags } from '../../contract/runs/run-tags.ts';
import { AppError } from '../../errors.ts';
import { retainBlob } from '../../infra/blobs/blob-rows.ts';
import type { Blob } from '../../infra/blobs/blob-store.ts';
import type { Sql } from '../../infra/database/connections.ts';
import { withOrganisation } from '../../infra/database/database.ts';
import type { TenantTransaction } from '../../infra/database/transaction.ts';
import { uuidV7 } from '../../infra/database/uuid-v7.ts';
import { boundContext, type Policy, type PolicyRequest } from '../policy/policy.ts';
import type { Submitter } from '../validations/validations.ts';
import { beginWaiting } from './end-project.ts';
import { listArchiveMembers } from './files/archive.ts';
import type { ProjectDeps } from './project-deps.ts';
import type { NewProject, ProjectRecord } from './store/project-record.ts';
import { countQueuedProjects, findProject, insertProject, lockProjects } from './store/projects.ts';

/** Projects of an organisation that may wait for others of it. */
export const PROJECTS_WAITING_MAX = 20;

/** Submission of an archive, every field checked. */
export interface ProjectSubmission extends PolicyRequest, RunTags {
  readonly filename: string;
  readonly pipeline: PipelineContext;
}

/**
 * Stores the archive and queues the project.
 * @param content the archive as it arrives
 * @param submission resolves when the content has ended
 * @param once runs the rest over the connections that it passes, unless the same was submitted before; makes the answer
 * @throws AppError `queue_full`, `unsupported_file_type`, `empty_file`, `file_too_large`, `archive_unsafe`,
 * `archive_too_large`, and those of `choosePolicy`
 */
export async function submitProject<Answer>(
  {
    sql,
    blobs,
    policies,
    archiveBytesMax,
  }: Pick<ProjectDeps, 'sql' | 'blobs' | 'policies' | 'archiveBytesMax'>,
  content: AsyncIterable<Uint8Array>,
  submission: () => ProjectSubmission,
  submitter: Submitter,
  once: (input: object, queue: (storeSql: Sql) => Promise<ProjectRecord>) => Promise<Answer>,
): Promise<Answer> {
  const { orgId } = submitter;
  // Checked again when the row is inserted; here it saves the work for an archive that would be rejected.
  await withOrganisation(sql, orgId, (inner) => requireRoom(inner));
  const blob = await blobs.put(orgId, zipOnly(content), archiveBytesMax);
  let isQueued = false;
  try {
    const wanted = submission();
    return await once({ ...wanted, sha256: blob.sha256 }, async (storeSql) => {
      const members = await listArchiveMembers(blobs, { orgId, blobId: blob.id, bytes: blob.bytes });
      if (members.length === 0) throw new AppError('unsupported_file_type', 'The archive has no files.');
      const { policy } = await policies.policyOf(orgId, wanted);
      const project = await withOrganisation(storeSql, orgId, (inner) =>
        queue(inner, wanted, policy, submitter, blob, members.length),
      );
      isQueued = true;
      return project;
    });
  } finally {
    // The sweep takes what cannot be deleted now; the caller learns of the first failure.
    if (!isQueued) await blobs.delete(orgId, blob.id).catch(() => {});
  }
}

async function queue(
  sql: TenantTransaction,
  submission: ProjectSubmission,
  policy: Policy,
  submitter: Submitter,
  blob: Blob,
  fileCount: number,
): Promise<ProjectRecord> {
  await lockProjects(sql);
  await requireRoom(sql);
  if (!(await retainBlob(sql, blob.id))) throw new Error('The archive was swept away');
  const id = await queueArchive(sql, submission, policy, submitter, { blob, fileCount });
  return (await findProject(sql, id))!;
}

/** Archive that is retained, and the pull that has fetched it; null: it was submitted. */
export interface QueuedArchive {
  readonly blob: Blob;
  readonly fileCount: number;
  readonly pulled?: NewProject['pulled'];
}

/** Queues a project of a retained archive and returns its id. The caller has `lockProjects`. */
export async function queueArchive(
  sql: TenantTransaction,
  submission: ProjectSubmission,
  policy: Policy,
  { orgId, ownerId, ownerName }: Submitter,
  { blob, fileCount, pulled }: QueuedArchive,
): Promise<string> {
  const { filename, pipeline } = submission;
  const { enforcementMode, ruleset, gate, policyPackId, policyPackSlug, environment } = policy;
  const id = uuidV7();
  await insertProject(sql, {
    id,
    orgId,
    filename,
    ...runTags(submission),
    branch: pipeline.branch,
    pipeline: boundContext(pipeline, policy),
    enforcementMode,
    ruleset,
    failOn: gate.failOn,
    policyPackId,
    policyPackSlug,
    environment,
    includeVendor: policy.includeVendor,
    includeLogicApps: policy.includeLogicApps,
    blockUnanalysed: policy.blockUnanalysed,
    blobId: blob.id,
    contentBytes: blob.bytes,
    contentSha256: blob.sha256,
    fileCount,
    ownerId,
    ownerName,
    ...(pulled !== undefined && { pulled }),
  });
  await beginWaiting(sql);
  return id;
}

async function requireRoom(sql: TenantTransaction): Promise<void> {
  if ((await countQueuedProjects(sql)) < PROJECTS_WAITING_MAX) return;
  throw new AppError(
    'queue_full',
    `${PROJECTS_WAITING_MAX} projects of the organisation wait already. Try again when some have ended.`,
    { retryAfterSeconds: '30' },
  );
}

/** Stops at the first bytes if they do not begin a zip archive. */
async function* zipOnly(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let known = false;
  for await (const piece of content) {
    if (!known && piece.byteLength > 0) {
      if (piece[0] !== 0x50 || (piece.byteLength > 1 && piece[1] !== 0x4b))
        throw new AppError(
          'unsupported_file_type',
          'The file is no zip archive. Send the project as a zip.',
          {
            field: 'file',
          },
        );
      known = true;
    }
    yield piece;
  }
  if (!known)
    throw new AppError('empty_file', 'The archive has no bytes. Check that it was read before it was sent.', {
      field: 'file',
    });
}

/** Carries a pull on in the core: what was fetched becomes projects, their results are collected, and the pull ends. */
import type { PipelineContext } from '../../../contract/ci-context.ts';
import { PIPELINE_FIELDS, type PipelineField } from '../../../contract/ci-context.ts';
import { AppError } from '../../../errors.ts';
import { releaseBlob } from '../../../infra/blobs/blob-rows.ts';
import { withOrganisation } from '../../../infra/database/database.ts';
import type { Reason } from '../../../remotes/coverage.ts';
import { listArchiveMembers } from '../../projects/files/archive.ts';
import type { ProjectDeps } from '../../projects/project-deps.ts';
import { countPulledProjects, lockProjects } from '../../projects/store/projects.ts';
import { queueArchive } from '../../projects/submit-project.ts';
import type { Submitter } from '../../validations/validations.ts';
import {
  collectResults,
  endJudgedPull,
  isUnfinished,
  listWaitingArchives,
  lockPull,
  noteProject,
  noteReason,
  takeArchive,
  type WaitingArchive,
} from './open-pull-store.ts';

/** Pulled projects of an organisation that wait or run: the others wait as archives. */
export const PULLED_PROJECTS_MAX = 4;

/** Pull of an organisation. */
export interface PullOfOrganisation {
  readonly orgId: string;
  readonly pullId: string;
}

type Deps = Pick<ProjectDeps, 'sql' | 'blobs' | 'policies' | 'archiveBytesMax'>;

const NO_CONTEXT = Object.fromEntries(PIPELINE_FIELDS.map((field) => [field, null])) as Record<
  PipelineField,
  null
>;

/** Carries the pull on as far as it can be now. Harmless when it is done twice or side by side. */
export async function advancePull(deps: Deps, { orgId, pullId }: PullOfOrganisation): Promise<void> {
  const open = await withOrganisation(deps.sql, orgId, async (sql) => {
    const pull = await lockPull(sql, pullId);
    if (pull === undefined) return undefined;
    await collectResults(sql, pullId);
    const room = PULLED_PROJECTS_MAX - (await countPulledProjects(sql));
    return { pull, archives: room > 0 ? await listWaitingArchives(sql, pullId, room) : [] };
  });
  if (open === undefined) return;
  const { archives } = open;
  const submitter = { orgId, ownerId: `source ${open.pull.sourceId}`, ownerName: open.pull.sourceName };
  for (const archive of archives) await submit(deps, pullId, archive, submitter);
  await withOrganisation(deps.sql, orgId, async (sql) => {
    const pull = await lockPull(sql, pullId);
    if (pull === undefined) return;
    const isWaiting = await isUnfinished(sql, pullId, pull.sourceId);
    if (pull.state === 'judging' && !isWaiting) await endJudgedPull(sql, pullId, pull.sourceId);
    else if (archives.length > 0 && (await countPulledProjects(sql)) < PULLED_PROJECTS_MAX)
      // Archives that made no project have left room: others may wait.
      await sql`select advance_pull(${orgId}::uuid, ${pullId}::uuid)`;
  });
}

/** Queues a project of an archive, or notes why there is none. */
async function submit(
  deps: Deps,
  pullId: string,
  archive: WaitingArchive,
  submitter: Submitter,
): Promise<void> {
  const { orgId } = submitter;
  const { artefactId, sourceId, place, kind, key, name, version, blob } = archive;
  const reason = await reasonOf(deps, orgId, archive);
  if ('reason' in reason) {
    await withOrganisation(deps.sql, orgId, async (sql) => {
      if (!(await takeArchive(sql, archive))) return;
      await releaseBlob(sql, blob.id);
      await noteReason(sql, artefactId, reason);
    });
    return;
  }
  const wanted = {
    enforcementMode: null,
    ruleset: null,
    policyPack: null,
    environment: place === '' ? null : place,
    filename: `${name}.${kind === 'package' ? 'nupkg' : 'zip'}`,
    label: `${name} ${version}`,
    source: 'tenant',
    pipeline: { ...NO_CONTEXT, pulledFrom: `tenant:${sourceId}/${place}/${key}` } satisfies PipelineContext,
  };
  const { policy } = await policyOf(deps, orgId, wanted);
  await withOrganisation(deps.sql, orgId, async (sql) => {
    await lockProjects(sql);
    if (!(await takeArchive(sql, archive))) return;
    const pulled = { sourceId, pullId };
    const queued = { blob, fileCount: reason.fileCount, pulled };
    await noteProject(sql, artefactId, await queueArchive(sql, wanted, policy, submitter, queued));
  });
}

/** An environment may have been deleted since the source named it: the policy of the organisation judges then. */
async function policyOf(
  { policies }: Deps,
  orgId: string,
  wanted: Parameters<Deps['policies']['policyOf']>[1],
) {
  try {
    return await policies.policyOf(orgId, wanted);
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'unknown_environment')) throw error;
    return policies.policyOf(orgId, { ...wanted, environment: null });
  }
}

/** Returns why an archive cannot be judged, or the number of its files. */
async function reasonOf(
  { blobs, archiveBytesMax }: Deps,
  orgId: string,
  { name, version, blob }: WaitingArchive,
): Promise<{ readonly reason: Reason; readonly problem: string } | { readonly fileCount: number }> {
  const what = JSON.stringify(`${name} ${version}`);
  if (blob.bytes > archiveBytesMax)
    return { reason: 'too_large', problem: `${what} is larger than a project may be.` };
  try {
    const members = await listArchiveMembers(blobs, { orgId, blobId: blob.id, bytes: blob.bytes });
    if (isCompiled(members.map(({ path }) => path)))
      return { reason: 'compiled', problem: `${what} holds only assemblies. Pack it with sources.` };
    if (members.length === 0) return { reason: 'unsupported_kind', problem: `${what} has no files.` };
    return { fileCount: members.length };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'archive_too_large' || error.code === 'archive_unsafe')
      return {
        reason: error.code === 'archive_too_large' ? 'too_large' : 'unreadable',
        problem: error.message,
      };
    throw error;
  }
}

/** Workflows that packing adds by itself, also to packages without sources. */
const ADDED =
  /(?:^|\/)(?:CoverageMergeHelperWorkflow\.xaml|PerformanceTestingBootloaderWorkflow\.cs)$|(?:^|\/)\.codedworkflows\//;

function isCompiled(paths: readonly string[]): boolean {
  const isSource = (path: string) => /\.(?:xaml|cs)$/i.test(path) && !ADDED.test(path);
  return paths.some((path) => /\.dll$/i.test(path)) && !paths.some(isSource);
}

/** Reuses results of the previous run for unchanged files, batch by batch, without reading a file. */
import { AppError } from '../../../errors.ts';
import { withOrganisation } from '../../../infra/database/database.ts';
import type { TenantTransaction } from '../../../infra/database/transaction.ts';
import { uuidV7 } from '../../../infra/database/uuid-v7.ts';
import { countValidations } from '../../plans/usage.ts';
import { findSettings } from '../../policy/organisation-settings-store.ts';
import { updateEstate } from '../../results/estate/estate-store.ts';
import { raiseAlarm } from '../../validations/validations.ts';
import { audienceOf } from '../audience.ts';
import { PROJECT_LIMITS } from '../limits.ts';
import type { ProjectDeps, ProjectKey } from '../project-deps.ts';
import { listFileSizes } from '../store/previous-files.ts';
import { lockQueuedItems } from '../store/project-items.ts';
import type { ProjectRecord } from '../store/project-record.ts';
import { findProject } from '../store/projects.ts';
import { type ReuseRequest, reuseItems } from '../store/reused-files.ts';
import { basisOf, rulesDigestOf } from './inputs-digest.ts';

const NONE: ReadonlySet<number> = new Set();

/**
 * Ends the files of a running project whose archive has the bytes of the run before. Those that are left queued have to
 * be looked at: something that their outcome follows from has changed. Harmless when it is done again.
 */
export async function carryProject(deps: ProjectDeps, key: ProjectKey, signal: AbortSignal): Promise<void> {
  const { orgId, projectId } = key;
  const [project, previous] = await withOrganisation(deps.sql, orgId, async (sql) => {
    const found = await findProject(sql, projectId);
    return [found, found?.previousId == null ? undefined : await findProject(sql, found.previousId)] as const;
  });
  if (project?.status !== 'running' || project.contentSha256 !== previous?.contentSha256) return;
  const sizes = await withOrganisation(deps.sql, orgId, (sql) => listFileSizes(sql, previous.id));
  for (const numbers of reuseBatches(sizes)) {
    signal.throwIfAborted();
    await reuseResults(
      deps,
      project,
      numbers.map((number) => ({ number, reportKey: null })),
    );
  }
}

/** Yields the numbers of files of the same archive, as many at a time as one statement reuses. */
export function* reuseBatches(
  sizes: readonly { readonly number: number; readonly findings: number }[],
): Generator<readonly number[]> {
  let numbers: number[] = [];
  let sum = 0;
  for (const { number, findings } of sizes) {
    const isFull =
      numbers.length >= PROJECT_LIMITS.projectReuseFilesMax ||
      sum + findings > PROJECT_LIMITS.projectReuseFindingsMax;
    if (isFull && numbers.length > 0) {
      yield numbers;
      numbers = [];
      sum = 0;
    }
    numbers.push(number);
    sum += findings;
  }
  if (numbers.length > 0) yield numbers;
}

/**
 * Ends those of the files that are queued and the same as in the run before. Returns their numbers; none when the plan
 * has no room for all of them.
 */
export async function reuseResults(
  deps: ProjectDeps,
  project: ProjectRecord,
  files: readonly Pick<ReuseRequest, 'number' | 'reportKey'>[],
): Promise<ReadonlySet<number>> {
  if (project.previousId === null || files.length === 0) return NONE;
  const digest = await rulesDigestOf(deps, project);
  try {
    return await withOrganisation(deps.sql, project.orgId, (sql) => reuse(sql, deps, project, digest, files));
  } catch (error) {
    if (error instanceof AppError && error.code === 'plan_limit_reached') return NONE;
    throw error;
  }
}

async function reuse(
  sql: TenantTransaction,
  deps: ProjectDeps,
  project: ProjectRecord,
  digest: string,
  files: readonly Pick<ReuseRequest, 'number' | 'reportKey'>[],
): Promise<ReadonlySet<number>> {
  const { orgId, enforcementMode, label, pipeline, ownerName } = project;
  const at = new Date();
  const numbers = files.map(({ number }) => number);
  // Written one after the other, answered together.
  const [basis, settings] = await Promise.all([
    basisOf(sql, deps, project, digest, at),
    findSettings(sql),
    lockQueuedItems(sql, project.id, numbers),
  ]);
  const inputs = files.map((file) => ({ ...file, validationId: uuidV7(at), eventId: uuidV7(at) }));
  const reused = await reuseItems(sql, project, basis.hash, at, inputs);
  const results = reused.flatMap(({ path, platform, score, validationId }) => {
    if (validationId === null) return [];
    const diff = { previousScore: score };
    const result = {
      id: validationId,
      orgId,
      platform: platform!,
      filename: path,
      label,
      pipeline,
      ownerName,
    };
    return [{ ...result, score: score!, diff, enforcementMode, validatedAt: at }];
  });
  const terms = { baseUrl: deps.baseUrl, audience: audienceOf(project) };
  await Promise.all(results.map((result) => raiseAlarm(sql, result, settings, terms)));
  if (results.length > 0) await countValidations(sql, 'project_files', results.length);
  const made = results.map(({ id }) => id);
  updateEstate(sql, made, settings, pipeline?.repository ?? null);
  return new Set(reused.map(({ number }) => number));
}

/** Use cases of dry runs: start one, read one. */
import { AppError } from '../../../errors.ts';
import type { Sql } from '../../../infra/database/connections.ts';
import { withOrganisation } from '../../../infra/database/database.ts';
import { isUuid, uuidV7 } from '../../../infra/database/uuid-v7.ts';
import { enqueue } from '../../../infra/queue/job-queue.ts';
import { lostExceptions } from '../../../policy/dry-run/totals.ts';
import type { Change } from '../organisation-settings.ts';
import { listPackVersions } from '../packs/packs-store.ts';
import { type PackDeps, unknownPack } from '../packs/publish-pack.ts';
import {
  countOpenDryRuns,
  type DryRunRecord,
  type DryRunSelection,
  findDryRun,
  insertDryRun,
  lockDryRuns,
} from './dry-runs-store.ts';

/** Dry runs of an organisation at once. */
const DRY_RUNS_AT_ONCE_MAX = 2;

/** Request of a dry run. */
export interface DryRunRequest {
  readonly slug: string;
  readonly version: string;
  readonly selection: DryRunSelection;
}

/**
 * Starts a dry run of a published version. Nothing changes but the list of dry runs.
 * @throws AppError `not_found`, `state_conflict`
 */
export async function startDryRun(
  { sql, admit }: Pick<PackDeps, 'sql' | 'admit'>,
  change: Change,
  { slug, version, selection }: DryRunRequest,
): Promise<ShownDryRun> {
  const { orgId, actor } = change;
  return withOrganisation(sql, orgId, async (transaction) => {
    await admit(transaction, actor);
    const found = (await listPackVersions(transaction, slug)).find((one) => one.version === version);
    if (found === undefined) throw unknownPack(`${slug}@${version}`);
    await lockDryRuns(transaction);
    const max = DRY_RUNS_AT_ONCE_MAX;
    if ((await countOpenDryRuns(transaction)) >= max) {
      const message = `The organisation has ${max} dry runs that have not ended, which is the limit. Wait for one of them.`;
      throw new AppError('state_conflict', message, { limit: String(max) });
    }
    const id = uuidV7();
    await insertDryRun(transaction, { id, versionId: found.id, selection, requestedByName: actor.name });
    await enqueue(transaction, { task: 'run-dry-run', payload: { orgId, dryRunId: id } });
    return { ...(await findDryRun(transaction, id))!, lostExceptions: [] };
  });
}

/** A dry run with the exceptions that lose their target. */
export interface ShownDryRun extends DryRunRecord {
  readonly lostExceptions: readonly string[];
}

/** Returns a dry run. @throws AppError `not_found` */
export async function readDryRun(sql: Sql, orgId: string, id: string): Promise<ShownDryRun> {
  const found = isUuid(id)
    ? await withOrganisation(sql, orgId, (transaction) => findDryRun(transaction, id))
    : undefined;
  if (found !== undefined) return { ...found, lostExceptions: lostExceptions(found.totals) };
  throw new AppError('not_found', `The organisation has no dry run ${JSON.stringify(id.slice(0, 80))}.`);
}

/** Daily move of the bodies of old results to the bucket. */

import { FIELD_LIMITS } from '../../../gen/contract/field-limits.ts';
import { inTransaction, withOrganisation } from '../../../infra/database/database.ts';
import type { JobTask, TaskContext } from '../../../infra/queue/task.ts';
import { DAY_MS, HOUR_MS } from '../../../units.ts';
import { type MoveDeps, packNextOutlines, packNextResults, unpackUsedOutlines } from './pack-results.ts';
import { listOrganisationIds, mayOldProgramsRun, recordPackFailure } from './packable-results-store.ts';

import { listWastefulPartitions, rewritePartition } from './rewrite-partitions-store.ts';

/** Time to rewrite the partition of one month. */
const REWRITE_MS_MAX = 4 * HOUR_MS;

/**
 * Moves what is old enough, organisation by organisation, until nothing is left or the process stops. Without a bucket all
 * stays in the database. @throws the first failure, once the other organisations have had their turn
 */
export const packOldResults: JobTask<'pack-results'> = async ({
  sql,
  blobs,
  resultInlineDays,
  log,
  signal,
}) => {
  const { contents } = blobs;
  if (contents === null || resultInlineDays === undefined) return;
  const before = packedBefore(resultInlineDays);
  if (before === undefined) return;
  const [organisations, isTooEarly] = await inTransaction(sql, (inner) =>
    Promise.all([listOrganisationIds(inner), mayOldProgramsRun(inner)]),
  );
  if (isTooEarly) return;
  const failures: unknown[] = [];
  let results = 0;
  for (const orgId of organisations) {
    if (signal.aborted) break;
    try {
      results += await packAll({ sql, contents }, orgId, before, signal);
    } catch (error) {
      failures.push(error);
      log.error(
        { err: error, orgId },
        'Old results could not be moved to the bucket; they stay where they are',
      );
      await withOrganisation(sql, orgId, recordPackFailure);
    }
  }
  if (results > 0) log.info({ results }, 'The bodies of old results have moved to the bucket');
  if (failures.length > 0) throw failures[0];
  if (!signal.aborted) await rewriteEmptied({ sql, log, signal }, before);
};

/** Returns the moment before which results are moved; undefined: they are deleted before. */
export function packedBefore(inlineDays: number): Date | undefined {
  return inlineDays >= FIELD_LIMITS['OrganisationSettings.retentionDays'].max
    ? undefined
    : new Date(Date.now() - inlineDays * DAY_MS);
}

/** Rewrites the partitions of months whose results have moved. Each needs the room of its copy meanwhile. */
async function rewriteEmptied(
  { sql, log, signal }: Pick<TaskContext<object>, 'sql' | 'log' | 'signal'>,
  before: Date,
): Promise<void> {
  const names = await inTransaction(sql, (inner) => listWastefulPartitions(inner, before));
  for (const name of names) {
    if (signal.aborted) return;
    const isRewritten = await inTransaction(
      sql,
      (inner) => rewritePartition(inner, name, before),
      REWRITE_MS_MAX,
    );
    if (!isRewritten)
      log.warn({ partition: name }, 'A partition was read without end, so it is rewritten another day');
    else await sql.statement(`analyze ${name}`, signal);
  }
}

async function packAll(deps: MoveDeps, orgId: string, before: Date, signal: AbortSignal): Promise<number> {
  let results = 0;
  for (let packed: number | undefined = 0; packed !== undefined && !signal.aborted; ) {
    packed = await packNextResults(deps, orgId, before);
    results += packed ?? 0;
  }
  while (!signal.aborted && (await unpackUsedOutlines(deps, orgId, before)));
  while (!signal.aborted && (await packNextOutlines(deps, orgId, before)));
  return results;
}

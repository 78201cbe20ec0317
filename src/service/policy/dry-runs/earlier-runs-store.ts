/** Store of what dry runs read of earlier runs. */

import type { PolicyGate } from '../../../analysis/model/policy.ts';
import type { PipelineContext } from '../../../contract/ci-context.ts';
import { archivedFileOf, fileOf, forExceptions } from '../../../contract/runs/same-file.ts';
import { storableArray } from '../../../infra/database/postgres-text.ts';
import type { TenantTransaction } from '../../../infra/database/transaction.ts';
import type { EarlierRun } from '../../../policy/dry-run/earlier-run.ts';
import { MIB } from '../../../units.ts';
import { type BodyPlace, withBodies } from '../../results/bodies/read-bodies.ts';
import { movedFactsOf } from '../../results/bodies/result-body.ts';
import { WHOLE_PIPELINE } from '../../results/bodies/small-row.ts';

/** Findings that are read at once, as the database stores them. */
const DRY_RUN_BATCH_BYTES_MAX = 2 * MIB;

/** A run with what it was judged by. */
export interface StoredRun extends EarlierRun {
  readonly id: string;
  readonly repository: string | null;
  readonly branch: string | null;
  readonly environment: string | null;
  readonly ruleset: string;
  readonly policyPackId: string | null;
  readonly failOn: PolicyGate['failOn'];
}

type RunRow = Omit<StoredRun, 'file' | 'isPart' | 'isOlder' | 'path'> & {
  readonly filename: string;
  readonly pipeline: PipelineContext | null;
  readonly isPart: boolean | null;
  readonly engineVersion: string;
};

/** Returns as many of the first runs as may be read at once, at least one. Some may be gone. */
export async function runsAtOnce(sql: TenantTransaction, ids: readonly string[]): Promise<readonly string[]> {
  const rows = await sql<{ id: string; bytes: number }[]>`
    select id, coalesce(body_bytes, pg_column_size(findings), 0) as bytes from validations
    where org_id = ${sql.orgId} and id = any(${storableArray(ids)}::uuid[])`;
  const sizes = new Map(rows.map(({ id, bytes }) => [id, bytes]));
  let bytes = 0;
  const end = ids.findIndex((id, index) => {
    bytes += sizes.get(id) ?? 0;
    return index > 0 && bytes > DRY_RUN_BATCH_BYTES_MAX;
  });
  return end === -1 ? ids : ids.slice(0, end);
}

/** Reads runs, without deleted ones and without those whose findings are lost. */
export async function readEarlierRuns(
  sql: TenantTransaction,
  ids: readonly string[],
  engineVersion: string,
): Promise<readonly StoredRun[]> {
  const rows = await sql<(RunRow & BodyPlace)[]>`
    select id, body_id, platform, kind, filename, ${sql.unsafe(WHOLE_PIPELINE)} as pipeline, repository, branch, environment, ruleset,
      ruleset_digest, policy_pack_id, enforcement_mode, coalesce(fail_on, 'high') as fail_on, passed, engine_version,
      jsonb_build_object('critical', critical_count, 'high', high_count, 'medium', medium_count, 'low', low_count,
                         'total', total_count) as summary,
      findings, rule_errors, has_notes, is_part, inventory, metrics
    from validations
    where org_id = ${sql.orgId} and id = any(${storableArray(ids)}::uuid[]) and status = 'completed'`;
  return withBodies(sql, rows).map(({ row: { bodyId: _, ...row }, body }) => {
    if (body === null) return toEarlier(row, engineVersion);
    const { findings, inventory, metrics } = body;
    const moved = { ...row, ...movedFactsOf(body), findings: JSON.parse(findings) as StoredRun['findings'] };
    if (metrics === '') return toEarlier(moved, engineVersion);
    const measures = { inventory: JSON.parse(inventory), metrics: JSON.parse(metrics) };
    return toEarlier({ ...moved, ...measures }, engineVersion);
  });
}

function toEarlier(
  { filename, pipeline, isPart, engineVersion: made, ...row }: RunRow,
  engineVersion: string,
): StoredRun {
  const identity = isPart === true ? archivedFileOf : fileOf;
  return {
    ...row,
    path: filename,
    file: forExceptions(identity(filename, pipeline), pipeline),
    isPart: isPart === true,
    isOlder: isPart === null || made !== engineVersion,
  };
}

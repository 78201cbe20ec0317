/** Earlier runs that had a finding, which keeps its id from run to run. */

import type { TenantTransaction } from '../../../infra/database/transaction.ts';
import { MIB } from '../../../units.ts';
import { movedFindings } from '../bodies/read-bodies.ts';
import { type ResultHead, resultTable } from './result-head-store.ts';

/** Earlier runs of a file that are searched for a finding. */
const HISTORY_RUNS_MAX = 30;

/** Size of the findings of these runs in the database, at which the search ends. */
const HISTORY_BYTES_MAX = 4 * MIB;

export interface FindingHistory {
  /** Time of the earliest run in the row of runs that all have it. */
  readonly firstSeenAt: Date | null;
  /** Runs that have it, among the examined ones. */
  readonly seenInRuns: number;
  readonly runsExamined: number;
  /** False: it may be older than the runs that were examined. */
  readonly isHistoryComplete: boolean;
}

/** Looks for a finding in the result and the runs before it, newest first, within the limits. */
export async function readFindingHistory(
  sql: TenantTransaction,
  { id, kind }: ResultHead,
  findingId: string,
): Promise<FindingHistory> {
  const table = resultTable(sql, kind);
  const at = kind === 'file' ? sql`validated_at` : sql`completed_at`;
  const sameFile =
    kind === 'file' ? sql`and run.has_path = own.has_path and run.validated_at is not null` : sql``;
  const runsMax = HISTORY_RUNS_MAX;
  const size =
    kind === 'file'
      ? sql`coalesce(run.body_bytes, pg_column_size(run.findings))`
      : sql`pg_column_size(run.findings)`;
  const examined = sql`
    select id, at, findings from (
      select run.id, run.${at} as at, run.findings, sum(${size}) over (order by run.${at} desc, run.id desc) as bytes
      from ${table} as own cross join lateral (
        select * from ${table} as run
        where run.org_id = own.org_id and run.run_key = own.run_key and run.status = 'completed' ${sameFile}
          and (run.${at}, run.id) <= (own.${at}, own.id)
        order by run.${at} desc, run.id desc limit ${runsMax}
      ) as run
      where own.org_id = ${sql.orgId} and own.id = ${id}
    ) as run
    where bytes <= ${HISTORY_BYTES_MAX} or id = ${id}`;
  const { moved } = await movedFindings(sql, sql`select id from (${examined}) as run`);
  const rows = await sql<{ at: Date; hasIt: boolean }[]>`
    select at, coalesce(moved.findings, run.findings) @> ${JSON.stringify([{ id: findingId }])}::text::jsonb as has_it
    from (${examined}) as run
    left join ${moved} as moved (id, findings) on moved.id = run.id
    where moved.id is null or moved.findings is not null
    order by at desc, run.id desc`;
  const end = rows.findIndex(({ hasIt }) => !hasIt);
  const streak = end === -1 ? rows : rows.slice(0, end);
  return {
    firstSeenAt: streak.at(-1)?.at ?? null,
    seenInRuns: rows.filter(({ hasIt }) => hasIt).length,
    runsExamined: rows.length,
    isHistoryComplete: end !== -1 || rows.length < runsMax,
  };
}

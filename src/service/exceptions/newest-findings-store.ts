/** Findings of one rule in the newest runs of files. */

import type { Finding } from '../../analysis/model/finding.ts';
import type { PipelineContext } from '../../contract/ci-context.ts';
import { ANY, type ExceptionScope } from '../../contract/exception.ts';
import { storableText } from '../../infra/database/postgres-text.ts';
import type { TenantTransaction } from '../../infra/database/transaction.ts';
import { MIB } from '../../units.ts';
import { movedFindings } from '../results/bodies/read-bodies.ts';
import { findingsOfMistake } from '../results/bodies/same-mistake.ts';
import { WHOLE_PIPELINE } from '../results/bodies/small-row.ts';

/** Newest runs that a preview looks through. */
const PREVIEW_RUNS_MAX = 1_000;

/** Size of their findings in the database, at which it ends. */
const PREVIEW_BYTES_MAX = 16 * MIB;

/** Results in the bucket that a preview reads. */
const PREVIEW_BODIES_MAX = 200;

/** Newest run of a file with its findings of a rule, including those listed under another rule. */
export interface NewestRun {
  readonly id: string;
  readonly filename: string;
  readonly pipeline: PipelineContext | null;
  readonly findings: readonly Finding[];
}

export interface NewestRuns {
  readonly runs: readonly NewestRun[];
  /** False: there are older runs that were not looked at. */
  readonly isComplete: boolean;
}

/** Lists the newest run of each file among the newest runs: of the file that the exception names, else of all. */
export async function listNewestFindings(
  sql: TenantTransaction,
  { ruleId, fileName }: Pick<ExceptionScope, 'ruleId' | 'fileName'>,
): Promise<NewestRuns> {
  const most = PREVIEW_RUNS_MAX;
  const ofFile = fileName.includes(ANY) ? sql`` : sql`and filename = ${storableText(fileName)}`;
  const looked = sql`
    with recent as (
      select id, run_key, has_path, filename, repository, branch, pipeline, findings, validated_at,
        sum(coalesce(body_bytes, pg_column_size(findings))) over (order by validated_at desc, id desc) as bytes,
        count(body_id) over (order by validated_at desc, id desc) as bodies,
        row_number() over (order by validated_at desc, id desc) as place
      from (
        select * from validations
        where org_id = ${sql.orgId} and validated_at is not null ${ofFile}
        order by validated_at desc, id desc limit ${most}
      ) as newest
    ),
    read as (
      select * from recent
      where (bytes <= ${PREVIEW_BYTES_MAX} and bodies <= ${PREVIEW_BODIES_MAX}) or place = 1
    ),
    newest as (
      select distinct on (run_key, has_path, filename) * from read
      order by run_key, has_path, filename, validated_at desc, id desc
    )`;
  const { moved } = await movedFindings(sql, sql`${looked} select id from newest`);
  const rows = await sql<(NewestRun & { readonly isLast: boolean })[]>`
    ${looked}
    select newest.id, filename, ${sql.unsafe(WHOLE_PIPELINE)} as pipeline, (
        select coalesce(jsonb_agg(finding), '[]') from jsonb_array_elements(coalesce(moved.findings, newest.findings)) as listed,
          ${findingsOfMistake(sql)} as finding
        where finding ->> 'ruleId' = ${ruleId}
      ) as findings,
      (select count(*) from recent) < ${most} and (select count(*) from recent) = (select count(*) from read) as is_last
    from newest left join ${moved} as moved (id, findings) on moved.id = newest.id
    order by validated_at desc, newest.id desc`;
  return {
    runs: rows.map(({ id, filename, pipeline, findings }) => ({ id, filename, pipeline, findings })),
    isComplete: rows[0]?.isLast ?? true,
  };
}

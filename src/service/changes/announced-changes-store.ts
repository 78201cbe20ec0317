/** Store of what was announced of changes and their runs. */
import type { Summary } from '../../analysis/model/report.ts';
import type { PipelineContext } from '../../contract/ci-context.ts';
import type { TenantTransaction } from '../../infra/database/transaction.ts';

/** Marks a change as announced. Returns false when it was, is gone, or has a run under way. */
export async function markChangeAnnounced(sql: TenantTransaction, id: string, at: Date): Promise<boolean> {
  const marked = await sql`
    update changes set announced_at = ${at}
    where org_id = ${sql.orgId} and id = ${id} and announced_at is null and open_count = 0 and counted_runs > 0`;
  return marked.count === 1;
}

/** A run that the gate has blocked. */
export interface BlockedRun {
  readonly kind: 'file' | 'project';
  readonly changeId: string;
  readonly endedAt: Date | null;
  readonly blocking: number;
  readonly summary: Summary;
  readonly filename: string;
  readonly repository: string | null;
  readonly branch: string | null;
  readonly label: string | null;
  readonly environment: string | null;
  readonly pipeline: Pick<PipelineContext, 'commit' | 'prUrl' | 'author'> | null;
}

/** Marks a blocked run as announced, and returns it; undefined when it was, or is gone. */
export async function takeBlockedRun(sql: TenantTransaction, id: string): Promise<BlockedRun | undefined> {
  const [run] = await sql<[BlockedRun?]>`
    with member as (
      update change_runs set is_announced = true
      where org_id = ${sql.orgId} and run_id = ${id} and blocked_count > 0 and not is_announced
      returning *
    ), run as (
      select id, filename, repository, branch, label, environment, pipeline from validations
      where org_id = ${sql.orgId} and id = ${id} and (select kind from member) = 'file'
      union all
      select id, filename, repository, branch, label, environment, pipeline from projects
      where org_id = ${sql.orgId} and id = ${id} and (select kind from member) = 'project'
    )
    select kind, change_id, ended_at, would_block_count as blocking, filename, repository, branch, label, environment, pipeline,
      json_build_object(
        'critical', critical_count, 'high', high_count, 'medium', medium_count, 'low', low_count,
        'total', critical_count + high_count + medium_count + low_count
      ) as summary
    from member join run on run.id = member.run_id`;
  return run;
}

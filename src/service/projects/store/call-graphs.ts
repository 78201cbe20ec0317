/** Call graphs of projects, and the results of the files in them. */
import type { CallGraph } from '../../../analysis/model/calls/call-graph.ts';
import type { Summary } from '../../../analysis/model/report.ts';
import { storableArray, storableJson } from '../../../infra/database/postgres-text.ts';
import type { TenantTransaction } from '../../../infra/database/transaction.ts';

/** Stores the call graph of a project. */
export async function storeCallGraph(sql: TenantTransaction, id: string, graph: CallGraph): Promise<void> {
  await sql`
    update projects set call_graph = ${storableJson(graph)}::text::jsonb
    where org_id = ${sql.orgId} and id = ${id} and status = 'completed'`;
}

/** Finds the call graph of a project; undefined when none is stored. */
export async function findCallGraph(sql: TenantTransaction, id: string): Promise<CallGraph | undefined> {
  const [row] = await sql<[{ callGraph: CallGraph | null }?]>`
    select call_graph from projects where org_id = ${sql.orgId} and id = ${id}`;
  return row?.callGraph ?? undefined;
}

/** Result of a file of a project. */
export interface CalledFile {
  readonly path: string;
  readonly validationId: string | null;
  readonly passed: boolean | null;
  readonly score: number | null;
  readonly summary: Summary | null;
  /** Findings that block, or would block in the blocking mode; null without a result. */
  readonly wouldBlockCount: number | null;
}

/** Lists the results of these files of a project. */
export async function listFileOutcomes(
  sql: TenantTransaction,
  projectId: string,
  paths: readonly string[],
): Promise<readonly CalledFile[]> {
  return sql<CalledFile[]>`
    select path, validation_id, item.passed, item.score, item.summary, would_block_count
    from project_items as item
    -- One by one: of each, Postgres then looks into one partition.
    left join lateral (
      select would_block_count from validations where org_id = ${sql.orgId} and id = item.validation_id limit 1
    ) as run on true
    where item.org_id = ${sql.orgId} and item.project_id = ${projectId}
      and path = any(${storableArray(paths)}::text[])`;
}

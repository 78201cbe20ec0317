/** What is counted against the plan of an organisation. */
import type postgres from 'postgres';
import type { UsageKind } from '../../../src/contract/plan.ts';

/** Reads the sum of these counts of an organisation, in all its months. */
export async function countedOf(
  owner: postgres.Sql,
  orgId: string,
  ...kinds: readonly UsageKind[]
): Promise<number> {
  const sum = kinds.join(' + ');
  const [row] = await owner<{ counted: number }[]>`
    select coalesce(sum(${owner.unsafe(sum)}), 0)::int as counted from (
      select org_id, synchronous, asynchronous, project_files from usage_months
      union all
      select org_id, synchronous, asynchronous, project_files from usage_shares
    ) as counts where org_id = ${orgId}`;
  return row!.counted;
}

/** Coverage of sources, counted over what is known of them. */
import { storableArray } from '../../infra/database/postgres-text.ts';
import type { TenantTransaction } from '../../infra/database/transaction.ts';
import type { Reason } from '../../remotes/coverage.ts';
import type { SourceCoverage } from './source.ts';

const NOTHING: SourceCoverage = { known: 0, atLeast: true, judged: 0, reasons: [] };

/** Counts what is known of these sources. One that never was listed holds an unknown number. */
export async function countCoverage(
  sql: TenantTransaction,
  sourceIds: readonly string[],
): Promise<ReadonlyMap<string, SourceCoverage>> {
  const ids = sql`any(${storableArray(sourceIds)}::text[]::uuid[])`;
  const counts = await sql<{ sourceId: string; reason: Reason | null; artefacts: number }[]>`
    select source_id, ${shownReason(sql)} as reason, count(*)::int as artefacts
    from source_artefacts
    where org_id = ${sql.orgId} and source_id = ${ids} and presence <> 'gone'
    group by source_id, 2
    order by artefacts desc, reason`;
  const parts = await sql<{ sourceId: string; isWhole: boolean }[]>`
    select source_id, bool_and(state = 'ok' and listed_at is not null) as is_whole
    from source_parts
    where org_id = ${sql.orgId} and source_id = ${ids}
    group by source_id`;
  const whole = new Map(parts.map(({ sourceId, isWhole }) => [sourceId, isWhole]));
  return new Map(
    sourceIds.map((id) => {
      if (!whole.has(id)) return [id, NOTHING];
      const own = counts.filter(({ sourceId }) => sourceId === id);
      const sum = (some: typeof own) => some.reduce((total, { artefacts }) => total + artefacts, 0);
      return [
        id,
        {
          known: sum(own),
          atLeast: !whole.get(id)!,
          judged: sum(own.filter(({ reason }) => reason === null)),
          reasons: own.flatMap(({ reason, artefacts }) => (reason === null ? [] : [{ reason, artefacts }])),
        },
      ];
    }),
  );
}

/** Writes the reason why an artefact has no result; null: it has one. What cannot be read now has none. */
export function shownReason(sql: TenantTransaction) {
  return sql`case when presence = 'no_access' then 'no_access' else reason end`;
}

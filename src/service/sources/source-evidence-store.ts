/** Sources in evidence: how much of each was seen and judged, and which parts were not seen. */
import type { TenantTransaction } from '../../infra/database/transaction.ts';
import { countCoverage } from './coverage-store.ts';
import type { SourceCoverage } from './source.ts';
import { listSources } from './sources-store.ts';

/** Parts of a source that are listed; all are counted. */
const UNSEEN_PARTS_MAX = 50;

/** Source with what is known of it. */
export interface EvidenceSource {
  readonly sourceId: string;
  readonly name: string;
  readonly kind: string;
  readonly coverage: SourceCoverage;
  readonly parts: number;
  readonly unseenPartCount: number;
  /** In the order of their names, cut. */
  readonly unseenParts: readonly { readonly path: string; readonly state: 'no_access' | 'failed' }[];
  /** Oldest of the last complete listings of all parts; null: one never was listed. */
  readonly listedSince: Date | null;
  readonly lastCompleteAt: Date | null;
}

/** Lists the sources, of which an organisation has few, in the order of their names. */
export async function listEvidenceSources(sql: TenantTransaction): Promise<readonly EvidenceSource[]> {
  const sources = await listSources(sql);
  if (sources.length === 0) return [];
  const coverage = await countCoverage(
    sql,
    sources.map(({ id }) => id),
  );
  const parts = await sql<(PartCounts & { readonly sourceId: string })[]>`
    select source_id, count(*)::int as parts, (count(*) filter (where not is_seen))::int as unseen_part_count,
      coalesce(json_agg(json_build_object('path', path, 'state', state) order by path)
        filter (where not is_seen and place <= ${UNSEEN_PARTS_MAX}), '[]') as unseen_parts,
      case when bool_and(listed_at is not null) then min(listed_at) end as listed_since
    from (
      select source_id, path, state, listed_at, is_seen,
        row_number() over (partition by source_id, is_seen order by path, key) as place
      from source_parts cross join lateral (select state = 'ok' and listed_at is not null as is_seen) as own
      where org_id = ${sql.orgId}
    ) as part
    group by source_id`;
  const counts = new Map(parts.map(({ sourceId, ...own }) => [sourceId, own]));
  return sources.map(({ id, name, kind, lastCompleteAt }) => ({
    ...{ sourceId: id, name, kind, lastCompleteAt },
    coverage: coverage.get(id)!,
    ...(counts.get(id) ?? NEVER_LISTED),
  }));
}

type PartCounts = Pick<EvidenceSource, 'parts' | 'unseenPartCount' | 'unseenParts' | 'listedSince'>;

const NEVER_LISTED: PartCounts = { parts: 0, unseenPartCount: 0, unseenParts: [], listedSince: null };

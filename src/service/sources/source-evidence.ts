/** The use case of evidence about sources: how much of each was seen and judged. */
import { readList } from '../../infra/database/bounded-read.ts';
import type { Sql } from '../../infra/database/connections.ts';
import { type EvidenceSource, listEvidenceSources } from './source-evidence-store.ts';

/** Lists how much of each source has been judged. @throws AppError `query_timeout` */
export function readEvidenceSources(sql: Sql, orgId: string): Promise<readonly EvidenceSource[]> {
  return readList(sql, orgId, listEvidenceSources);
}

/** Filter of workflows by the source that they were pulled from. */
import type { Fragment, TenantTransaction } from '../../../infra/database/transaction.ts';

/**
 * Writes the condition on rows of `workflows`, with its AND: they show a run of a file of the source. What pulls have stored
 * decides, never the text `source`, which every caller may send.
 */
export function sourceCondition(sql: TenantTransaction, sourceId: string | null): Fragment {
  if (sourceId === null) return sql``;
  return sql`
    and workflows.validation_id in (
      select file.validation_id from source_files as file
      join source_artefacts as artefact on artefact.org_id = file.org_id and artefact.id = file.artefact_id
      where file.org_id = ${sql.orgId} and artefact.source_id = ${sourceId}::uuid
    )`;
}

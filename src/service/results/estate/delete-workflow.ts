/** The use case of taking a workflow out of the estate. */
import type { AuditEntry } from '../../../contract/audit.ts';
import type { Sql } from '../../../infra/database/connections.ts';
import { withOrganisation } from '../../../infra/database/database.ts';
import { audit } from '../../audit/audit-store.ts';
import { requireFound } from './read-estate.ts';
import { deleteWorkflow, findWorkflow } from './workflows-store.ts';

/** Deletes a workflow with its findings. Its runs stay, and its next run brings it back. @throws AppError `not_found` */
export async function removeWorkflow(
  sql: Sql,
  { orgId, actor, requestId }: Pick<AuditEntry, 'actor' | 'requestId'> & { readonly orgId: string },
  id: string,
): Promise<void> {
  await withOrganisation(sql, orgId, async (transaction) => {
    const { filename, platform, repository, validationId } = requireFound(
      await findWorkflow(transaction, id, true),
    );
    await deleteWorkflow(transaction, id);
    await audit(transaction, {
      actor,
      action: 'workflow.deleted',
      target: { kind: 'workflow', id, name: filename },
      details: { platform, repository, validationId },
      requestId,
    });
  });
}

/** The use case of changing the stated facts of a workflow: its owner, its criticality, the class of its data. */
import { fieldChanges } from '../../contract/audit.ts';
import { AppError } from '../../errors.ts';
import type { Sql } from '../../infra/database/connections.ts';
import { withOrganisation } from '../../infra/database/database.ts';
import { audit } from '../audit/audit-store.ts';
import type { Change } from '../policy/organisation-settings.ts';
import { requireFound } from '../results/estate/read-estate.ts';
import { type EstateWorkflow, findWorkflow } from '../results/estate/workflows-store.ts';
import { reassignOwners, type StatedFacts, writeFacts } from './owners-store.ts';
import { findTeam, holdTeams } from './teams-store.ts';

const FIELDS = ['ownerTeamId', 'ownerTeam', 'hasSetOwner', 'criticality', 'dataClass'] as const;

/** Changes the given facts of a workflow. @throws AppError `not_found`, `invalid_field` for an unknown team */
export async function changeWorkflow(
  sql: Sql,
  { orgId, actor, requestId }: Change,
  id: string,
  changes: Partial<StatedFacts>,
): Promise<EstateWorkflow> {
  return withOrganisation(sql, orgId, async (transaction) => {
    const { ownerTeamId } = changes;
    if (ownerTeamId !== undefined) await holdTeams(transaction);
    const before = requireFound(await findWorkflow(transaction, id, true));
    if (Object.keys(changes).length === 0) return before;
    if (typeof ownerTeamId === 'string' && (await findTeam(transaction, ownerTeamId)) === undefined) {
      const message = `The organisation has no team ${ownerTeamId}. GET /api/v1/teams lists those that it has.`;
      throw new AppError('invalid_field', message, { field: 'owner_team_id' });
    }
    const { criticality, dataClass } = before;
    await writeFacts(transaction, id, { criticality, dataClass, ...changes });
    if (ownerTeamId === null) await reassignOwners(transaction);
    const after = requireFound(await findWorkflow(transaction, id));
    await audit(transaction, {
      actor,
      action: 'workflow.updated',
      target: { kind: 'workflow', id, name: before.filename },
      details: { repository: before.repository },
      changes: fieldChanges(before, after, FIELDS),
      requestId,
    });
    return after;
  });
}

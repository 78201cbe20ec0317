/** Filters of workflows by owner and stated facts. */
import { type Criticality, type DataClass, NO_OWNER } from '../../../contract/lists/estate.ts';
import type { Fragment, Transaction } from '../../../infra/database/transaction.ts';

/** Filters by owner, criticality and class of data; null does not filter. */
export interface OwnerFilters {
  /** Id of a team, or `NO_OWNER`. */
  readonly ownerTeamId: string | null;
  readonly criticality: Criticality | null;
  readonly dataClass: DataClass | null;
}

/** Writes the conditions on rows of `workflows`, each with its AND. */
export function ownerConditions(
  sql: Transaction,
  { ownerTeamId, criticality, dataClass }: OwnerFilters,
): Fragment {
  const owner =
    ownerTeamId === null
      ? sql``
      : ownerTeamId === NO_OWNER
        ? sql`and workflows.owner_team_id is null`
        : sql`and workflows.owner_team_id = ${ownerTeamId}`;
  return sql`
    ${owner}
    ${criticality === null ? sql`` : sql`and workflows.criticality = ${criticality}`}
    ${dataClass === null ? sql`` : sql`and workflows.data_class = ${dataClass}`}`;
}

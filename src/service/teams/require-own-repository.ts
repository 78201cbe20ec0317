/** Checks of callers whose rights are narrowed to teams, before work that has the rights of the organisation. */
import { AppError } from '../../errors.ts';
import { narrowedTo } from '../../infra/async/narrowing.ts';
import type { Sql } from '../../infra/database/connections.ts';
import { withOrganisation } from '../../infra/database/database.ts';
import type { TenantTransaction } from '../../infra/database/transaction.ts';
import type { Caller } from '../access/caller.ts';
import { insertRepository } from './repositories-store.ts';
import { holdTeams } from './teams-store.ts';

type Narrowed = Pick<Caller, 'orgId' | 'teams'>;

/** @throws AppError `team_access_denied` unless a team of a narrowed caller owns the repository as a whole */
export async function requireOwnRepository(
  sql: Sql,
  { orgId, teams = null }: Narrowed,
  repository: string | null,
): Promise<void> {
  if (teams === null) return;
  if (repository === null) {
    const message =
      'Your rights are narrowed to the repositories of your teams. Name the repository: pipeline.repository in the metadata of a run.';
    throw new AppError('team_access_denied', message);
  }
  // With `*` an exception means several repositories, also those of other teams.
  const isOwn =
    !repository.includes('*') &&
    (await withOrganisation(sql, orgId, async (transaction) => {
      await holdTeams(transaction);
      return insertRepository(transaction, repository, teams);
    }));
  if (isOwn) return;
  const message = `None of your teams owns the repository ${JSON.stringify(repository.slice(0, 200))} as a whole. An admin can add it to a team.`;
  throw new AppError('team_access_denied', message, { repository: repository.slice(0, 200) });
}

/** Reads with the rights of the caller, so that what it must not see is missing. A caller for the organisation reads nothing. */
export async function readNarrowed(
  sql: Sql,
  { orgId, teams = null }: Narrowed,
  read: (transaction: TenantTransaction) => Promise<unknown>,
): Promise<void> {
  if (teams !== null) await narrowedTo(teams, () => withOrganisation(sql, orgId, read));
}

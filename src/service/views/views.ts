/** Use cases of saved views: list them, save one, delete one. */
import { CONTRACT_LIMITS } from '../../contract/limits.ts';
import { AppError } from '../../errors.ts';
import type { Sql } from '../../infra/database/connections.ts';
import { withOrganisation } from '../../infra/database/database.ts';
import {
  countViewsLocked,
  deleteView,
  holdTeamOf,
  insertView,
  listViews,
  type NewView,
  type ViewOwner,
  type ViewRecord,
} from './views-store.ts';

/** Lists the views of a caller: its own, and those of its teams. */
export function readViews(sql: Sql, orgId: string, owner: ViewOwner): Promise<readonly ViewRecord[]> {
  return withOrganisation(sql, orgId, (transaction) => listViews(transaction, owner));
}

/** Saves a view. @throws AppError `invalid_field` for a team that is none of the caller, `state_conflict` at the limit */
export function addView(
  sql: Sql,
  orgId: string,
  { owner, name }: { readonly owner: ViewOwner; readonly name: string },
  view: NewView,
): Promise<ViewRecord> {
  const { viewsMax } = CONTRACT_LIMITS;
  return withOrganisation(sql, orgId, async (transaction) => {
    if (view.teamId !== null && !(await holdTeamOf(transaction, owner, view.teamId))) {
      const message = `None of your teams has the id ${view.teamId}.`;
      throw new AppError('invalid_field', message, { field: 'team_id' });
    }
    if ((await countViewsLocked(transaction, owner, view.teamId)) >= viewsMax) {
      const whose = view.teamId === null ? 'You have' : 'The team has';
      const message = `${whose} ${viewsMax} views, which is the limit. Delete some first.`;
      throw new AppError('state_conflict', message, { limit: String(viewsMax) });
    }
    const id = await insertView(transaction, view, owner, name);
    return (await listViews(transaction, owner)).find((one) => one.id === id)!;
  });
}

/** Deletes a view. @throws AppError `not_found` when the caller has none with this id */
export async function removeView(sql: Sql, orgId: string, owner: ViewOwner, id: string): Promise<void> {
  await withOrganisation(sql, orgId, async (transaction) => {
    const found = (await listViews(transaction, owner)).some((view) => view.id === id);
    if (!found)
      throw new AppError('not_found', 'You have no view with this id, and neither have your teams.');
    await deleteView(transaction, id);
  });
}

/** Rights of the work that runs now, where they are narrowed to teams. Work that it awaits has the same. */
import { AsyncLocalStorage } from 'node:async_hooks';

/** Role of transactions of narrowed callers; see `sql/0079_rights_of_teams.sql`. */
export const TEAM_ROLE = 'flowarden_team';

/** Ids of teams; null: the rights are those of the whole organisation. */
export type Teams = readonly string[] | null;

const narrowing = new AsyncLocalStorage<Teams>();

/** Runs work whose transactions only read, and see what these teams own. */
export function narrowedTo<Result>(teams: Teams, work: () => Result): Result {
  return narrowing.run(teams, work);
}

/** Runs work with the rights of the whole organisation. Check first that the caller may have its answer. */
export function beyondTeams<Result>(work: () => Result): Result {
  return narrowing.run(null, work);
}

/** Returns the teams that the work is narrowed to. */
export function teamsOfNow(): Teams {
  return narrowing.getStore() ?? null;
}

/** Returns the settings of a transaction that begins now. */
export function settingsOfTeams(): Readonly<Record<string, string>> {
  const teams = teamsOfNow();
  return teams === null ? {} : { role: TEAM_ROLE, 'app.teams': `{${teams.join()}}` };
}

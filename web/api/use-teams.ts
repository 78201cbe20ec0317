/** Teams of the organisation. */

import type { TeamListResponse } from '../../src/gen/contract/answers.ts';
import { hasScope } from '../session/session.ts';
import { listTeams, type Team } from './calls/teams.ts';
import { useCall } from './use-call.ts';

/** Reads all pages: a list to choose from lacks no team. */
const allTeams: typeof listTeams = {
  ...listTeams,
  async send(_input, signal) {
    const teams: Team[] = [];
    let cursor: string | null = null;
    do {
      const page: TeamListResponse = await listTeams.send({ query: { cursor } }, signal);
      teams.push(...page.teams);
      cursor = page.nextCursor;
    } while (cursor !== null);
    return { teams, nextCursor: null };
  },
};

/** Returns the teams; undefined until they are loaded, and for those who may not read them. */
export function useTeams(): readonly Team[] | undefined {
  return useCall(allTeams, {}, { isEnabled: hasScope(['analysis:read', 'org:admin']) }).data?.teams;
}

/** Returns the teams as options of a field. */
export function teamOptions(teams: readonly Team[] = []): readonly (readonly [id: string, name: string])[] {
  return teams.map(({ id, name }) => [id, name]);
}

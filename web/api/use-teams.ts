/** Teams of the organisation. */

import { hasScope } from '../session/session.ts';
import { listTeams, type Team } from './calls/teams.ts';
import { useCall } from './use-call.ts';

/** Returns the teams; undefined until they are loaded, and for those who may not read them. */
export function useTeams(): readonly Team[] | undefined {
  return useCall(listTeams, {}, { isEnabled: hasScope(['analysis:read', 'org:admin']) }).data?.teams;
}

/** Returns the teams as options of a field. */
export function teamOptions(teams: readonly Team[] = []): readonly (readonly [id: string, name: string])[] {
  return teams.map(({ id, name }) => [id, name]);
}

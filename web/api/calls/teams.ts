/** Calls of teams, and of what they own. */
import type { TeamListResponse, TeamResponse } from '../../../src/gen/contract/answers.ts';
import { defineCall } from '../define-call.ts';

export type Team = TeamResponse;

/** Members of a team that a person writes. */
export type TeamForm = Pick<Team, 'name' | 'description' | 'handles' | 'memberIds' | 'patterns'>;

type OfTeam = { readonly params: { readonly id: string } };

const PATH = '/api/v1/teams';

export const listTeams = defineCall<TeamListResponse>('GET', PATH);
export const createTeam = defineCall<Team, { body: TeamForm }>('POST', PATH);
export const updateTeam = defineCall<Team, OfTeam & { body: TeamForm }>('PATCH', `${PATH}/{id}`);
export const deleteTeam = defineCall<null, OfTeam>('DELETE', `${PATH}/{id}`);

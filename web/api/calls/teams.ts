/** Calls of teams, of what they own, and of CODEOWNERS files. */
import type {
  CodeOwnersListResponse,
  CodeOwnersResponse,
  CodeOwnersTextResponse,
  TeamListResponse,
  TeamResponse,
} from '../../../src/gen/contract/answers.ts';
import { defineCall } from '../define-call.ts';

export type Team = TeamResponse;
export type CodeOwners = CodeOwnersResponse;

/** Members of a team that a person writes. */
export type TeamForm = Pick<Team, 'name' | 'description' | 'handles' | 'memberIds' | 'patterns'>;

type ById = { readonly params: { readonly id: string } };

const PATH = '/api/v1/teams';

export const listTeams = defineCall<TeamListResponse>('GET', PATH);
export const createTeam = defineCall<Team, { body: TeamForm }>('POST', PATH);
export const updateTeam = defineCall<Team, ById & { body: TeamForm }>('PATCH', `${PATH}/{id}`);
export const deleteTeam = defineCall<null, ById>('DELETE', `${PATH}/{id}`);

const FILES = '/api/v1/code-owners';

export const listCodeOwners = defineCall<CodeOwnersListResponse>('GET', FILES);
export const getCodeOwners = defineCall<CodeOwnersTextResponse, ById>('GET', `${FILES}/{id}`);
export const confirmCodeOwners = defineCall<CodeOwners, ById>('POST', `${FILES}/{id}/confirmation`);
export const deleteCodeOwners = defineCall<null, ById>('DELETE', `${FILES}/{id}`);

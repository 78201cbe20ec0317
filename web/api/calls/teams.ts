/** Calls of teams, of what they own, of CODEOWNERS files, and of groups that give roles and teams. */
import type {
  CodeOwnersListResponse,
  CodeOwnersResponse,
  CodeOwnersTextResponse,
  GroupMappingListResponse,
  GroupMappingResponse,
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

/** Members of a mapping that a person writes. */
type MappingForm = Pick<GroupMappingResponse, 'group' | 'role' | 'teamsOnly' | 'teamIds'>;

/** A mapping with its id, which a new one does not have yet. */
export type WrittenMapping = MappingForm & Pick<GroupMappingResponse, 'id'>;

const MAPPINGS = '/api/v1/group-mappings';

export const listGroupMappings = defineCall<GroupMappingListResponse>('GET', MAPPINGS);
export const createGroupMapping = defineCall<GroupMappingResponse, { body: MappingForm }>('POST', MAPPINGS);
export const updateGroupMapping = defineCall<
  GroupMappingResponse,
  ById & { body: Omit<MappingForm, 'group'> }
>('PATCH', `${MAPPINGS}/{id}`);
export const deleteGroupMapping = defineCall<null, ById>('DELETE', `${MAPPINGS}/{id}`);

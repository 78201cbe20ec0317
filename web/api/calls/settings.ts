/** Calls of the organisation's settings, its environments and its usage. */
import type {
  EnvironmentListResponse,
  EnvironmentResponse,
  NewRulesResponse,
  OrganisationSettingsResponse,
  UsageResponse,
} from '../../../src/gen/contract/answers.ts';
import { defineCall } from '../define-call.ts';

export type OrganisationSettings = OrganisationSettingsResponse;
export type Environment = EnvironmentResponse;
export type Usage = UsageResponse;

/** Members of an environment that a person chooses. */
export type EnvironmentChanges = Partial<Pick<Environment, 'description' | 'enforcementMode' | 'ruleset'>>;

type Guarded = { readonly headers: { readonly 'If-Match': string } };
type Named = { readonly params: { readonly name: string } };

export const getSettings = defineCall<OrganisationSettings>('GET', '/api/v1/organisation/settings');
export const updateSettings = defineCall<
  OrganisationSettings,
  Guarded & { body: Partial<OrganisationSettings> }
>('PATCH', '/api/v1/organisation/settings');
export const listNewRules = defineCall<NewRulesResponse>('GET', '/api/v1/organisation/new-rules');
export const listEnvironments = defineCall<EnvironmentListResponse>('GET', '/api/v1/environments');
export const createEnvironment = defineCall<Environment, { body: { name: string } & EnvironmentChanges }>(
  'POST',
  '/api/v1/environments',
);
export const getEnvironment = defineCall<Environment, Named>('GET', '/api/v1/environments/{name}');
export const updateEnvironment = defineCall<Environment, Named & Guarded & { body: EnvironmentChanges }>(
  'PATCH',
  '/api/v1/environments/{name}',
);
export const deleteEnvironment = defineCall<null, Named>('DELETE', '/api/v1/environments/{name}');
export const getUsage = defineCall<Usage>('GET', '/api/v1/usage');

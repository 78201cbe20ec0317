/** Calls of the organisation's settings, its environments and its usage. */
import type { z } from 'zod';
import type {
  EnvironmentListResponse,
  EnvironmentResponse,
  OrganisationSettingsResponse,
} from '../../../gateway/routes/organisation/organisation-schema.ts';
import type { UsageResponse } from '../../../gateway/routes/organisation/usage-schema.ts';
import { defineCall } from '../define-call.ts';

export type OrganisationSettings = z.output<typeof OrganisationSettingsResponse>;
export type Environment = z.output<typeof EnvironmentResponse>;
export type Usage = z.output<typeof UsageResponse>;

/** Members of an environment that a person chooses. */
export type EnvironmentChanges = Partial<Pick<Environment, 'description' | 'enforcementMode' | 'ruleset'>>;

type Guarded = { readonly headers: { readonly 'If-Match': string } };
type Named = { readonly params: { readonly name: string } };

export const getSettings = defineCall<OrganisationSettings>('GET', '/api/v1/organisation/settings');
export const updateSettings = defineCall<
  OrganisationSettings,
  Guarded & { body: Partial<OrganisationSettings> }
>('PATCH', '/api/v1/organisation/settings');
export const listEnvironments = defineCall<z.output<typeof EnvironmentListResponse>>(
  'GET',
  '/api/v1/environments',
);
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

/** /api/v1/environments: target environments of workflows, with the defaults of their runs. */
import { z } from 'zod';
import { ENFORCEMENT_MODES } from '../../../src/analysis/model/report.ts';
import { ENVIRONMENT_NAME } from '../../../src/contract/environment.ts';
import { CONTRACT_LIMITS } from '../../../src/contract/limits.ts';
import { EnvironmentServiceService } from '../../../src/gen/flowarden/v1/organisation.ts';
import { READ_TIME } from '../../core/client.ts';
import { ETAG, etagHeaders, etagOf, IF_MATCH } from '../../endpoint/etag.ts';
import { choiceField, textField } from '../../endpoint/fields.ts';
import { updateMask } from '../../endpoint/merge-patch.ts';
import { defineRoute, NOTHING } from '../../endpoint/route.ts';
import { EnvironmentListResponse, EnvironmentResponse } from './organisation-schema.ts';

const PATH = '/api/v1/environments';
const Name = z.strictObject({
  name: textField(CONTRACT_LIMITS.environmentCharactersMax, 'The name of the environment.'),
});

const example = {
  name: 'production',
  description: null,
  enforcementMode: 'blocking',
  ruleset: null,
  createdAt: '2026-03-02T09:41:07.120Z',
  updatedAt: '2026-03-02T09:41:07.120Z',
};

const Changes = z.strictObject({
  description: textField(CONTRACT_LIMITS.environmentDescriptionCharactersMax, 'What it is for.')
    .nullable()
    .optional(),
  enforcementMode: choiceField(
    ENFORCEMENT_MODES,
    'The mode of runs that name this environment and no mode; null: that of the organisation.',
  )
    .nullable()
    .optional(),
  ruleset: textField(
    CONTRACT_LIMITS.rulesetCharactersMax,
    'The ruleset of runs that name this environment and no ruleset; null: that of the organisation.',
  )
    .nullable()
    .optional(),
});
const CODES = { enforcementMode: 'invalid_enforcement_mode' } as const;

/** Converts a body to the core's message. */
function toMessage(name: string, values: z.output<typeof Changes>) {
  return {
    name,
    description: values.description ?? undefined,
    enforcementMode: values.enforcementMode ?? undefined,
    ruleset: values.ruleset ?? undefined,
    etag: '',
    createdAt: undefined,
    updatedAt: undefined,
  };
}

export const listEnvironments = defineRoute({
  method: 'GET',
  path: PATH,
  operationId: 'listEnvironments',
  tag: 'Organisation',
  summary: 'List the environments',
  description: `All environments, at most ${CONTRACT_LIMITS.environmentsMax}. Scope \`policies:read\` or \`policies:write\`.`,
  access: EnvironmentServiceService.listEnvironments,
  params: NOTHING,
  query: NOTHING,
  body: null,
  answers: {
    200: {
      description: 'The environments.',
      schema: EnvironmentListResponse,
      example: { environments: [example] },
    },
  },
  errors: [],
  async handle({ context }, { core }) {
    const body = await core.call(EnvironmentServiceService.listEnvironments, {}, context, READ_TIME);
    return { status: 200, body };
  },
});

export const createEnvironment = defineRoute({
  method: 'POST',
  path: PATH,
  operationId: 'createEnvironment',
  tag: 'Organisation',
  summary: 'Add an environment',
  description: 'Runs name it in the field `environment`. Scope `policies:write`.',
  access: EnvironmentServiceService.createEnvironment,
  params: NOTHING,
  query: NOTHING,
  body: {
    kind: 'json',
    spelling: 'camel',
    schema: z.strictObject({
      name: textField(
        CONTRACT_LIMITS.environmentCharactersMax,
        'Lower-case letters, digits, `.`, `_` and `-`. It cannot be changed.',
      ).regex(ENVIRONMENT_NAME, {
        error:
          'must be made of lower-case letters, digits, ".", "_" and "-", and begin with a letter or a digit',
      }),
      ...Changes.shape,
    }),
    example: { name: 'acceptance', description: 'Before production', enforcementMode: 'blocking' },
    codes: CODES,
  },
  answers: {
    201: {
      description: 'The new environment.',
      schema: EnvironmentResponse,
      example,
      headers: { Location: 'Address of the environment.', ...ETAG },
    },
  },
  errors: [
    'invalid_enforcement_mode',
    'unknown_ruleset',
    'state_conflict',
    'plan_feature_required',
    'payment_past_due',
    'reauthentication_required',
  ],
  async handle({ body, context }, { core }) {
    const { environment } = await core.call(
      EnvironmentServiceService.createEnvironment,
      { environment: toMessage(body.name, body) },
      context,
      READ_TIME,
    );
    const headers = { Location: `${PATH}/${body.name}`, ...etagHeaders(environment) };
    return { status: 201, body: environment, headers };
  },
});

export const getEnvironment = defineRoute({
  method: 'GET',
  path: `${PATH}/:name`,
  operationId: 'getEnvironment',
  tag: 'Organisation',
  summary: 'Read an environment',
  description: 'One environment. Scope `policies:read` or `policies:write`.',
  access: EnvironmentServiceService.getEnvironment,
  params: Name,
  query: NOTHING,
  body: null,
  answers: {
    200: { description: 'The environment.', schema: EnvironmentResponse, example, headers: ETAG },
  },
  errors: ['not_found'],
  async handle({ params, context }, { core }) {
    const { environment } = await core.call(
      EnvironmentServiceService.getEnvironment,
      params,
      context,
      READ_TIME,
    );
    return { status: 200, body: environment, headers: etagHeaders(environment) };
  },
});

export const updateEnvironment = defineRoute({
  method: 'PATCH',
  path: `${PATH}/:name`,
  operationId: 'updateEnvironment',
  tag: 'Organisation',
  summary: 'Change an environment',
  description:
    'Changes the members that are sent; null leaves it to the organisation. Scope `policies:write`.',
  access: EnvironmentServiceService.updateEnvironment,
  params: Name,
  query: NOTHING,
  headers: IF_MATCH,
  body: {
    kind: 'json',
    spelling: 'camel',
    schema: Changes,
    example: { enforcementMode: 'blocking', ruleset: 'strict' },
    codes: CODES,
  },
  answers: {
    200: { description: 'The environment.', schema: EnvironmentResponse, example, headers: ETAG },
  },
  errors: [
    'invalid_enforcement_mode',
    'unknown_ruleset',
    'not_found',
    'etag_mismatch',
    'reauthentication_required',
  ],
  async handle({ params, body, header, context }, { core }) {
    const request = {
      environment: toMessage(params.name, body),
      updateMask: updateMask(body),
      etag: etagOf(header('If-Match')),
    };
    const { environment } = await core.call(
      EnvironmentServiceService.updateEnvironment,
      request,
      context,
      READ_TIME,
    );
    return { status: 200, body: environment, headers: etagHeaders(environment) };
  },
});

export const deleteEnvironment = defineRoute({
  method: 'DELETE',
  path: `${PATH}/:name`,
  operationId: 'deleteEnvironment',
  tag: 'Organisation',
  summary: 'Delete an environment',
  description: 'Later runs that name it are rejected; results retain its name. Scope `policies:write`.',
  access: EnvironmentServiceService.deleteEnvironment,
  params: Name,
  query: NOTHING,
  headers: IF_MATCH,
  body: null,
  answers: { 204: { description: 'It is gone.', schema: null } },
  errors: ['not_found', 'etag_mismatch', 'reauthentication_required'],
  async handle({ params, header, context }, { core }) {
    const request = { ...params, etag: etagOf(header('If-Match')) };
    await core.call(EnvironmentServiceService.deleteEnvironment, request, context, READ_TIME);
    return { status: 204 };
  },
});

/** /api/v1/api-keys: managing the organisation's API keys. */
import { z } from 'zod';
import { CONTRACT_LIMITS } from '../../../src/contract/limits.ts';
import { WIRE_CASES } from '../../../src/contract/wire-case.ts';
import { ApiKeyServiceService } from '../../../src/gen/flowarden/v1/api_key.ts';
import { READ_TIME } from '../../core/client.ts';
import { choiceField, dateOf, textField, timeField } from '../../endpoint/fields.ts';
import { updateMask } from '../../endpoint/merge-patch.ts';
import { PAGING, pageRequest } from '../../endpoint/paging.ts';
import { defineRoute, NOTHING } from '../../endpoint/route.ts';
import { keyExample } from './api-key-example.ts';
import { ApiKeyListResponse, ApiKeyResponse, ApiKeySecretResponse } from './api-key-schema.ts';

const PATH = '/api/v1/api-keys';
const Id = z.strictObject({ id: textField(64, 'The id of the key: its eight public characters.') });

const expiresAt = (unset: string) =>
  timeField(
    `Expiry of the key, at most ${CONTRACT_LIMITS.apiKeyDaysMax} days ahead; ${unset}.`,
    '2027-03-02T09:41:07Z',
  )
    .nullable()
    .optional();

const keyName = () => textField(CONTRACT_LIMITS.apiKeyNameCharactersMax, 'What the key is for.', 1);
const wireCase = () =>
  choiceField(
    WIRE_CASES,
    'Spelling of names in answers if the request sets none; null: that of the organisation.',
  )
    .nullable()
    .optional();

const secretExample = { apiKey: keyExample, secret: 'fwd_live_b7Xk20Qd_…' };

export const createApiKey = defineRoute({
  method: 'POST',
  path: PATH,
  operationId: 'createApiKey',
  tag: 'API keys',
  summary: 'Create a key',
  description: 'Makes a key. You can grant only scopes that you have. Scope `keys:manage`.',
  access: ApiKeyServiceService.createApiKey,
  params: NOTHING,
  query: NOTHING,
  body: {
    kind: 'json',
    spelling: 'camel',
    schema: z.strictObject({
      name: keyName(),
      scopes: z.array(z.string()).min(1).max(32).meta({
        description: 'Scopes of the key, such as `analysis:write`.',
      }),
      expiresAt: expiresAt(`${CONTRACT_LIMITS.apiKeyDaysDefault} days ahead if not given`),
      wireCase: wireCase(),
    }),
    example: { name: keyExample.name, scopes: keyExample.scopes, expiresAt: keyExample.expiresAt },
  },
  answers: {
    201: {
      description: 'The new key.',
      schema: ApiKeySecretResponse,
      example: secretExample,
      headers: { Location: 'Address of the key.' },
    },
  },
  errors: ['reauthentication_required'],
  async handle({ body, context }, { core }) {
    const made = await core.call(
      ApiKeyServiceService.createApiKey,
      {
        name: body.name,
        scopes: body.scopes,
        expiresAt: dateOf(body.expiresAt),
        wireCase: body.wireCase ?? '',
      },
      context,
      READ_TIME,
    );
    return { status: 201, body: made, headers: { Location: `${PATH}/${made.apiKey?.id}` } };
  },
});

export const listApiKeys = defineRoute({
  method: 'GET',
  path: PATH,
  operationId: 'listApiKeys',
  tag: 'API keys',
  summary: 'List the keys',
  description: "A page of the organisation's keys, newest first. Scope `keys:manage`.",
  access: ApiKeyServiceService.listApiKeys,
  params: NOTHING,
  query: z.strictObject({
    ...PAGING,
    status: choiceField(['active', 'expired', 'revoked'], 'Only keys in this state.').optional(),
  }),
  body: null,
  answers: {
    200: {
      description: 'A page.',
      schema: ApiKeyListResponse,
      example: { apiKeys: [keyExample], nextCursor: null },
    },
  },
  errors: ['invalid_cursor'],
  async handle({ query, context }, { core }) {
    const request = { ...pageRequest(query), status: query.status ?? '' };
    return {
      status: 200,
      body: await core.call(ApiKeyServiceService.listApiKeys, request, context, READ_TIME),
    };
  },
});

export const getApiKey = defineRoute({
  method: 'GET',
  path: `${PATH}/:id`,
  operationId: 'getApiKey',
  tag: 'API keys',
  summary: 'Read a key',
  description: 'One key, without its secret. Scope `keys:manage`.',
  access: ApiKeyServiceService.getApiKey,
  params: Id,
  query: NOTHING,
  body: null,
  answers: { 200: { description: 'The key.', schema: ApiKeyResponse, example: keyExample } },
  errors: ['not_found'],
  async handle({ params, context }, { core }) {
    const { apiKey } = await core.call(ApiKeyServiceService.getApiKey, params, context, READ_TIME);
    return { status: 200, body: apiKey };
  },
});

export const updateApiKey = defineRoute({
  method: 'PATCH',
  path: `${PATH}/:id`,
  operationId: 'updateApiKey',
  tag: 'API keys',
  summary: 'Change a key',
  description:
    'Changes the members that are sent. A changed spelling is effective within five seconds. Scope `keys:manage`.',
  access: ApiKeyServiceService.updateApiKey,
  params: Id,
  query: NOTHING,
  body: {
    kind: 'json',
    spelling: 'camel',
    schema: z.strictObject({ name: keyName().optional(), wireCase: wireCase() }),
    example: { name: keyExample.name, wireCase: 'snake' },
  },
  answers: { 200: { description: 'The key.', schema: ApiKeyResponse, example: keyExample } },
  errors: ['not_found'],
  async handle({ params, body, context }, { core }) {
    const request = {
      ...params,
      name: body.name ?? '',
      wireCase: body.wireCase ?? '',
      updateMask: updateMask(body),
    };
    const { apiKey } = await core.call(ApiKeyServiceService.updateApiKey, request, context, READ_TIME);
    return { status: 200, body: apiKey };
  },
});

export const revokeApiKey = defineRoute({
  method: 'DELETE',
  path: `${PATH}/:id`,
  operationId: 'revokeApiKey',
  tag: 'API keys',
  summary: 'Revoke a key',
  description: 'Makes a key worthless, everywhere within five seconds. Scope `keys:manage`.',
  access: ApiKeyServiceService.revokeApiKey,
  params: Id,
  query: NOTHING,
  body: null,
  answers: { 204: { description: 'The key is revoked.', schema: null } },
  errors: ['not_found'],
  async handle({ params, context }, { core }) {
    await core.call(ApiKeyServiceService.revokeApiKey, params, context, READ_TIME);
    return { status: 204 };
  },
});

export const rotateApiKey = defineRoute({
  method: 'POST',
  path: `${PATH}/:id/rotate`,
  operationId: 'rotateApiKey',
  tag: 'API keys',
  summary: 'Rotate a key',
  description:
    'Gives a key a new secret under the same id. You must have every scope of the key. Scope `keys:manage`.',
  access: ApiKeyServiceService.rotateApiKey,
  params: Id,
  query: NOTHING,
  body: {
    kind: 'json',
    spelling: 'camel',
    schema: z.strictObject({
      overlapSeconds: z.int().min(0).max(CONTRACT_LIMITS.apiKeyOverlapSecondsMax).default(0).meta({
        description: 'Seconds for which the old secret still works.',
      }),
      expiresAt: expiresAt('default: the original lifetime of the key again'),
    }),
    example: { overlapSeconds: 3600 },
  },
  answers: {
    200: {
      description: 'The key with its new secret.',
      schema: ApiKeySecretResponse,
      example: secretExample,
    },
  },
  errors: ['not_found', 'state_conflict', 'reauthentication_required'],
  async handle({ params, body, context }, { core }) {
    const request = { ...params, overlapSeconds: body.overlapSeconds, expiresAt: dateOf(body.expiresAt) };
    return {
      status: 200,
      body: await core.call(ApiKeyServiceService.rotateApiKey, request, context, READ_TIME),
    };
  },
});

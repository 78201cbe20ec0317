/** /api/v1/policy-keys: keys that may sign policy packs. */
import { z } from 'zod';
import { PolicyServiceService } from '../../../src/gen/flowarden/v1/policy.ts';
import { READ_TIME } from '../../core/client.ts';
import { dateOf, textField, timeField } from '../../endpoint/fields.ts';
import { defineRoute, NOTHING } from '../../endpoint/route.ts';
import { PolicyKeyListResponse, PolicyKeyResponse } from './policy-schema.ts';

const PATH = '/api/v1/policy-keys';
const TAG = 'Policy packs';

const example = {
  id: '8ef0069c2c16ef6e',
  publicKey: '-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEA…\n-----END PUBLIC KEY-----\n',
  packs: ['finance-*'],
  notAfter: null,
  createdBy: 'Maria Keller',
  createdAt: '2026-03-02T09:41:07.120Z',
};

export const listPolicyKeys = defineRoute({
  method: 'GET',
  path: PATH,
  operationId: 'listPolicyKeys',
  tag: TAG,
  summary: 'List the keys that may sign policy packs',
  description: 'All of them, at most 50. Scope `policies:read` or `policies:assign`.',
  access: PolicyServiceService.listPolicyKeys,
  params: NOTHING,
  query: NOTHING,
  body: null,
  answers: { 200: { description: 'The keys.', schema: PolicyKeyListResponse, example: { keys: [example] } } },
  errors: [],
  async handle({ context }, { core }) {
    const body = await core.call(PolicyServiceService.listPolicyKeys, {}, context, READ_TIME);
    return { status: 200, body };
  },
});

export const createPolicyKey = defineRoute({
  method: 'POST',
  path: PATH,
  operationId: 'createPolicyKey',
  tag: TAG,
  summary: 'Trust a key that signs policy packs',
  description:
    'From the first key on, every pack must be signed. A key that a pack in force would not be trusted with is rejected. Scope `policies:assign`.',
  access: PolicyServiceService.createPolicyKey,
  params: NOTHING,
  query: NOTHING,
  body: {
    kind: 'json',
    spelling: 'camel',
    schema: z.strictObject({
      publicKey: textField(1_000, 'Ed25519 public key, SPKI in PEM.', 1),
      packs: z
        .array(textField(64, 'Name.', 1))
        .min(1)
        .max(20)
        .meta({ description: 'Names of the packs that it may sign; `*` stands for any characters.' }),
      notAfter: timeField('Expiry of the key; null: it does not expire.', '2027-03-02T09:41:07Z')
        .nullable()
        .optional(),
    }),
    example: { publicKey: example.publicKey, packs: example.packs },
  },
  answers: { 201: { description: 'The key.', schema: PolicyKeyResponse, example } },
  errors: ['state_conflict', 'reauthentication_required'],
  async handle({ body, context }, { core }) {
    const { publicKey, packs, notAfter } = body;
    const key = {
      id: '',
      publicKey,
      packs,
      notAfter: dateOf(notAfter),
      createdBy: '',
      createdAt: undefined,
    };
    const answer = await core.call(PolicyServiceService.createPolicyKey, { key }, context, READ_TIME);
    return { status: 201, body: answer.key };
  },
});

export const deletePolicyKey = defineRoute({
  method: 'DELETE',
  path: `${PATH}/:id`,
  operationId: 'deletePolicyKey',
  tag: TAG,
  summary: 'End the trust in a key',
  description: 'Rejected while a pack in force needs the key. Scope `policies:assign`.',
  access: PolicyServiceService.deletePolicyKey,
  params: z.strictObject({ id: textField(64, 'The id of the key.') }),
  query: NOTHING,
  body: null,
  answers: { 204: { description: 'It is gone.', schema: null } },
  errors: ['not_found', 'state_conflict', 'reauthentication_required'],
  async handle({ params, context }, { core }) {
    await core.call(PolicyServiceService.deletePolicyKey, params, context, READ_TIME);
    return { status: 204 };
  },
});

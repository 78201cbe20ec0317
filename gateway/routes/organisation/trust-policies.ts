/** /api/v1/trust-policies: identity tokens of CI systems that may send files without a key. */
import { z } from 'zod';
import { CONTRACT_LIMITS } from '../../../src/contract/limits.ts';
import { TOKEN_PROVIDER_NAMES } from '../../../src/contract/token-provider.ts';
import { TrustPolicyServiceService } from '../../../src/gen/flowarden/v1/trust.ts';
import { READ_TIME } from '../../core/client.ts';
import { ETAG, etagHeaders, etagOf, IF_MATCH } from '../../endpoint/etag.ts';
import { choiceField, dateOf, textField, timeField } from '../../endpoint/fields.ts';
import { updateMask } from '../../endpoint/merge-patch.ts';
import { defineRoute, NOTHING } from '../../endpoint/route.ts';
import { TrustPolicyListResponse, TrustPolicyResponse } from './trust-policy-schema.ts';

const PATH = '/api/v1/trust-policies';
const TAG = 'Trust policies';
const Id = z.strictObject({ id: textField(64, 'The id of the policy.') });

const name = () => textField(CONTRACT_LIMITS.trustPolicyNameCharactersMax, 'Unique in the organisation.', 1);
const claims = (description: string) =>
  z
    .record(z.string().max(80), textField(CONTRACT_LIMITS.trustClaimCharactersMax, 'Value.', 1))
    .meta({ description });
const pins = () =>
  claims('Claims with their exact values. They hold the ids that never change hands, as `repository_id`.');
const conditions = () =>
  claims('Further claims with a pattern, in which `*` stands for any characters, as `ref`.').optional();
const expiresAt = () =>
  timeField('Expiry of the policy; null: it does not expire.', '2027-03-02T09:41:07Z').nullable().optional();

const example = {
  id: '0190d5a4-7c1e-7a3b-9f00-3f2a1b4c5d6e',
  name: 'acme/robots',
  provider: 'github',
  issuer: 'https://token.actions.githubusercontent.com',
  pins: { repository_owner_id: '4711', repository_id: '815' },
  conditions: { ref: 'refs/heads/*' },
  expiresAt: null,
  lastUsedAt: '2026-03-02T09:41:00.000Z',
  createdBy: 'Maria Keller',
  createdAt: '2026-03-02T09:41:07.120Z',
  updatedAt: '2026-03-02T09:41:07.120Z',
};

const Changes = z.strictObject({
  name: name().optional(),
  pins: pins().optional(),
  conditions: conditions(),
  expiresAt: expiresAt(),
});

const OUTPUT_ONLY = {
  id: '',
  etag: '',
  createdAt: undefined,
  updatedAt: undefined,
  lastUsedAt: undefined,
  createdBy: '',
};

/** Converts the members that can be changed to the core's message. */
function toMessage(values: z.output<typeof Changes>) {
  return {
    ...OUTPUT_ONLY,
    provider: '',
    issuer: '',
    name: values.name ?? '',
    pins: values.pins ?? {},
    conditions: values.conditions ?? {},
    expiresAt: dateOf(values.expiresAt),
  };
}

export const listTrustPolicies = defineRoute({
  method: 'GET',
  path: PATH,
  operationId: 'listTrustPolicies',
  tag: TAG,
  summary: 'List the trust policies',
  description: `All trust policies, at most ${CONTRACT_LIMITS.trustPoliciesMax}. Scope \`trust:manage\`.`,
  access: TrustPolicyServiceService.listTrustPolicies,
  params: NOTHING,
  query: NOTHING,
  body: null,
  answers: {
    200: { description: 'The policies.', schema: TrustPolicyListResponse, example: { policies: [example] } },
  },
  errors: [],
  async handle({ context }, { core }) {
    const body = await core.call(TrustPolicyServiceService.listTrustPolicies, {}, context, READ_TIME);
    return { status: 200, body };
  },
});

export const createTrustPolicy = defineRoute({
  method: 'POST',
  path: PATH,
  operationId: 'createTrustPolicy',
  tag: TAG,
  summary: 'Add a trust policy',
  description:
    'Jobs whose identity token has every pin and matches every condition may send files and read their results, without a key. You can trust others only with what you may do yourself (`analysis:write`). Scope `trust:manage`.',
  access: TrustPolicyServiceService.createTrustPolicy,
  params: NOTHING,
  query: NOTHING,
  body: {
    kind: 'json',
    spelling: 'camel',
    schema: z.strictObject({
      name: name(),
      provider: choiceField(TOKEN_PROVIDER_NAMES, 'The CI system. It cannot be changed.'),
      issuer: textField(
        CONTRACT_LIMITS.trustClaimCharactersMax,
        '`iss` of the tokens, one of those that the installation lists. It cannot be changed.',
        1,
      ),
      pins: pins(),
      conditions: conditions(),
      expiresAt: expiresAt(),
    }),
    example: {
      name: example.name,
      provider: example.provider,
      issuer: example.issuer,
      pins: example.pins,
      conditions: example.conditions,
    },
  },
  answers: {
    201: {
      description: 'The new policy.',
      schema: TrustPolicyResponse,
      example,
      headers: { Location: 'Address of the policy.', ...ETAG },
    },
  },
  errors: ['state_conflict', 'reauthentication_required'],
  async handle({ body, context }, { core }) {
    const { policy } = await core.call(
      TrustPolicyServiceService.createTrustPolicy,
      { policy: { ...toMessage(body), provider: body.provider, issuer: body.issuer } },
      context,
      READ_TIME,
    );
    const headers = { Location: `${PATH}/${policy?.id ?? ''}`, ...etagHeaders(policy) };
    return { status: 201, body: policy, headers };
  },
});

export const getTrustPolicy = defineRoute({
  method: 'GET',
  path: `${PATH}/:id`,
  operationId: 'getTrustPolicy',
  tag: TAG,
  summary: 'Read a trust policy',
  description: 'One trust policy. Scope `trust:manage`.',
  access: TrustPolicyServiceService.getTrustPolicy,
  params: Id,
  query: NOTHING,
  body: null,
  answers: {
    200: { description: 'The policy.', schema: TrustPolicyResponse, example, headers: ETAG },
  },
  errors: ['not_found'],
  async handle({ params, context }, { core }) {
    const { policy } = await core.call(TrustPolicyServiceService.getTrustPolicy, params, context, READ_TIME);
    return { status: 200, body: policy, headers: etagHeaders(policy) };
  },
});

export const updateTrustPolicy = defineRoute({
  method: 'PATCH',
  path: `${PATH}/:id`,
  operationId: 'updateTrustPolicy',
  tag: TAG,
  summary: 'Change a trust policy',
  description:
    'Changes the members that are sent; `pins` and `conditions` are replaced as a whole. Tokens are judged by it within seconds. Scope `trust:manage`.',
  access: TrustPolicyServiceService.updateTrustPolicy,
  params: Id,
  query: NOTHING,
  headers: IF_MATCH,
  body: {
    kind: 'json',
    spelling: 'camel',
    schema: Changes,
    example: { conditions: { ref: 'refs/heads/main' } },
  },
  answers: {
    200: { description: 'The policy.', schema: TrustPolicyResponse, example, headers: ETAG },
  },
  errors: ['not_found', 'etag_mismatch', 'state_conflict', 'reauthentication_required'],
  async handle({ params, body, header, context }, { core }) {
    const request = {
      policy: { ...toMessage(body), id: params.id },
      updateMask: updateMask(body),
      etag: etagOf(header('If-Match')),
    };
    const { policy } = await core.call(
      TrustPolicyServiceService.updateTrustPolicy,
      request,
      context,
      READ_TIME,
    );
    return { status: 200, body: policy, headers: etagHeaders(policy) };
  },
});

export const deleteTrustPolicy = defineRoute({
  method: 'DELETE',
  path: `${PATH}/:id`,
  operationId: 'deleteTrustPolicy',
  tag: TAG,
  summary: 'Delete a trust policy',
  description: 'Its tokens are rejected within seconds; results stay. Scope `trust:manage`.',
  access: TrustPolicyServiceService.deleteTrustPolicy,
  params: Id,
  query: NOTHING,
  headers: IF_MATCH,
  body: null,
  answers: { 204: { description: 'It is gone.', schema: null } },
  errors: ['not_found', 'etag_mismatch'],
  async handle({ params, header, context }, { core }) {
    const request = { ...params, etag: etagOf(header('If-Match')) };
    await core.call(TrustPolicyServiceService.deleteTrustPolicy, request, context, READ_TIME);
    return { status: 204 };
  },
});

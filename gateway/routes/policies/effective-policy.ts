/** /api/v1/policy-packs/{slug}/versions/{version}/effective and /explain: what a policy pack decides, and where. */
import { z } from 'zod';
import { type PolicyRule, PolicyServiceService } from '../../../src/gen/flowarden/v1/policy.ts';
import { READ_TIME } from '../../core/client.ts';
import { textField } from '../../endpoint/fields.ts';
import { defineRoute } from '../../endpoint/route.ts';
import { EffectivePolicyResponse, PolicyRuleResponse } from './policy-schema.ts';

const PATH = '/api/v1/policy-packs/:slug/versions/:version';
const TAG = 'Policy packs';
const SCOPES = 'Scope `policies:read` or `policies:write`.';

const Version = z.strictObject({
  slug: textField(64, 'The name of the pack.'),
  version: textField(64, 'The version, such as `2.3.0`.'),
});
const environment = textField(64, 'An environment of the pack; without it, runs without an environment.');

const ruleExample = {
  ruleId: 'UIP-MNT-001',
  title: 'Workflow too large',
  on: true,
  severity: 'medium',
  decisions: [
    { about: 'on', value: 'true', origin: 'builtin/recommended' },
    { about: 'severity', value: '"medium"', origin: 'pack.yaml:14' },
    { about: 'params.max', value: '100', origin: 'pack.yaml:14' },
  ],
};

const effectiveExample = {
  version: {
    id: '0190d5a4-7c1e-7a3b-9f00-3f2a1b4c5d6e',
    slug: 'finance',
    version: '2.3.0',
    revision: 41,
    digest: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    publishedBy: 'Maria Keller',
    publishedAt: '2026-03-02T09:41:07.120Z',
  },
  environment: 'production',
  mode: 'blocking',
  choice: 'fixed',
  gate: {
    block: ['critical', 'high'],
    scoreMin: 80,
    newMax: { low: 0 },
    notEvaluatedMax: null,
    required: [],
  },
  rules: [ruleExample],
};

const known = (value: string) => (value === '' ? null : value);

function presentRule({ decisions, ...rule }: PolicyRule) {
  return { ...rule, decisions: decisions.map(({ origin, ...rest }) => ({ ...rest, origin: known(origin) })) };
}

export const getEffectivePolicy = defineRoute({
  method: 'GET',
  path: `${PATH}/effective`,
  operationId: 'getEffectivePolicy',
  tag: TAG,
  summary: 'Read what a version decides for an environment',
  description: `Mode, gate and every rule that is on, with the place of each decision. ${SCOPES}`,
  access: PolicyServiceService.getEffectivePolicy,
  params: Version,
  query: z.strictObject({ environment: environment.optional() }),
  body: null,
  answers: {
    200: { description: 'The policy.', schema: EffectivePolicyResponse, example: effectiveExample },
  },
  errors: ['not_found', 'policy_pack_invalid'],
  async handle({ params, query, context }, { core }) {
    const request = { ...params, environment: query.environment ?? '' };
    const found = await core.call(PolicyServiceService.getEffectivePolicy, request, context, READ_TIME);
    const { scoreMin = 0, notEvaluatedMax = -1, ...gate } = found.gate ?? {};
    return {
      status: 200,
      body: {
        ...found,
        environment: known(found.environment),
        mode: known(found.mode),
        choice: known(found.choice),
        gate: {
          ...gate,
          scoreMin: scoreMin === 0 ? null : scoreMin,
          notEvaluatedMax: notEvaluatedMax === -1 ? null : notEvaluatedMax,
        },
        rules: found.rules.map(presentRule),
      },
    };
  },
});

export const explainPolicyRule = defineRoute({
  method: 'GET',
  path: `${PATH}/explain`,
  operationId: 'explainPolicyRule',
  tag: TAG,
  summary: 'Read what a version decides about a rule, and where',
  description: `Each decision with its file and line, preset or pack. ${SCOPES}`,
  access: PolicyServiceService.explainPolicyRule,
  params: Version,
  query: z.strictObject({
    rule: textField(64, 'The id of the rule.'),
    environment: environment.optional(),
    path: textField(1_024, 'Path of a file: overrides for other paths are left out.').optional(),
  }),
  body: null,
  answers: { 200: { description: 'The rule.', schema: PolicyRuleResponse, example: ruleExample } },
  errors: ['not_found', 'policy_pack_invalid'],
  async handle({ params, query, context }, { core }) {
    const { rule: ruleId, environment: name = '', path = '' } = query;
    const request = { ...params, environment: name, ruleId, path };
    const { rule } = await core.call(PolicyServiceService.explainPolicyRule, request, context, READ_TIME);
    return { status: 200, body: presentRule(rule!) };
  },
});

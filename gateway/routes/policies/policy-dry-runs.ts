/** /api/v1/policy-dry-runs: what would differ if a version of a policy pack had judged earlier runs. */
import { z } from 'zod';
import { FIELD_LIMITS } from '../../../src/gen/contract/field-limits.ts';
import { type PolicyDryRun, PolicyServiceService } from '../../../src/gen/flowarden/v1/policy.ts';
import { READ_TIME } from '../../core/client.ts';
import { textField } from '../../endpoint/fields.ts';
import { defineRoute, NOTHING } from '../../endpoint/route.ts';

const PATH = '/api/v1/policy-dry-runs';
const TAG = 'Policy packs';

/** Returns a dry run with the reason of its failure. */
function present(dryRun: PolicyDryRun | undefined) {
  if (dryRun === undefined) throw new Error('The core answered without a dry run');
  const { errorCode: code, errorMessage: message } = dryRun;
  return { dryRun, error: code === '' ? null : { code, message } };
}

export const startPolicyDryRun = defineRoute({
  method: 'POST',
  path: '/api/v1/policy-packs/:slug/versions/:version/dry-run',
  operationId: 'startPolicyDryRun',
  tag: TAG,
  summary: 'Start a dry run of a version',
  description:
    'What would differ if this version had judged the newest run of each workflow and branch. Nothing changes. Poll the address in `Location`. Scope `policies:write` or `policies:assign`, and `analysis:read`.',
  access: PolicyServiceService.startPolicyDryRun,
  params: z.strictObject({
    slug: textField(64, 'The name of the pack.'),
    version: textField(64, 'The version, such as `2.3.0`.'),
  }),
  query: NOTHING,
  body: {
    kind: 'json',
    spelling: 'camel',
    schema: z.strictObject({
      environment: textField(
        FIELD_LIMITS['ValidateRequest.environment'].maxLength,
        'Only its runs; null: all, each by its own part of the pack.',
        1,
      )
        .nullable()
        .optional(),
      branch: textField(FIELD_LIMITS['FeedFilters.repository'].maxLength, 'Only its runs.', 1)
        .nullable()
        .optional(),
      days: z
        .int32({ error: 'must be a number of days' })
        .min(1)
        .max(FIELD_LIMITS['OrganisationSettings.retentionDays'].max)
        .nullable()
        .optional()
        .meta({ description: 'Only newer runs. Default: 30, or any with `runs`.' }),
      runs: z
        .int32({ error: 'must be a number of runs' })
        .min(1)
        .max(100_000)
        .nullable()
        .optional()
        .meta({ description: 'Only the last runs.' }),
    }),
    example: { environment: 'production', days: 30 },
  },
  answers: {
    202: {
      description: 'It has begun.',
      message: 'flowarden.rest.v1.PolicyDryRunResponse',
      example: { status: 'running', done: 0, total: null, endedAt: null, result: null },
      headers: { Location: 'Address of the dry run.' },
    },
  },
  errors: ['not_found', 'state_conflict'],
  async handle({ params, body, context }, { core }) {
    const { environment, branch, days, runs } = body;
    const request = {
      ...params,
      environment: environment ?? '',
      branch: branch ?? '',
      days: days ?? 0,
      runs: runs ?? 0,
    };
    const { dryRun } = await core.call(PolicyServiceService.startPolicyDryRun, request, context, READ_TIME);
    return { status: 202, body: present(dryRun), headers: { Location: `${PATH}/${dryRun?.id ?? ''}` } };
  },
});

export const getPolicyDryRun = defineRoute({
  method: 'GET',
  path: `${PATH}/:id`,
  operationId: 'getPolicyDryRun',
  tag: TAG,
  summary: 'Read a dry run',
  description:
    'Its progress, then its result. Scope `policies:read`, `policies:write` or `policies:assign`, and `analysis:read`.',
  access: PolicyServiceService.getPolicyDryRun,
  params: z.strictObject({ id: textField(64, 'The id of the dry run.') }),
  query: NOTHING,
  body: null,
  answers: {
    200: {
      description: 'The dry run.',
      message: 'flowarden.rest.v1.PolicyDryRunResponse',
    },
  },
  errors: ['not_found'],
  async handle({ params, context }, { core }) {
    const { dryRun } = await core.call(PolicyServiceService.getPolicyDryRun, params, context, READ_TIME);
    return { status: 200, body: present(dryRun) };
  },
});

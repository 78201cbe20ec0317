/** GET /api/v1/usage: the plan and its usage. */
import { UsageServiceService } from '../../../src/gen/flowarden/v1/usage.ts';
import { READ_TIME } from '../../core/client.ts';
import { defineRoute, NOTHING } from '../../endpoint/route.ts';
import { UsageResponse } from './usage-schema.ts';

const month = (name: string, synchronous: number, asynchronous: number, projectFiles: number) => ({
  month: name,
  used: synchronous + asynchronous + projectFiles,
  synchronous,
  asynchronous,
  projectFiles,
});

const example = {
  orgId: '3f0f7c1e-52c4-4b0e-9d0a-6b1f2a3c4d5e',
  plan: 'business',
  features: ['webhooks', 'environments', 'exceptions', 'projects'],
  used: 1_530,
  monthlyLimit: 100_000,
  remaining: 98_470,
  resetsAt: '2026-04-01T00:00:00.000Z',
  pastDueSince: null,
  months: [month('2026-03', 1_012, 98, 420), month('2026-02', 3_407, 311, 1_260)],
};

export const usage = defineRoute({
  method: 'GET',
  path: '/api/v1/usage',
  operationId: 'getUsage',
  tag: 'Organisation',
  summary: 'Read the plan and its usage',
  description:
    'Allowance of the plan and its usage, in this month and the eleven before it. A synchronous validation counts when its result is stored, an asynchronous one when it is accepted, a project with each of its files. Rejected requests and repetitions of an `Idempotency-Key` do not count. Scope `analysis:read` or `org:admin`.',
  access: UsageServiceService.getUsage,
  params: NOTHING,
  query: NOTHING,
  body: null,
  answers: { 200: { description: 'The plan and its usage.', schema: UsageResponse, example } },
  errors: [],
  async handle({ context }, { core }) {
    const { usage } = await core.call(UsageServiceService.getUsage, {}, context, READ_TIME);
    return { status: 200, body: usage };
  },
});

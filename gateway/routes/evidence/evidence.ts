/** GET /api/v1/evidence: evidence for auditors by control. */
import { z } from 'zod';
import { FRAMEWORKS } from '../../../src/contract/lists/estate.ts';
import { EvidenceServiceService } from '../../../src/gen/flowarden/v1/evidence.ts';
import { READ_TIME } from '../../core/client.ts';
import { choiceField, timeField } from '../../endpoint/fields.ts';
import { PAGING, pageRequest } from '../../endpoint/paging.ts';
import { defineRoute, NOTHING } from '../../endpoint/route.ts';

const { listEvidence } = EvidenceServiceService;

const example = {
  framework: 'ISO27001',
  from: '2026-01-01T00:00:00.000Z',
  to: '2026-04-01T00:00:00.000Z',
  generatedAt: '2026-04-02T09:41:07.120Z',
  runs: [{ platform: 'uipath', ruleset: 'default', policyPack: null, runs: 5120, blocked: 64 }],
  items: [
    {
      control: 'ISO27001:A.5.17',
      rules: [
        {
          ruleId: 'UIP-SEC-001',
          title: 'Literal credential in an activity property',
          version: 2,
          severity: 'critical',
          category: 'security',
          platforms: ['uipath'],
          rulesets: ['default', 'strict', 'security'],
        },
      ],
      findings: { open: 1, critical: 1, high: 0, medium: 0, low: 0, waived: 1, firstSeen: 1, workflows: 2 },
      exceptions: [
        {
          exceptionId: '0190d5a4-7c1e-7a3b-9f00-3f2a1b4c5d6e',
          ruleId: 'UIP-SEC-001',
          severity: 'critical',
          fileName: 'payments/Transfer.xaml',
          location: 'Transfer › Send report',
          repository: 'bank/robots',
          decision: 'approved',
          reason: 'The vault comes with the next release.',
          requestedAt: '2026-03-02T09:41:07.120Z',
          requestedBy: 'Ada Example',
          decidedAt: '2026-03-03T10:00:00.000Z',
          decidedBy: 'Ben Example',
          decisionNote: 'Until the release of April.',
          revokedAt: null,
          revokedBy: null,
          expiresAt: '2026-04-01T00:00:00.000Z',
        },
      ],
      exceptionCount: 1,
      coveredRuns: 5120,
      packRuns: 0,
    },
  ],
  nextCursor: null,
};

export const evidence = defineRoute({
  method: 'GET',
  path: '/api/v1/evidence',
  operationId: 'listEvidence',
  tag: 'Estate',
  summary: 'Read evidence',
  description:
    'Per control of a framework: the rules that are relevant to it, the findings of the workflows, the exceptions with who requested and decided them, and the runs that were covered. Scope `audit:read`.',
  access: listEvidence,
  params: NOTHING,
  query: z.strictObject({
    ...PAGING,
    framework: choiceField(FRAMEWORKS, 'Framework of the controls.'),
    from: timeField('Runs that finished, and exceptions that existed, at this time or later.'),
    to: timeField('Before this time, at most 400 days after `from`.'),
  }),
  body: null,
  answers: { 200: { description: 'A page.', message: 'flowarden.rest.v1.EvidenceResponse', example } },
  errors: ['invalid_cursor', 'invalid_time_range', 'query_timeout'],
  async handle({ query, context }, { core }) {
    const { framework } = query;
    const [from, to] = [new Date(query.from), new Date(query.to)];
    const request = { framework, from, to, ...pageRequest(query) };
    const page = await core.call(listEvidence, request, context, READ_TIME);
    return { status: 200, body: { framework, from, to, generatedAt: new Date(), page } };
  },
});

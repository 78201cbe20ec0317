/** GET /api/v1/evidence: evidence for auditors by control. */
import { z } from 'zod';
import { FRAMEWORKS } from '../../../src/contract/lists/estate.ts';
import { EvidenceServiceService } from '../../../src/gen/flowarden/v1/evidence.ts';
import { READ_TIME } from '../../core/client.ts';
import { choiceField, timeField } from '../../endpoint/fields.ts';
import { PAGING, pageRequest } from '../../endpoint/paging.ts';
import { defineRoute, NOTHING } from '../../endpoint/route.ts';

const { listEvidence } = EvidenceServiceService;

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
  answers: { 200: { description: 'A page.', message: 'flowarden.rest.v1.EvidenceResponse' } },
  errors: ['invalid_cursor', 'invalid_time_range', 'query_timeout'],
  async handle({ query, context }, { core }) {
    const { framework } = query;
    const [from, to] = [new Date(query.from), new Date(query.to)];
    const request = { framework, from, to, ...pageRequest(query) };
    const page = await core.call(listEvidence, request, context, READ_TIME);
    return { status: 200, body: { framework, from, to, generatedAt: new Date(), page } };
  },
});

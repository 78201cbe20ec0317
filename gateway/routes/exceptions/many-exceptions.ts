/** POST /api/v1/exceptions/decisions: deciding on many exceptions. */
import { z } from 'zod';
import { FIELD_LIMITS } from '../../../src/gen/contract/field-limits.ts';
import { ExceptionServiceService } from '../../../src/gen/flowarden/v1/exception.ts';
import { READ_TIME } from '../../core/client.ts';
import { choiceField, textField } from '../../endpoint/fields.ts';
import { defineRoute, NOTHING } from '../../endpoint/route.ts';

const IDS_MAX = 100;
const EXCEPTION = '0190d5a4-7c1e-7a3b-9f00-3f2a1b4c5d6e';

export const decideExceptions = defineRoute({
  method: 'POST',
  path: '/api/v1/exceptions/decisions',
  operationId: 'decideExceptions',
  tag: 'Exceptions',
  summary: 'Decide on many exceptions',
  description:
    'Approves or rejects up to 100 exceptions, each by itself and with its own audit entry: one that cannot be decided has an error in its result, and does not stop the others. You cannot approve an exception that you requested. Scope `exceptions:approve`.',
  access: ExceptionServiceService.decideExceptions,
  params: NOTHING,
  query: NOTHING,
  body: {
    kind: 'json',
    spelling: 'camel',
    schema: z.strictObject({
      ids: z.array(z.string()).min(1).max(IDS_MAX).meta({ description: 'Ids of the exceptions.' }),
      decision: choiceField(['approve', 'reject'], 'The decision on all of them.'),
      note: textField(
        FIELD_LIMITS['DecideExceptionsRequest.note'].maxLength,
        'For the requesters and the audit log.',
      ).optional(),
    }),
    example: { ids: [EXCEPTION], decision: 'approve', note: 'Until the vault is there.' },
  },
  answers: {
    200: {
      description: 'The results, in the order of the ids.',
      message: 'flowarden.rest.v1.ExceptionDecisionsResponse',
    },
  },
  errors: ['reauthentication_required'],
  async handle({ body, context }, { core }) {
    const request = { ids: body.ids, decision: body.decision, note: body.note ?? '' };
    const decisions = await core.call(ExceptionServiceService.decideExceptions, request, context, READ_TIME);
    const { results } = decisions;
    const decidedCount = results.filter(({ error }) => error === undefined).length;
    return { status: 200, body: { decisions, decidedCount, failedCount: results.length - decidedCount } };
  },
});

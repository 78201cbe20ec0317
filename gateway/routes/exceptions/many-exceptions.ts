/** /api/v1/exceptions/decisions and /preview: deciding on many exceptions, and what one would cover. */
import { z } from 'zod';
import { CONTRACT_LIMITS } from '../../../src/contract/limits.ts';
import { ExceptionServiceService } from '../../../src/gen/flowarden/v1/exception.ts';
import { READ_TIME } from '../../core/client.ts';
import { choiceField, textField } from '../../endpoint/fields.ts';
import { defineRoute, NOTHING } from '../../endpoint/route.ts';
import { ExceptionDecisionsResponse, ExceptionPreviewResponse } from './exception-schema.ts';
import { EXCEPTION_SUBJECT, example, PATH, subjectRequest } from './exceptions.ts';

const IDS_MAX = 100;

export const decideExceptions = defineRoute({
  method: 'POST',
  path: `${PATH}/decisions`,
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
        CONTRACT_LIMITS.exceptionTextCharactersMax,
        'For the requesters and the audit log.',
      ).optional(),
    }),
    example: { ids: [example.id], decision: 'approve', note: 'Until the vault is there.' },
  },
  answers: {
    200: {
      description: 'The results, in the order of the ids.',
      schema: ExceptionDecisionsResponse,
      example: {
        results: [
          {
            id: example.id,
            exception: null,
            error: { code: 'self_approval', message: 'You requested this exception yourself.' },
          },
        ],
        decidedCount: 0,
        failedCount: 1,
      },
    },
  },
  errors: ['reauthentication_required'],
  async handle({ body, context }, { core }) {
    const request = { ids: body.ids, decision: body.decision, note: body.note ?? '' };
    const { results } = await core.call(
      ExceptionServiceService.decideExceptions,
      request,
      context,
      READ_TIME,
    );
    const decidedCount = results.filter(({ error }) => error === undefined).length;
    return { status: 200, body: { results, decidedCount, failedCount: results.length - decidedCount } };
  },
});

export const previewException = defineRoute({
  method: 'POST',
  path: `${PATH}/preview`,
  operationId: 'previewException',
  tag: 'Exceptions',
  summary: 'Preview an exception',
  description:
    'Says what an exception would cover in the newest runs of files, how long it may live, and why it could not be requested. Nothing is stored. Scope `exceptions:request`.',
  access: ExceptionServiceService.previewException,
  params: NOTHING,
  query: NOTHING,
  body: {
    kind: 'json',
    spelling: 'camel',
    schema: z.strictObject(EXCEPTION_SUBJECT),
    example: { ruleId: 'UIP-SEC-001', fileName: 'src/*.xaml', location: '*Log in*' },
  },
  answers: {
    200: {
      description: 'What it would cover.',
      schema: ExceptionPreviewResponse,
      example: {
        ruleId: 'UIP-SEC-001',
        fileName: 'src/*.xaml',
        location: '*Log in*',
        repository: '*',
        severity: 'critical',
        isPattern: true,
        placeCount: null,
        daysMax: 30,
        sameRequestId: null,
        problem: null,
        findingsCount: 1,
        filesCount: 1,
        runsExamined: 214,
        isComplete: true,
        findings: [
          {
            validationId: example.validationId,
            filename: 'src/Main.xaml',
            findingId: example.findingId,
            rule: 'Hard-coded password',
            location: 'Main › Log in',
            severity: 'critical',
          },
        ],
      },
    },
  },
  errors: ['not_found', 'query_timeout', 'plan_feature_required', 'payment_past_due'],
  async handle({ body, context }, { core }) {
    const answer = await core.call(
      ExceptionServiceService.previewException,
      subjectRequest(body),
      context,
      READ_TIME,
    );
    return { status: 200, body: answer };
  },
});

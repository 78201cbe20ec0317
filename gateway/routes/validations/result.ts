/** GET /api/v1/results/{validationId}: the result of a validation, or its status before the result. */
import { z } from 'zod';
import { ValidationServiceService } from '../../../src/gen/flowarden/v1/validation.ts';
import { withLargeResult } from '../../core/large-result.ts';
import { callAndWait } from '../../core/waiting-call.ts';
import { choiceField } from '../../endpoint/fields.ts';
import { gateQuery } from '../../endpoint/gate-query.ts';
import { defineRoute } from '../../endpoint/route.ts';
import { VALIDATION_STATUS } from '../../response/reply.ts';
import { ResultId } from './outline.ts';
import { formattedResult, RESULT_FORMAT, RESULT_TYPES, wantedFormat } from './result-formats.ts';
import { RESULT_HEADERS, resultHeaders } from './result-headers.ts';
import { RUN_HEADERS, runHeaders } from './run-answer.ts';
import { blockedExample } from './validate-examples.ts';
import { ANALYSIS_ERRORS } from './validation-form.ts';

const HEADERS = {
  [VALIDATION_STATUS]: 'The status of the validation: `completed`.',
  ...RESULT_HEADERS,
};
const getValidation = withLargeResult(ValidationServiceService.getValidation);

export const result = defineRoute({
  method: 'GET',
  path: '/api/v1/results/:validationId',
  operationId: 'getResult',
  tag: 'Validations',
  summary: 'Read a result',
  description:
    'The full result of a validation, with every finding; 202 as long as there is none. A validation that failed is answered with the error that a synchronous one would have given, one that was canceled with 409.',
  access: getValidation,
  params: ResultId,
  query: z.strictObject({
    ...gateQuery(
      'validation',
      'With `true` the answer is 422 when the validation was blocked, so that a pipeline can poll one address.',
    ),
    findings: choiceField(
      ['all', 'none'],
      '`none`: `findings` and `blockingFindings` are null; `GET /results/{id}/findings` reads them page by page.',
    ).default('all'),
    ...RESULT_FORMAT,
  }),
  otherTypes: RESULT_TYPES,
  answers: {
    200: {
      description: 'The result.',
      message: 'flowarden.v1.ValidationResult',
      headers: HEADERS,
    },
    202: {
      description: 'The validation has not ended yet.',
      message: 'flowarden.v1.ValidationRun',
      headers: RUN_HEADERS,
    },
    422: {
      description: 'With `gate=true`: the result of a validation that was blocked.',
      message: 'flowarden.v1.ValidationResult',
      example: blockedExample,
      headers: HEADERS,
    },
  },
  errorHeaders: { [VALIDATION_STATUS]: 'Of a validation that has no result: `failed` or `canceled`.' },
  errors: ['not_found', 'state_conflict', 'result_unreadable', ...ANALYSIS_ERRORS],
  async handle({ params, query, context, wantedType }, { core, baseUrl, draining }) {
    const format = wantedFormat(query.format, wantedType);
    const withoutFindings = query.findings === 'none' && format === null;
    const request = { validationId: params.validationId, waitSeconds: query.wait, withoutFindings };
    const answer = await callAndWait(core, getValidation, request, context, draining);
    const { validation, run, largeBytes } = answer;
    if (validation === undefined) {
      if (run === undefined) throw new Error('The core answered without a validation');
      return { status: 202, body: run, headers: runHeaders(run) };
    }
    const status = query.gate === 'true' && !validation.passed ? 422 : 200;
    const headers = { [VALIDATION_STATUS]: 'completed', ...resultHeaders(validation) };
    if (withoutFindings)
      return { status, body: { ...validation, findings: null, blockingFindings: null }, headers };
    if (format === null) return { status, body: validation, largeBytes, headers };
    return {
      status,
      headers,
      largeBytes,
      ...(await formattedResult(format, validation, { core, baseUrl, context })),
    };
  },
});

/** /api/v1/results/{validationId}: the result of a validation, also of one that is still to come. */
import { z } from 'zod';
import {
  type GetValidationResponse,
  ValidationServiceService,
} from '../../src/gen/flowarden/v1/validation.ts';
import { LIMITS } from '../../src/limits.ts';
import { type CallContext, type Core, READ_TIME } from '../client.ts';
import { choiceField } from '../fields.ts';
import { VALIDATION_STATUS } from '../reply.ts';
import { defineRoute, NOTHING } from '../route.ts';
import { uuid } from '../schemas/members.ts';
import { ValidateResponse } from '../schemas/report.ts';
import { ValidationRunResponse } from '../schemas/run.ts';
import { RUN_HEADERS, runExample, runHeaders } from './run-answer.ts';
import { blockedExample, passedExample } from './validate-examples.ts';
import { ANALYSIS_ERRORS } from './validation-form.ts';

const PATH = '/api/v1/results/:validationId';
const Id = z.strictObject({ validationId: uuid().describe('UUID of the validation.') });
const HEADERS = { [VALIDATION_STATUS]: 'The status of the validation: `completed`.' };
const { getValidation, cancelValidation } = ValidationServiceService;

export const result = defineRoute({
  method: 'GET',
  path: PATH,
  operationId: 'getResult',
  tag: 'Validations',
  summary: 'Read a result',
  description:
    'The full result of a validation, with every finding; 202 as long as there is none. A validation that failed is answered with the error that a synchronous one would have given, one that was canceled with 409.',
  access: getValidation,
  params: Id,
  query: z.strictObject({
    gate: choiceField(
      ['true', 'false'],
      'With `true` the answer is 422 when the validation was blocked, so that a pipeline can poll one address.',
    ).optional(),
    wait: z.coerce
      .number({ error: 'must be a whole number of seconds from 0 to 30' })
      .int()
      .min(0)
      .max(LIMITS.runWaitSecondsMax)
      .default(0)
      .meta({ description: 'Seconds to wait for the end of the validation before the answer is 202.' }),
  }),
  body: null,
  answers: {
    200: { description: 'The result.', schema: ValidateResponse, example: passedExample, headers: HEADERS },
    202: {
      description: 'The validation has not ended yet.',
      schema: ValidationRunResponse,
      example: runExample,
      headers: RUN_HEADERS,
    },
    422: {
      description: 'With `gate=true`: the result of a validation that was blocked.',
      schema: ValidateResponse,
      example: blockedExample,
      headers: HEADERS,
    },
  },
  errorHeaders: { [VALIDATION_STATUS]: 'Of a validation that has no result: `failed` or `canceled`.' },
  errors: ['not_found', 'state_conflict', ...ANALYSIS_ERRORS],
  async handle({ params, query, context }, { core, draining }) {
    const found = await read(core, params.validationId, query.wait, context, draining);
    const { validation, run } = found;
    if (validation === undefined) {
      if (run === undefined) throw new Error('The core answered without a validation');
      return { status: 202, body: run, headers: runHeaders(run) };
    }
    return {
      status: query.gate === 'true' && !validation.passed ? 422 : 200,
      body: validation,
      headers: { [VALIDATION_STATUS]: 'completed' },
    };
  },
});

export const cancelResult = defineRoute({
  method: 'DELETE',
  path: PATH,
  operationId: 'cancelValidation',
  tag: 'Validations',
  summary: 'Cancel a validation',
  description: 'Cancels a validation that is queued. One that runs or has ended is answered with 409.',
  access: cancelValidation,
  params: Id,
  query: NOTHING,
  body: null,
  answers: { 204: { description: 'It is canceled.', schema: null } },
  errors: ['not_found', 'state_conflict'],
  async handle({ params, context }, { core }) {
    await core.call(cancelValidation, { validationId: params.validationId }, context, READ_TIME);
    return { status: 204 };
  },
});

/** Reads, and waits for the end as long as is asked; a gateway that stops lets nobody wait. */
async function read(
  core: Core,
  validationId: string,
  waitSeconds: number,
  context: CallContext,
  draining: AbortSignal,
): Promise<GetValidationResponse> {
  const now = { validationId, waitSeconds: 0 };
  if (waitSeconds === 0 || draining.aborted) return core.call(getValidation, now, context, READ_TIME);
  const signal = AbortSignal.any([context.signal, draining]);
  const time = { ...READ_TIME, callMsMax: READ_TIME.callMsMax + waitSeconds * 1000 };
  try {
    return await core.call(getValidation, { validationId, waitSeconds }, { ...context, signal }, time);
  } catch (error) {
    if (!draining.aborted || context.signal.aborted) throw error;
    return core.call(getValidation, now, context, READ_TIME);
  }
}

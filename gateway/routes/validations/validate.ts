/** POST /api/v1/validate: accepts a file and returns its result. */
import { z } from 'zod';
import { CONTRACT_LIMITS } from '../../../src/contract/limits.ts';
import { ValidateRequest, ValidationServiceService } from '../../../src/gen/flowarden/v1/validation.ts';
import type { CallTime } from '../../core/client.ts';
import type { UnaryMethod } from '../../core/unary-call.ts';
import { encodeWithFile } from '../../core/uploads/file-message.ts';
import { booleanField } from '../../endpoint/fields.ts';
import { defineRoute } from '../../endpoint/route.ts';
import { GATEWAY_LIMITS } from '../../limits.ts';
import { RESULT_HEADERS, resultHeaders } from './result-headers.ts';
import { RUN_HEADERS, runHeaders } from './run-answer.ts';
import { submit } from './submit.ts';
import { blockedExample } from './validate-examples.ts';
import {
  ANALYSIS_ERRORS,
  FIELD_CODES,
  PATH_HINT,
  requestOf,
  SUBMISSION_ERRORS,
  VALIDATION_FIELDS,
} from './validation-form.ts';

const VALIDATE = {
  ...ValidationServiceService.validate,
  requestSerialize: (request: ValidateRequest) => encodeWithFile(ValidateRequest, request),
} satisfies UnaryMethod<ValidateRequest, unknown>;

const TIME: CallTime = {
  // The core runs one validation, after the wait for a thread.
  callMsMax: CONTRACT_LIMITS.engineRunMsMax + 15_000,
  coreReturnMsMax: GATEWAY_LIMITS.coreReturnValidateMsMax,
  timeoutCode: 'validation_timeout',
};

export const validate = defineRoute({
  method: 'POST',
  path: '/api/v1/validate',
  operationId: 'validate',
  tag: 'Validations',
  summary: 'Validate a workflow file',
  description:
    'Validates one file and waits for the result. In the mode `blocking` the answer is 422, with the same body, when critical or high findings are present. With `async=true` the file is validated later, as by `POST /api/v1/validate/async`, but the answer is 202, as a 200 would mean that it passed.',
  access: ValidationServiceService.validate,
  isRepeatedWithoutKey: true,
  body: {
    kind: 'form',
    fileBytesMax: CONTRACT_LIMITS.fileBytesSyncMax,
    fileDescription: `The workflow file, at most 10 MiB. ${PATH_HINT}`,
    schema: z.strictObject({
      ...VALIDATION_FIELDS,
      async: booleanField('With `true` the answer does not wait for the result.')
        .default('false')
        .meta({ default: false }),
    }),
    spelling: 'snake',
    codes: FIELD_CODES,
  },
  answers: {
    200: {
      description: 'The result. Nothing blocks.',
      message: 'flowarden.v1.ValidationResult',
      headers: RESULT_HEADERS,
    },
    202: {
      description: 'With `async=true`: the file is queued.',
      message: 'flowarden.v1.ValidationRun',
      headers: RUN_HEADERS,
    },
    422: {
      description: 'The result. `blockingFindings` names what blocks; `passed` is false.',
      message: 'flowarden.v1.ValidationResult',
      example: blockedExample,
      headers: RESULT_HEADERS,
    },
  },
  errors: [...SUBMISSION_ERRORS, ...ANALYSIS_ERRORS],
  async handle(input, { core }) {
    const { body, context } = input;
    const request = requestOf(input);
    if (body.async === 'true') {
      const run = await submit(core, { ...request, webhookUrl: '' }, context);
      return { status: 202, body: run, headers: runHeaders(run) };
    }
    const { validation, blocked } = await core.call(VALIDATE, request, context, TIME);
    if (validation === undefined) throw new Error('The core answered without a result');
    return { status: blocked ? 422 : 200, body: validation, headers: resultHeaders(validation) };
  },
});

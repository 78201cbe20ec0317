/** GET /api/v1/results/{validationId}: the full result of a validation. */
import { z } from 'zod';
import { ValidationServiceService } from '../../src/gen/flowarden/v1/validation.ts';
import { READ_TIME } from '../client.ts';
import { choiceField } from '../fields.ts';
import { defineRoute } from '../route.ts';
import { uuid } from '../schemas/members.ts';
import { ValidateResponse } from '../schemas/report.ts';
import { blockedExample, passedExample } from './validate-examples.ts';

const HEADERS = { 'X-Service-Validation-Status': 'The status of the validation: `completed`.' };

export const result = defineRoute({
  method: 'GET',
  path: '/api/v1/results/:validationId',
  operationId: 'getResult',
  tag: 'Validations',
  summary: 'Read a result',
  description: 'The full result of a validation, with every finding.',
  access: ValidationServiceService.getValidation,
  params: z.strictObject({ validationId: uuid().describe('UUID of the validation.') }),
  query: z.strictObject({
    gate: choiceField(
      ['true', 'false'],
      'With `true` the answer is 422 when the validation was blocked, so that a pipeline can poll one address.',
    ).optional(),
  }),
  body: null,
  answers: {
    200: { description: 'The result.', schema: ValidateResponse, example: passedExample, headers: HEADERS },
    422: {
      description: 'With `gate=true`: the result of a validation that was blocked.',
      schema: ValidateResponse,
      example: blockedExample,
      headers: HEADERS,
    },
  },
  errors: ['not_found'],
  async handle({ params, query, context }, { core }) {
    const { validation } = await core.call(
      ValidationServiceService.getValidation,
      { validationId: params.validationId },
      context,
      READ_TIME,
    );
    if (validation === undefined) throw new Error('The core answered without a result');
    return {
      status: query.gate === 'true' && !validation.passed ? 422 : 200,
      body: validation,
      headers: { 'X-Service-Validation-Status': 'completed' },
    };
  },
});

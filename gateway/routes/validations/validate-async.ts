/** POST /api/v1/validate/async: accepts a file and returns its result later. */
import { z } from 'zod';
import { CONTRACT_LIMITS } from '../../../src/contract/limits.ts';
import { FIELD_LIMITS } from '../../../src/gen/contract/field-limits.ts';
import { ValidationServiceService } from '../../../src/gen/flowarden/v1/validation.ts';
import { textField } from '../../endpoint/fields.ts';
import { defineStreamRoute } from '../../endpoint/route.ts';
import { RUN_HEADERS, runHeaders } from './run-answer.ts';
import { beginUpload } from './submit.ts';
import {
  FIELD_CODES,
  PATH_HINT,
  runFieldsOf,
  SUBMISSION_ERRORS,
  VALIDATION_FIELDS,
} from './validation-form.ts';

export const validateAsync = defineStreamRoute({
  method: 'POST',
  path: '/api/v1/validate/async',
  operationId: 'validateAsync',
  tag: 'Validations',
  summary: 'Validate a workflow file later',
  description:
    'Queues one file and answers at once. The result is at `GET /api/v1/results/{validationId}`, which can wait for it. The mode, the ruleset and the rest of the policy are those of the moment of submission.',
  access: ValidationServiceService.uploadValidation,
  body: {
    kind: 'stream',
    fileBytesMax: CONTRACT_LIMITS.fileBytesAsyncMax,
    fileDescription: `The workflow file, at most 25 MiB. ${PATH_HINT}`,
    schema: z.strictObject({
      ...VALIDATION_FIELDS,
      webhookUrl: textField(
        FIELD_LIMITS['CreateWebhookRequest.url'].maxLength,
        'A public https address that is sent the event `validation.completed` of this run, signed with the callback secret of the organisation.',
      ).optional(),
    }),
    spelling: 'snake',
    codes: { ...FIELD_CODES, webhookUrl: 'invalid_webhook_url' },
  },
  answers: {
    200: {
      description: 'The file is queued. Nothing is known about it yet.',
      message: 'flowarden.v1.ValidationRun',
      headers: RUN_HEADERS,
    },
  },
  errors: [...SUBMISSION_ERRORS, 'invalid_webhook_url', 'webhook_url_not_allowed', 'file_store_unavailable'],
  async handle({ receive, context }, { core }) {
    const upload = beginUpload(core, context);
    const { body, filename } = await receive((file) => upload.send(file));
    const { platform, webhookUrl = '' } = body;
    const run = await upload.finish({ filename, platform, webhookUrl, ...runFieldsOf(body) });
    return { status: 200, body: run, headers: runHeaders(run) };
  },
});

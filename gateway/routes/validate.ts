/** POST /api/v1/validate: one file in, its result out. */
import { z } from 'zod';
import { AppError } from '../../src/errors.ts';
import { ValidateRequest, ValidationServiceService } from '../../src/gen/flowarden/v1/validation.ts';
import { LIMITS } from '../../src/limits.ts';
import type { CallTime, UnaryMethod } from '../client.ts';
import { choiceField, textField } from '../fields.ts';
import { GATEWAY_LIMITS } from '../limits.ts';
import { defineRoute, NOTHING } from '../route.ts';
import { ValidateResponse } from '../schemas/report.ts';
import { blockedExample, passedExample } from './validate-examples.ts';

const Form = z.strictObject({
  platform: textField(
    64,
    'The platform of the file: `platform_1` (UiPath), `platform_2` (Microsoft Power Automate), `platform_3` (Automation Anywhere A360) or `platform_4` (Blue Prism).',
  ),
  enforcementMode: choiceField(
    ['advisory', 'warning', 'blocking'],
    'With `blocking`, critical and high findings make the answer 422. Default: that of the policy pack, the environment or the organisation, else `warning`.',
  ).optional(),
  ruleset: textField(
    LIMITS.rulesetCharactersMax,
    "`default`, `strict`, `security` or one of the organisation's own.",
  ).optional(),
  policyPack: textField(LIMITS.policyPackCharactersMax, 'UUID or slug of a policy pack.').optional(),
  environment: textField(
    LIMITS.environmentCharactersMax,
    'An environment of the organisation; by default `development`, `test`, `staging` and `production`.',
  ).optional(),
  label: textField(LIMITS.labelCharactersMax, 'A tag of your own for the run.').optional(),
  source: textField(LIMITS.sourceCharactersMax, 'Where the run comes from; CI runs send `cicd`.').optional(),
  metadata: z
    .string()
    .refine((text) => Buffer.byteLength(text) <= LIMITS.metadataBytesMax, {
      error: `must have at most ${LIMITS.metadataBytesMax.toLocaleString('en')} bytes`,
    })
    .meta({
      description:
        'A JSON object of at most 4,096 bytes: `{"provider": …, "pipeline": {"repository": …, "branch": …, "commit": …, …}}`.',
      contentMediaType: 'application/json',
    })
    .optional(),
  async: choiceField(['true', 'false'], 'Not available on this server yet: only `false` is accepted.')
    .default('false')
    .meta({ default: 'false' }),
});

/** The generated serialiser copies the encoded message, file and all, once more; a view does. */
const VALIDATE = {
  ...ValidationServiceService.validate,
  requestSerialize(request: ValidateRequest): Buffer {
    const bytes = ValidateRequest.encode(request).finish();
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  },
} satisfies UnaryMethod<ValidateRequest, unknown>;

const TIME: CallTime = {
  callMsMax: GATEWAY_LIMITS.validateCallMsMax,
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
    'Validates one file and waits for the result. In the mode `blocking` the answer is 422, with the same body, when critical or high findings are present.',
  access: ValidationServiceService.validate,
  params: NOTHING,
  query: NOTHING,
  body: {
    kind: 'form',
    fileBytesMax: LIMITS.fileBytesSyncMax,
    fileDescription: 'The workflow file, at most 10 MiB.',
    schema: Form,
    spelling: 'snake',
    codes: { enforcementMode: 'invalid_enforcement_mode', metadata: 'metadata_too_large' },
  },
  answers: {
    200: {
      description: 'The result. Nothing blocks.',
      schema: ValidateResponse,
      example: passedExample,
    },
    422: {
      description: 'The result. `blockingFindings` names what blocks; `passed` is false.',
      schema: ValidateResponse,
      example: blockedExample,
    },
  },
  errors: [
    'unknown_platform',
    'platform_mismatch',
    'unsupported_file_type',
    'unparsable_file',
    'structure_limit_exceeded',
    'archive_unsafe',
    'invalid_enforcement_mode',
    'unknown_ruleset',
    'unknown_policy_pack',
    'unknown_environment',
    'invalid_metadata',
    'metadata_too_large',
    'plan_limit_reached',
    'payment_past_due',
    'plan_feature_required',
    'archive_too_large',
    'queue_full',
    'validation_timeout',
  ],
  async handle({ body, file, filename, context }, { core }) {
    if (body.async === 'true') {
      throw new AppError(
        'invalid_field',
        'The field async must be false: asynchronous validation is not available on this server yet.',
        { field: 'async' },
      );
    }
    const request: ValidateRequest = {
      file,
      filename,
      platform: body.platform,
      enforcementMode: body.enforcementMode ?? '',
      ruleset: body.ruleset ?? '',
      policyPack: body.policyPack ?? '',
      environment: body.environment ?? '',
      label: body.label ?? '',
      source: body.source ?? '',
      metadata: body.metadata ?? '',
    };
    const { validation, blocked } = await core.call(VALIDATE, request, context, TIME);
    if (validation === undefined) throw new Error('The core answered without a result');
    return { status: blocked ? 422 : 200, body: validation };
  },
});

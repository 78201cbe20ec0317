/** Form of a file to validate: its text fields, and their conversion to the core's message. */

import { z } from 'zod';
import { acceptedNames, PLATFORM_NAMES } from '../../../src/analysis/model/platform.ts';
import { ENFORCEMENT_MODES } from '../../../src/analysis/model/report.ts';
import { CONTRACT_LIMITS } from '../../../src/contract/limits.ts';
import { eachTag } from '../../../src/contract/runs/run-tags.ts';
import type { ErrorCode } from '../../../src/errors.ts';
import { FIELD_LIMITS } from '../../../src/gen/contract/field-limits.ts';
import { MESSAGE_PROSE } from '../../../src/gen/contract/message-prose.ts';
import type { ValidateRequest } from '../../../src/gen/flowarden/v1/validation.ts';
import { formatNumber } from '../../../src/text/format.ts';
import { choiceField, neverEmpty, textField } from '../../endpoint/fields.ts';

/** Text fields of the form. */
export const VALIDATION_FIELDS = {
  platform: textField(
    64,
    `The platform of the file: ${PLATFORM_NAMES.map((name) =>
      acceptedNames(name)
        .slice(0, 2)
        .map((text) => `\`${text}\``)
        .join(' or '),
    ).join(', ')}.`,
  ),
  // An empty value is a variable that the pipeline failed to set: treated as absent, it would open the gate.
  enforcementMode: neverEmpty(
    choiceField(
      ENFORCEMENT_MODES,
      'With `blocking`, critical and high findings make the answer 422. Default: that of the policy pack, the environment or the organisation, else `warning`.',
    ).optional(),
  ),
  ruleset: textField(
    FIELD_LIMITS['ValidateRequest.ruleset'].maxLength,
    "`default`, `strict`, `security` or one of the organisation's own.",
  ).optional(),
  policyPack: textField(
    FIELD_LIMITS['ValidateRequest.policyPack'].maxLength,
    'UUID or slug of a policy pack.',
  ).optional(),
  environment: textField(
    FIELD_LIMITS['ValidateRequest.environment'].maxLength,
    'An environment of the organisation; by default `development`, `test`, `staging` and `production`.',
  ).optional(),
  ...eachTag((tag) => {
    const about = MESSAGE_PROSE['flowarden.v1.ValidateRequest']!.fields![tag]!;
    return textField(FIELD_LIMITS[`ValidateRequest.${tag}`].maxLength, about).optional();
  }),
  metadata: z
    .string()
    .refine((text) => Buffer.byteLength(text) <= CONTRACT_LIMITS.metadataBytesMax, {
      error: `must have at most ${formatNumber(CONTRACT_LIMITS.metadataBytesMax)} bytes`,
    })
    .meta({
      description:
        'A JSON object of at most 4,096 bytes: `{"provider": …, "pipeline": {"repository": …, "branch": …, "commit": …, …}}`.',
      contentMediaType: 'application/json',
    })
    .optional(),
};

/** Explains the purpose of the file part's name. */
export const PATH_HINT =
  'The `filename` of its part is its path in the repository, such as `src/Main.xaml`: runs of one path are compared.';

/** Error codes of fields that have one of their own. */
export const FIELD_CODES = {
  enforcementMode: 'invalid_enforcement_mode',
  metadata: 'metadata_too_large',
} as const satisfies Readonly<Record<string, ErrorCode>>;

/** Errors of a submission before any analysis. */
export const SUBMISSION_ERRORS = [
  'unknown_platform',
  'structure_limit_exceeded',
  'invalid_enforcement_mode',
  'unknown_ruleset',
  'unknown_policy_pack',
  'policy_fixed',
  'policy_unavailable',
  'unknown_environment',
  'invalid_metadata',
  'metadata_too_large',
  'plan_limit_reached',
  'payment_past_due',
  'plan_feature_required',
  'queue_full',
] as const satisfies readonly ErrorCode[];

/** Errors of an analysis. */
export const ANALYSIS_ERRORS = [
  'platform_mismatch',
  'unsupported_file_type',
  'unparsable_file',
  'structure_limit_exceeded',
  'archive_unsafe',
  'archive_too_large',
  'validation_timeout',
] as const satisfies readonly ErrorCode[];

/** Parsed form. */
interface Form {
  readonly body: z.output<z.ZodObject<typeof VALIDATION_FIELDS>>;
  readonly file: Buffer;
  readonly filename: string;
}

/** Converts the form to the core's message, for synchronous and asynchronous validations alike. */
export function requestOf({ body, file, filename }: Form): ValidateRequest {
  return { file, filename, platform: body.platform, ...runFieldsOf(body) };
}

/** Converts the fields that a file and an archive have in common. */
export function runFieldsOf(body: Omit<Form['body'], 'platform'>) {
  return {
    enforcementMode: body.enforcementMode ?? '',
    ruleset: body.ruleset ?? '',
    policyPack: body.policyPack ?? '',
    environment: body.environment ?? '',
    ...eachTag((tag) => body[tag] ?? ''),
    metadata: body.metadata ?? '',
  };
}

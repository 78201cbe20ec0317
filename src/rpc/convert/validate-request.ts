/** Reads a validation request as a submission; every field is checked. */

import type { AllMembers, ReadBy } from '../../contract/complete.ts';
import { CONTRACT_LIMITS } from '../../contract/limits.ts';
import type {
  SubmitValidationRequest,
  ValidateRequest,
  ValidationSubmission,
} from '../../gen/flowarden/v1/validation.ts';
import { OwnedBytes } from '../../infra/memory/owned-bytes.ts';
import type { Caller } from '../../service/access/caller.ts';
import { readPipelineContext } from '../../service/validations/read-ci-context.ts';
import type { AsyncSubmission } from '../../service/validations/submit-validation.ts';
import type { Submission } from '../../service/validations/validations.ts';
import {
  enforcementModeField,
  fileField,
  optionalText,
  pathField,
  platformField,
  requireFileBytes,
} from './fields.ts';

/**
 * Reads the submission of a request. Rulesets, policy packs and environments are looked up later.
 * @throws AppError of the first invalid field
 */
export function readValidateRequest(
  request: ReadBy<ValidateRequest, RequestMember<Submission>>,
  fileBytesMax: number,
  caller: Caller,
): AllMembers<Submission> {
  const file = OwnedBytes.inMessage(fileField(request.file, fileBytesMax));
  const platform = platformField(request.platform);
  const filename = pathField(request.filename);
  return { file, filename, platform, ...readRunFields(request, caller) };
}

/**
 * Checks the parameters of a file of this size that is validated later.
 * @throws AppError of the first invalid field
 */
export function readAsyncSubmission(
  request:
    | ReadBy<ValidationSubmission, RequestMember<AsyncSubmission>>
    | ReadBy<SubmitValidationRequest, RequestMember<AsyncSubmission> | 'file'>,
  fileBytes: number,
  caller: Caller,
): AllMembers<AsyncSubmission> {
  requireFileBytes(fileBytes, CONTRACT_LIMITS.fileBytesAsyncMax);
  const platform = platformField(request.platform);
  const filename = pathField(request.filename);
  const webhookUrl = request.webhookUrl === '' ? null : request.webhookUrl;
  return { filename, platform, webhookUrl, ...readRunFields(request, caller) };
}

/** Members of a request that the members of a submission are read from. */
export type RequestMember<Read> = Exclude<keyof Read, 'pipeline'> | 'metadata';

/** Fields that a single file and an archive have in common. */
type RunFields = Omit<ValidateRequest, 'file' | 'filename' | 'platform'>;

/**
 * Checks the fields of a run besides its content. What the caller's token proves replaces what the request says.
 * @throws AppError of the first invalid field
 */
export function readRunFields(
  request: RunFields,
  { proven }: Pick<Caller, 'proven'>,
): AllMembers<Omit<Submission, 'file' | 'filename' | 'platform'>> {
  return {
    enforcementMode: enforcementModeField(request.enforcementMode),
    ruleset: optionalText('ruleset', request.ruleset, CONTRACT_LIMITS.rulesetCharactersMax),
    policyPack: optionalText('policy_pack', request.policyPack, CONTRACT_LIMITS.policyPackCharactersMax),
    environment: optionalText('environment', request.environment, CONTRACT_LIMITS.environmentCharactersMax),
    label: optionalText('label', request.label, CONTRACT_LIMITS.labelCharactersMax),
    source: optionalText('source', request.source, CONTRACT_LIMITS.sourceCharactersMax),
    pipeline: { ...readPipelineContext(request.metadata), ...provenMembers(proven) },
  };
}

/** Returns the members that the token of a CI job proves; none for other callers. */
function provenMembers(proven: Caller['proven']) {
  return proven == null ? {} : ({ ...proven, isProven: true } as const);
}

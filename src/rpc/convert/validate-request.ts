/** Reads a validation request as a submission; every field is checked. */

import type { AllMembers, ReadBy } from '../../contract/complete.ts';
import { CONTRACT_LIMITS } from '../../contract/limits.ts';
import { eachTag } from '../../contract/runs/run-tags.ts';
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
import { choiceField, fileField, pathField, platformField, requireFileBytes, textField } from './fields.ts';

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
 * Checks the fields of a run besides its content. Facts that the caller's token proves replace those of the request.
 * @throws AppError of the first invalid field
 */
export function readRunFields(
  request: RunFields,
  caller: Pick<Caller, 'proven' | 'runsOwnBranch'>,
): AllMembers<Omit<Submission, 'file' | 'filename' | 'platform'>> {
  return {
    enforcementMode: choiceField(request.enforcementMode),
    ruleset: textField(request.ruleset),
    policyPack: textField(request.policyPack),
    environment: textField(request.environment),
    ...eachTag((tag) => textField(request[tag])),
    pipeline: { ...readPipelineContext(request.metadata), ...provenMembers(caller) },
  };
}

/** Returns the members that the token of a CI job proves; none for other callers. */
function provenMembers({ proven, runsOwnBranch }: Pick<Caller, 'proven' | 'runsOwnBranch'>) {
  if (proven == null) return {};
  return { ...proven, isProven: true, ...(runsOwnBranch === true && { runsOwnBranch }) } as const;
}

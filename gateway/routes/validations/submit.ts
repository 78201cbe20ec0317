/** Hands a file over to the core that is validated later. */
import {
  SubmitValidationRequest,
  type ValidationRun,
  ValidationServiceService,
} from '../../../src/gen/flowarden/v1/validation.ts';
import type { CallContext, CallTime, Core, UnaryMethod } from '../../core/client.ts';
import { encodeWithFile } from '../../core/file-message.ts';
import { GATEWAY_LIMITS } from '../../limits.ts';

const SUBMIT = {
  ...ValidationServiceService.submitValidation,
  requestSerialize: (request: SubmitValidationRequest) => encodeWithFile(SubmitValidationRequest, request),
} satisfies UnaryMethod<SubmitValidationRequest, unknown>;

const TIME: CallTime = {
  callMsMax: GATEWAY_LIMITS.submitCallMsMax,
  coreReturnMsMax: GATEWAY_LIMITS.coreReturnValidateMsMax,
  timeoutCode: 'engine_unavailable',
};

/** Resolves when it is queued, with how far it is. */
export async function submit(
  core: Core,
  request: SubmitValidationRequest,
  context: CallContext,
): Promise<ValidationRun> {
  const { run } = await core.call(SUBMIT, request, context, TIME);
  if (run === undefined) throw new Error('The core answered without a validation');
  return run;
}

/** Hands a file over to the core that is validated later: whole, or as it arrives. */
import type { Readable } from 'node:stream';
import {
  SubmitValidationRequest,
  type SubmitValidationResponse,
  type UploadValidationRequest,
  type ValidationRun,
  ValidationServiceService,
  type ValidationSubmission,
} from '../../../src/gen/flowarden/v1/validation.ts';
import { freeBytes } from '../../core/byte-sink.ts';
import type { CallContext, CallTime, Core, UnaryMethod } from '../../core/client.ts';
import { encodeUploadValidationRequest, encodeWithFile } from '../../core/file-message.ts';
import { piecesOf } from '../../core/file-pieces.ts';
import { GATEWAY_LIMITS } from '../../limits.ts';

const SUBMIT = {
  ...ValidationServiceService.submitValidation,
  requestSerialize: (request: SubmitValidationRequest) => encodeWithFile(SubmitValidationRequest, request),
} satisfies UnaryMethod<SubmitValidationRequest, unknown>;

const UPLOAD = {
  ...ValidationServiceService.uploadValidation,
  requestSerialize: encodeUploadValidationRequest,
} satisfies UnaryMethod<UploadValidationRequest, unknown>;

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
  return runOf(await core.call(SUBMIT, request, context, TIME));
}

/** The upload of a file whose form still arrives. */
export interface FileUpload {
  /** Sends the file on as it comes; its last piece waits for `finish`. */
  send(file: Readable): Promise<void>;
  /** Sends the last piece with what is wanted. Resolves when the validation is queued, with its state. */
  finish(submission: ValidationSubmission): Promise<ValidationRun>;
}

/** Begins an upload over the call that was opened. */
export function beginUpload(core: Core, context: CallContext): FileUpload {
  const upload = core.upload(UPLOAD, context, TIME);
  let last: Buffer | null = null;
  let isBegun = false;
  return {
    async send(file) {
      for await (const piece of piecesOf(file)) {
        if (last !== null) {
          isBegun = true;
          await upload.write({ content: last, submission: undefined });
          freeBytes(last);
        }
        last = piece;
      }
    },
    async finish(submission) {
      const request = { content: last ?? Buffer.alloc(0), submission };
      // A file of one piece is still here whole, so that the call can be repeated when its core is lost.
      return runOf(await (isBegun ? upload.finish(request) : core.call(UPLOAD, request, context, TIME)));
    },
  };
}

function runOf({ run }: SubmitValidationResponse): ValidationRun {
  if (run === undefined) throw new Error('The core answered without a validation');
  return run;
}

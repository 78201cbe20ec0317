/** Submits a file for a later validation to the core: whole, or as it arrives. */
import type { Readable } from 'node:stream';
import {
  SubmitValidationRequest,
  type SubmitValidationResponse,
  type UploadValidationRequest,
  type ValidationRun,
  ValidationServiceService,
  type ValidationSubmission,
} from '../../../src/gen/flowarden/v1/validation.ts';
import { OwnedBytes } from '../../../src/infra/memory/owned-bytes.ts';
import type { CallContext, CallTime, Core } from '../../core/client.ts';
import type { UnaryMethod } from '../../core/unary-call.ts';
import { encodeUploadValidationRequest, encodeWithFile } from '../../core/uploads/file-message.ts';
import { piecesOf } from '../../core/uploads/file-pieces.ts';
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
  // The core accepts a file that is validated later.
  callMsMax: 30_000,
  coreReturnMsMax: GATEWAY_LIMITS.coreReturnValidateMsMax,
  timeoutCode: 'engine_unavailable',
};

/** Submits a file; resolves with the state of the validation when it is queued. */
export async function submit(
  core: Core,
  request: SubmitValidationRequest,
  context: CallContext,
): Promise<ValidationRun> {
  return runOf(await core.call(SUBMIT, request, context, TIME));
}

/** Upload of a file whose form is still arriving. */
export interface FileUpload {
  /** Forwards the file as it arrives; its last piece waits for `finish`. */
  send(file: Readable): Promise<void>;
  /** Sends the last piece with the submission. Resolves when the validation is queued, with its state. */
  finish(submission: ValidationSubmission): Promise<ValidationRun>;
}

/** Begins an upload over the opened call. */
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
          OwnedBytes.of(last).free();
        }
        last = piece;
      }
    },
    async finish(submission) {
      const request = { content: last ?? Buffer.alloc(0), submission };
      // A file of one piece is still in memory, so the call can be retried when its core is lost.
      return runOf(await (isBegun ? upload.finish(request) : core.call(UPLOAD, request, context, TIME)));
    },
  };
}

function runOf({ run }: SubmitValidationResponse): ValidationRun {
  if (run === undefined) throw new Error('The core answered without a validation');
  return run;
}

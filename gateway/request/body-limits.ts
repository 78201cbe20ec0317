/** Limits of one body. */
import type { z } from 'zod';
import { CONTRACT_LIMITS } from '../../src/contract/limits.ts';
import type { ErrorCode } from '../../src/errors.ts';
import type { FormBody } from '../endpoint/route.ts';
import { GATEWAY_LIMITS } from '../limits.ts';

/** Time limits of a body; endpoints may lower them. */
export interface BodyTimes {
  /** Time for the whole body. */
  readonly uploadMsMax: number;
  /** Longest pause between chunks. */
  readonly idleMsMax: number;
}

/** Limits of a whole body. */
export interface BodyLimits extends BodyTimes {
  readonly bodyBytesMax: number;
  /** Error code of a body that exceeds a time limit. */
  readonly tooSlowCode: ErrorCode;
}

/** Limits of a form with a file. */
export interface FormLimits extends BodyLimits {
  readonly fileBytesMax: number;
}

/** Time limits that the contract states. */
export const BODY_TIMES: BodyTimes = {
  uploadMsMax: CONTRACT_LIMITS.uploadMsMax,
  idleMsMax: GATEWAY_LIMITS.uploadIdleMsMax,
};

/** Returns the limits of a JSON body. */
export function jsonLimits(times: BodyTimes): BodyLimits {
  return { ...times, bodyBytesMax: GATEWAY_LIMITS.jsonBodyBytesMax, tooSlowCode: 'upload_too_slow' };
}

/** Returns the limits of an endpoint's form. */
export function formLimits(
  body: Pick<FormBody<z.ZodObject>, 'fileBytesMax' | 'uploadMsMax' | 'tooSlowCode'>,
  times: BodyTimes,
): FormLimits {
  return {
    uploadMsMax: Math.min(times.uploadMsMax, body.uploadMsMax ?? times.uploadMsMax),
    idleMsMax: times.idleMsMax,
    fileBytesMax: body.fileBytesMax,
    bodyBytesMax: body.fileBytesMax + GATEWAY_LIMITS.formOverheadBytesMax,
    tooSlowCode: body.tooSlowCode ?? 'upload_too_slow',
  };
}

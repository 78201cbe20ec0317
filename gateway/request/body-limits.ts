/** The limits of one body. */
import type { z } from 'zod';
import type { ErrorCode } from '../../src/errors.ts';
import { LIMITS } from '../../src/limits.ts';
import type { FormBody } from '../endpoint/route.ts';
import { GATEWAY_LIMITS } from '../limits.ts';

/** How long a body may take; the same for every endpoint, but for those that allow less. */
export interface BodyTimes {
  /** Time for the whole body. */
  readonly uploadMsMax: number;
  /** Longest silence. */
  readonly idleMsMax: number;
}

/** The limits of a whole body. */
export interface BodyLimits extends BodyTimes {
  readonly bodyBytesMax: number;
  /** The code for a body that breaks one of the times. */
  readonly tooSlowCode: ErrorCode;
}

/** The limits of a form with a file. */
export interface FormLimits extends BodyLimits {
  readonly fileBytesMax: number;
}

/** The times that the contract states. */
export const BODY_TIMES: BodyTimes = { uploadMsMax: LIMITS.uploadMsMax, idleMsMax: LIMITS.uploadIdleMsMax };

/** The limits of a JSON body. */
export function jsonLimits(times: BodyTimes): BodyLimits {
  return { ...times, bodyBytesMax: GATEWAY_LIMITS.jsonBodyBytesMax, tooSlowCode: 'upload_too_slow' };
}

/** The limits of the form of an endpoint. */
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

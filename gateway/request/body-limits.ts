/** Limits of one body. */

import type { z } from 'zod';
import { CONTRACT_LIMITS } from '../../src/contract/limits.ts';
import type { ErrorCode } from '../../src/errors.ts';
import { KIB } from '../../src/units.ts';
import type { FormBody } from '../endpoint/route.ts';

/** Longest silence during an upload. */
const UPLOAD_IDLE_MS_MAX = 15_000;

/**
 * Bytes of a multipart body besides the file: the other fields, boundaries and part headers. It exceeds what is
 * buffered between the byte count and the parser, so that the parser is the one to report a file that is too large.
 */
const FORM_OVERHEAD_BYTES_MAX = 512 * KIB;

/** Largest JSON body. */
const JSON_BODY_BYTES_MAX = 256 * KIB;

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
  idleMsMax: UPLOAD_IDLE_MS_MAX,
};

/** Returns the limits of a JSON body. */
export function jsonLimits(times: BodyTimes): BodyLimits {
  return { ...times, bodyBytesMax: JSON_BODY_BYTES_MAX, tooSlowCode: 'upload_too_slow' };
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
    bodyBytesMax: body.fileBytesMax + FORM_OVERHEAD_BYTES_MAX,
    tooSlowCode: body.tooSlowCode ?? 'upload_too_slow',
  };
}

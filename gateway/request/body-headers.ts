/** Checks of a body by its headers alone, so that it can be rejected unread. */

import type { Request, Response } from 'express';
import { AppError } from '../../src/errors.ts';
import { formatNumber } from '../../src/text/format.ts';
import type { BodyLimits, FormLimits } from './body-limits.ts';

/** Rejects a body whose stated length is too large. */
export function checkLength({ headers }: Request, limits: BodyLimits | FormLimits): void {
  const bytes = Number(headers['content-length'] ?? 0);
  if (bytes <= limits.bodyBytesMax) return;
  const size = formatNumber(bytes);
  if ('fileBytesMax' in limits) {
    const limit = formatNumber(limits.fileBytesMax);
    throw new AppError('file_too_large', `The request has ${size} bytes; a file may have at most ${limit}.`);
  }
  const limit = formatNumber(limits.bodyBytesMax);
  throw new AppError('request_too_large', `The request has ${size} bytes; the limit is ${limit}.`);
}

/** Rejects a compressed body. */
export function checkEncoding({ headers }: Request): void {
  if ((headers['content-encoding'] ?? 'identity').toLowerCase() === 'identity') return;
  throw new AppError('unsupported_content_type', 'A compressed body is not supported. Send it as it is.');
}

/** Sends `100 Continue` to a sender that expects it. */
export function continueBody({ headers }: Request, response: Response): void {
  if (headers.expect?.toLowerCase() === '100-continue') response.writeContinue();
}

/** Returns the stated length of the body; null when there is none. */
export function statedLength({ headers }: Request): number | null {
  const length = headers['content-length'];
  return length === undefined ? null : Number(length);
}

/** Returns whether there is a body. */
export function hasBody(request: Request): boolean {
  return request.headers['transfer-encoding'] !== undefined || (statedLength(request) ?? 0) > 0;
}

/** What the headers alone tell about a body, so that nothing of it has to be read to refuse it. */

import type { Request, Response } from 'express';
import { AppError } from '../../src/errors.ts';
import { formatNumber } from '../../src/text/format.ts';
import type { BodyLimits, FormLimits } from './body-limits.ts';

/** Refuses a body that says itself that it is too long. */
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

/** Refuses a body that would first have to be unpacked. */
export function checkEncoding({ headers }: Request): void {
  if ((headers['content-encoding'] ?? 'identity').toLowerCase() === 'identity') return;
  throw new AppError('unsupported_content_type', 'A compressed body is not supported. Send it as it is.');
}

/** Tells a sender who asked that the body may come. */
export function continueBody({ headers }: Request, response: Response): void {
  if (headers.expect?.toLowerCase() === '100-continue') response.writeContinue();
}

/** The length of the body, or null when the headers do not say it. */
export function statedLength({ headers }: Request): number | null {
  const length = headers['content-length'];
  return length === undefined ? null : Number(length);
}

/** Whether there is a body at all. */
export function hasBody(request: Request): boolean {
  return request.headers['transfer-encoding'] !== undefined || (statedLength(request) ?? 0) > 0;
}

/** Errors of every blob store. */

import { AppError } from '../../errors.ts';
import { formatNumber } from '../../text/format.ts';

/** Creates the error for a missing or incomplete blob. */
export function blobNotFound(id: string): AppError {
  return new AppError('not_found', `The stored file ${id} no longer exists. Submit it again.`);
}

/** Creates the error for a file with more bytes than its caller may send. */
export function blobTooLarge(bytesMax: number): AppError {
  const limit = formatNumber(bytesMax);
  return new AppError('file_too_large', `The file has more than ${limit} bytes, which is the limit.`, {
    field: 'file',
    limitBytes: String(bytesMax),
  });
}

/** What every blob store says no with. */

import { AppError } from '../../errors.ts';
import { formatNumber } from '../../text/format.ts';

/** There is no such blob, or not all of it. */
export function blobNotFound(id: string): AppError {
  return new AppError('not_found', `The stored file ${id} is not there any more. Submit it again.`);
}

/** The file has more bytes than its caller may send. */
export function blobTooLarge(bytesMax: number): AppError {
  const limit = formatNumber(bytesMax);
  return new AppError('file_too_large', `The file has more than ${limit} bytes, which is the limit.`, {
    field: 'file',
    limitBytes: String(bytesMax),
  });
}

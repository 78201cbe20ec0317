/** Conversion of the multipart parser's errors to our codes. */

import multer from 'multer';
import { AppError } from '../../src/errors.ts';
import { formatNumber } from '../../src/text/format.ts';
import { GATEWAY_LIMITS } from '../limits.ts';
import type { FormLimits } from './body-limits.ts';

/** Hint for a text field, such as the metadata, that was sent as a file. */
export const TEXT_HINT = 'All other fields are texts: with curl, write field=<path rather than field=@path.';

/**
 * Converts an error of the parser; AppErrors pass unchanged. Any plain error of busboy concerns the form's syntax.
 */
export function uploadError(error: unknown, limits: FormLimits): AppError {
  if (error instanceof AppError) return error;
  if (!(error instanceof multer.MulterError)) {
    const reason = error instanceof Error ? error.message : String(error);
    return new AppError(
      'malformed_multipart',
      `The multipart body is broken: ${reason.replace(/^Multipart: /, '')}.`,
      {},
      { cause: error },
    );
  }
  const options = { cause: error };
  const field = JSON.stringify(error.field ?? '');
  switch (error.code as string) {
    case 'LIMIT_FILE_SIZE':
      return fileTooLarge(limits, options);
    case 'LIMIT_FILE_COUNT':
      return new AppError(
        'too_many_files',
        `The form has more than one file. Send one file per request. ${TEXT_HINT}`,
        {},
        options,
      );
    case 'LIMIT_FIELD_VALUE':
      return error.field === 'metadata'
        ? metadataTooLarge(options)
        : new AppError('invalid_field', `The field ${field} is too long.`, {}, options);
    case 'LIMIT_PART_COUNT':
    case 'LIMIT_FIELD_COUNT':
      return new AppError(
        'unexpected_field',
        `The form has more than ${GATEWAY_LIMITS.formFieldsMax} fields. Send only the ones of the API reference.`,
        {},
        options,
      );
    case 'LIMIT_FIELD_KEY':
      return new AppError(
        'unexpected_field',
        `The form has a field name of more than ${GATEWAY_LIMITS.fieldNameBytesMax} bytes.`,
        {},
        options,
      );
    case 'MISSING_FIELD_NAME':
      return new AppError('malformed_multipart', 'A part of the form has no name.', {}, options);
    default:
      return new AppError('unexpected_field', `The field ${field} is not known here.`, {}, options);
  }
}

/** Creates the error for a file beyond the limit of its endpoint. */
export function fileTooLarge({ fileBytesMax }: FormLimits, options: ErrorOptions = {}): AppError {
  const limit = formatNumber(fileBytesMax);
  return new AppError(
    'file_too_large',
    `The file has more than ${limit} bytes, the limit of this endpoint.`,
    {},
    options,
  );
}

/** Creates the error for metadata so large that it was not read to its end. */
function metadataTooLarge(options: ErrorOptions): AppError {
  return new AppError(
    'metadata_too_large',
    `The field metadata has more than ${formatNumber(GATEWAY_LIMITS.fieldBytesMax)} bytes; the limit is 4,096.`,
    {},
    options,
  );
}

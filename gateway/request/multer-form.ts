/** Parses any multipart form with multer: one file and raw fields. Reading stops at the first broken limit. */
import type { Readable } from 'node:stream';
import type { Request, Response } from 'express';
import multer, { type StorageEngine } from 'multer';
import { AppError } from '../../src/errors.ts';
import { formatNumber } from '../../src/text/format.ts';
import { GATEWAY_LIMITS } from '../limits.ts';
import type { FormLimits } from './body-limits.ts';

/** Header lines of one part. */
const PART_HEADER_PAIRS_MAX = 20;

/** Raw text fields of a form; a repeated field is a list. */
export type RawFields = Readonly<Record<string, unknown>>;

interface ParsedForm {
  readonly file: Express.Multer.File | undefined;
  readonly fields: RawFields;
}

/** Form with its file. */
export interface WholeForm extends ParsedForm {
  readonly file: Express.Multer.File;
}

/** Rejects a Content-Type that is not a form with a boundary. */
export function checkFormType(type: string): void {
  const isForm = /^multipart\/form-data\s*(;|$)/i.test(type);
  if (isForm && /;\s*boundary\s*=/i.test(type)) return;
  if (isForm) {
    throw new AppError(
      'malformed_multipart',
      'The Content-Type names no boundary. Leave this header to the HTTP client that writes the form.',
    );
  }
  const shown = type === '' ? 'missing' : JSON.stringify(type.slice(0, 100));
  throw new AppError(
    'unsupported_content_type',
    `The Content-Type is ${shown}; it must be multipart/form-data. With curl, write -F file=@path.`,
  );
}

/** Creates the error for a file without bytes. */
export function emptyFile(): AppError {
  return new AppError(
    'empty_file',
    'The uploaded file has no bytes. Check that it was written before it was sent.',
  );
}

/** Parses a form; `storage` receives its file. @throws AppError of the first broken limit or part */
export async function readForm(
  { headers }: Pick<Request, 'headers'>,
  source: Readable,
  limits: FormLimits,
  storage: StorageEngine,
): Promise<WholeForm> {
  const body = Object.assign(source, { headers }) as unknown as Request;
  let form: ParsedForm;
  try {
    form = await parseForm(body, limits, storage);
  } catch (error) {
    throw uploadError(error, limits);
  } finally {
    body.destroy();
  }
  const { file, fields } = form;
  if (file === undefined) throw missingFile(fields);
  return { file, fields };
}

async function parseForm(body: Request, limits: FormLimits, storage: StorageEngine): Promise<ParsedForm> {
  const parse = multer({
    storage,
    defParamCharset: 'utf8',
    preservePath: true,
    fileFilter: checkFilePart,
    limits: {
      files: 1,
      fileSize: limits.fileBytesMax,
      fields: GATEWAY_LIMITS.formFieldsMax,
      parts: GATEWAY_LIMITS.formFieldsMax + 1,
      fieldNameSize: GATEWAY_LIMITS.fieldNameBytesMax,
      fieldSize: GATEWAY_LIMITS.fieldBytesMax,
      headerPairs: PART_HEADER_PAIRS_MAX,
      fieldNestingDepth: 0,
    },
  }).any();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  // multer does not use the response.
  parse(body, {} as Response, (error: unknown) => (error ? reject(error) : resolve()));
  await promise;
  const files = (body.files ?? []) as Express.Multer.File[];
  return { file: files[0], fields: (body.body ?? {}) as RawFields };
}

function checkFilePart(
  _request: Request,
  file: Express.Multer.File,
  done: (error: Error | null, accepted?: boolean) => void,
): void {
  if (file.fieldname !== 'file') {
    const shown = JSON.stringify(file.fieldname.slice(0, 64));
    const message = `The file must be in the field "file", not in ${shown}. ${TEXT_HINT}`;
    done(new AppError('unexpected_field', message));
  } else if (file.originalname.includes('\0')) {
    done(new AppError('invalid_field', 'The name of the file has a NUL character.'));
  } else {
    done(null, true);
  }
}

function missingFile(fields: RawFields): AppError {
  const hint = Object.hasOwn(fields, 'file')
    ? 'The field "file" came without a file name, so it is text. With curl, write file=@path.'
    : 'Send the workflow as the form field "file", with a file name.';
  return new AppError('missing_file', `The form has no file. ${hint}`);
}

/** Hint for a text field, such as the metadata, that was sent as a file. */
const TEXT_HINT = 'All other fields are texts: with curl, write field=<path rather than field=@path.';

/**
 * Converts an error of the parser; AppErrors pass unchanged. Any plain error of busboy concerns the form's syntax.
 */
function uploadError(error: unknown, limits: FormLimits): AppError {
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

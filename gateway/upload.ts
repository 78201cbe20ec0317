/** Multipart → one file and raw fields, within limits. Nothing over a limit is read. */
import type { Request, Response } from 'express';
import multer from 'multer';
import { AppError } from '../src/errors.ts';
import { meterBody } from './body-meter.ts';
import { GATEWAY_LIMITS } from './limits.ts';
import { replyOf } from './reply.ts';
import { uploadError } from './upload-errors.ts';
import type { UploadLimits } from './upload-limits.ts';
import { bufferStorage } from './upload-storage.ts';

/** What a form held. */
export interface Upload {
  readonly file: Buffer;
  readonly filename: string;
  /** Text fields as they came; a field that came twice is a list. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Reads the form. Throws before reading anything when the headers already show that it cannot be taken. */
export async function readUpload(
  request: Request,
  response: Response,
  limits: UploadLimits,
): Promise<Upload> {
  const bytesExpected = checkHeaders(request, limits);
  // The sender asked whether it shall send the body at all; only now the answer is yes.
  if (request.headers.expect?.toLowerCase() === '100-continue') response.writeContinue();
  let form: ParsedForm;
  try {
    form = await parseForm(request, response, limits, bytesExpected);
  } catch (error) {
    const problem = uploadError(error, limits);
    replyOf(response).bodyAbandoned = problem.code === 'upload_too_slow';
    throw problem;
  }
  const { file } = form;
  if (file === undefined) throw missingFile(form.fields);
  if (file.size === 0) throw new AppError('empty_file', 'The uploaded file has no bytes.');
  return { file: file.buffer, filename: file.originalname, fields: form.fields };
}

interface ParsedForm {
  readonly file: Express.Multer.File | undefined;
  readonly fields: Readonly<Record<string, unknown>>;
}

async function parseForm(
  request: Request,
  response: Response,
  limits: UploadLimits,
  bytesExpected: number | null,
): Promise<ParsedForm> {
  const parse = multer({
    storage: bufferStorage(bytesExpected === null ? null : Math.min(bytesExpected, limits.fileBytesMax)),
    defParamCharset: 'utf8',
    fileFilter: checkFilePart,
    limits: {
      files: 1,
      fileSize: limits.fileBytesMax,
      fields: GATEWAY_LIMITS.formFieldsMax,
      parts: GATEWAY_LIMITS.formFieldsMax + 1,
      fieldNameSize: GATEWAY_LIMITS.fieldNameBytesMax,
      fieldSize: GATEWAY_LIMITS.fieldBytesMax,
      headerPairs: GATEWAY_LIMITS.partHeaderPairsMax,
      fieldNestingDepth: 0,
    },
  }).any();
  const { headers } = request;
  const body = Object.assign(meterBody(request, limits), { headers }) as unknown as Request;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  parse(body, response, (error: unknown) => (error ? reject(error) : resolve()));
  try {
    await promise;
  } finally {
    body.destroy();
  }
  const files = (body.files ?? []) as Express.Multer.File[];
  return { file: files[0], fields: (body.body ?? {}) as Readonly<Record<string, unknown>> };
}

/** Checks what the headers alone tell; returns the length of the body, or null when it is not said. */
function checkHeaders({ headers }: Request, limits: UploadLimits): number | null {
  const length = headers['content-length'];
  const bytes = length === undefined ? null : Number(length);
  if (bytes !== null && bytes > limits.bodyBytesMax) {
    const [size, limit] = [bytes, limits.fileBytesMax].map((count) => count.toLocaleString('en'));
    throw new AppError('file_too_large', `The request has ${size} bytes; a file may have at most ${limit}.`);
  }
  const type = headers['content-type'] ?? '';
  if (!/^multipart\/form-data\s*(;|$)/i.test(type)) {
    const shown = type === '' ? 'missing' : JSON.stringify(type.slice(0, 100));
    throw new AppError(
      'unsupported_content_type',
      `The Content-Type is ${shown}; it must be multipart/form-data.`,
    );
  }
  if ((headers['content-encoding'] ?? 'identity').toLowerCase() !== 'identity') {
    throw new AppError('unsupported_content_type', 'A compressed body is not supported. Send it as it is.');
  }
  return bytes;
}

function checkFilePart(
  _request: Request,
  file: Express.Multer.File,
  done: (error: Error | null, accepted?: boolean) => void,
): void {
  if (file.fieldname !== 'file') {
    const shown = JSON.stringify(file.fieldname.slice(0, 64));
    done(new AppError('unexpected_field', `The file must be in the field "file", not in ${shown}.`));
  } else if (file.originalname.includes('\0')) {
    done(new AppError('invalid_field', 'The name of the file has a NUL character.'));
  } else {
    done(null, true);
  }
}

function missingFile(fields: Readonly<Record<string, unknown>>): AppError {
  const hint = Object.hasOwn(fields, 'file')
    ? 'The field "file" came without a file name, so it is text. With curl, write file=@path.'
    : 'Send the workflow as the form field "file".';
  return new AppError('missing_file', `The form has no file. ${hint}`);
}

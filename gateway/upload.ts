/** Multipart → one file and raw fields, within limits. Nothing over a limit is read. */
import type { Readable } from 'node:stream';
import type { Request, Response } from 'express';
import multer, { type StorageEngine } from 'multer';
import { AppError } from '../src/errors.ts';
import { checkEncoding, continueBody, statedLength } from './body-headers.ts';
import type { FormLimits } from './body-limits.ts';
import { meterBody } from './body-meter.ts';
import { GATEWAY_LIMITS } from './limits.ts';
import { replyOf } from './reply.ts';
import { uploadError } from './upload-errors.ts';
import { bufferStorage, passingStorage } from './upload-storage.ts';

/** What a form held. */
export interface Upload {
  readonly file: Buffer;
  readonly filename: string;
  /** Text fields as they came; a field that came twice is a list. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Reads a form whose length has been checked, the file into memory. */
export async function readUpload(request: Request, response: Response, limits: FormLimits): Promise<Upload> {
  const length = statedLength(request);
  const storage = bufferStorage(length === null ? null : Math.min(length, limits.fileBytesMax));
  const { file, fields } = await readForm(request, response, limits, storage);
  return { file: file.buffer, filename: file.originalname, fields };
}

/** Reads a form whose length has been checked; the file goes to `store` as it comes. */
export async function passUpload<Stored>(
  request: Request,
  response: Response,
  limits: FormLimits,
  store: (file: Readable, filename: string) => Promise<Stored>,
): Promise<Omit<Upload, 'file'> & { readonly stored: Stored }> {
  let storing: Promise<Stored> | undefined;
  let failure: { readonly cause: unknown } | null = null;
  const storage = passingStorage((stream, filename) => {
    storing = store(stream, filename);
    storing.catch((cause: unknown) => {
      // A stream that broke off has its reason; else it was `store` that could not go on.
      if (stream.errored === null) failure = { cause };
    });
    return storing;
  });
  try {
    const { file, fields } = await readForm(request, response, limits, storage);
    return { filename: file.originalname, fields, stored: await (storing as Promise<Stored>) };
  } catch (error) {
    // A broken body is known before `store` has cleared away its part of it.
    await storing?.catch(() => undefined);
    throw failure === null ? error : (failure as { readonly cause: unknown }).cause;
  }
}

interface ParsedForm {
  readonly file: Express.Multer.File | undefined;
  readonly fields: Upload['fields'];
}

async function readForm(
  request: Request,
  response: Response,
  limits: FormLimits,
  storage: StorageEngine,
): Promise<{ readonly file: Express.Multer.File; readonly fields: Upload['fields'] }> {
  checkType(request.headers['content-type'] ?? '');
  checkEncoding(request);
  continueBody(request, response);
  let form: ParsedForm;
  try {
    form = await parseForm(request, response, limits, storage);
  } catch (error) {
    const problem = uploadError(error, limits);
    replyOf(response).bodyAbandoned = problem.code === limits.tooSlowCode;
    throw problem;
  }
  const { file, fields } = form;
  if (file === undefined) throw missingFile(fields);
  if (file.size === 0) throw new AppError('empty_file', 'The uploaded file has no bytes.');
  return { file, fields };
}

async function parseForm(
  request: Request,
  response: Response,
  limits: FormLimits,
  storage: StorageEngine,
): Promise<ParsedForm> {
  const parse = multer({
    storage,
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
  return { file: files[0], fields: (body.body ?? {}) as Upload['fields'] };
}

function checkType(type: string): void {
  if (/^multipart\/form-data\s*(;|$)/i.test(type)) return;
  const shown = type === '' ? 'missing' : JSON.stringify(type.slice(0, 100));
  throw new AppError(
    'unsupported_content_type',
    `The Content-Type is ${shown}; it must be multipart/form-data.`,
  );
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

function missingFile(fields: Upload['fields']): AppError {
  const hint = Object.hasOwn(fields, 'file')
    ? 'The field "file" came without a file name, so it is text. With curl, write file=@path.'
    : 'Send the workflow as the form field "file".';
  return new AppError('missing_file', `The form has no file. ${hint}`);
}

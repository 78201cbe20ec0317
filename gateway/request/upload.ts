/** Parses a multipart form: one file and raw fields, within limits. Reading stops at the first broken limit. */
import { Readable } from 'node:stream';
import type { Request, Response } from 'express';
import multer, { type StorageEngine } from 'multer';
import { AppError } from '../../src/errors.ts';
import { type ByteSink, freedSink } from '../core/byte-sink.ts';
import { GATEWAY_LIMITS } from '../limits.ts';
import { replyOf } from '../response/reply.ts';
import { gatherBody } from './body-gather.ts';
import { checkEncoding, continueBody, statedLength } from './body-headers.ts';
import type { FormLimits } from './body-limits.ts';
import { meterBody } from './body-meter.ts';
import { readPlainForm } from './plain-form.ts';
import { TEXT_HINT, uploadError } from './upload-errors.ts';
import type { UploadShare } from './upload-memory.ts';
import { bufferStorage, passingStorage } from './upload-storage.ts';

/** Parsed form. */
export interface Upload {
  readonly file: Buffer;
  readonly filename: string;
  /** Raw text fields; a repeated field is a list. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Form whose file is in memory that is freed explicitly. */
export interface FreedUpload extends Upload {
  /** Frees the file; call it after the last use. */
  free(): void;
}

/** Reads a form whose length, if stated, has been checked, into memory, and then parses it. */
export async function readUpload(
  request: Request,
  response: Response,
  limits: FormLimits,
  share: UploadShare,
): Promise<FreedUpload> {
  beginForm(request, response);
  const sink = freedSink(statedLength(request), limits.bodyBytesMax, share);
  try {
    await gatherForm(request, response, limits, sink);
    const body = sink.finish();
    const plain = readPlainForm(body, request.headers['content-type'] ?? '', limits);
    const form = plain ?? (await readAnyForm(request, body, limits));
    if (form.file.length === 0) throw emptyFile();
    return { ...form, free: sink.free };
  } catch (error) {
    sink.free();
    throw error;
  }
}

/** Reads the body. If it is too large, the received part may show that the file is the cause. */
async function gatherForm(
  request: Request,
  response: Response,
  limits: FormLimits,
  sink: ByteSink,
): Promise<void> {
  try {
    await gatherBody(request, response, limits, sink);
  } catch (error) {
    const isTooLong = error instanceof AppError && error.code === 'request_too_large';
    if (isTooLong) readPlainForm(sink.finish(), request.headers['content-type'] ?? '', limits);
    throw error;
  }
}

/** Parses any form that is complete in memory. */
export async function readAnyForm(
  request: Pick<Request, 'headers'>,
  body: Buffer,
  limits: FormLimits,
): Promise<Upload> {
  const { file, fields } = await readForm(request, Readable.from([body]), limits, bufferStorage());
  return { file: file.buffer, filename: file.originalname, fields };
}

/** Reads a form whose length has been checked; the file is streamed to `store`. */
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
      // A broken stream holds its reason; otherwise `store` itself failed.
      if (stream.errored === null) failure = { cause };
    });
    return storing;
  });
  beginForm(request, response);
  try {
    const { file, fields } = await readMetered(request, response, limits, storage);
    if (file.size === 0) throw emptyFile();
    return { filename: file.originalname, fields, stored: await (storing as Promise<Stored>) };
  } catch (error) {
    // The error of the body is thrown only after `store` has discarded its part of it.
    await storing?.catch(() => undefined);
    throw failure === null ? error : (failure as { readonly cause: unknown }).cause;
  }
}

/** Checks the headers and lets the sender continue. */
function beginForm(request: Request, response: Response): void {
  checkType(request.headers['content-type'] ?? '');
  checkEncoding(request);
  continueBody(request, response);
}

interface ParsedForm {
  readonly file: Express.Multer.File | undefined;
  readonly fields: Upload['fields'];
}

/** Form with its file. */
interface WholeForm extends ParsedForm {
  readonly file: Express.Multer.File;
}

async function readMetered(
  request: Request,
  response: Response,
  limits: FormLimits,
  storage: StorageEngine,
): Promise<WholeForm> {
  try {
    return await readForm(request, meterBody(request, limits), limits, storage);
  } catch (error) {
    replyOf(response).bodyAbandoned = error instanceof AppError && error.code === limits.tooSlowCode;
    throw error;
  }
}

async function readForm(
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
      headerPairs: GATEWAY_LIMITS.partHeaderPairsMax,
      fieldNestingDepth: 0,
    },
  }).any();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  // multer does not use the response.
  parse(body, {} as Response, (error: unknown) => (error ? reject(error) : resolve()));
  await promise;
  const files = (body.files ?? []) as Express.Multer.File[];
  return { file: files[0], fields: (body.body ?? {}) as Upload['fields'] };
}

function checkType(type: string): void {
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

function emptyFile(): AppError {
  return new AppError(
    'empty_file',
    'The uploaded file has no bytes. Check that it was written before it was sent.',
  );
}

function missingFile(fields: Upload['fields']): AppError {
  const hint = Object.hasOwn(fields, 'file')
    ? 'The field "file" came without a file name, so it is text. With curl, write file=@path.'
    : 'Send the workflow as the form field "file", with a file name.';
  return new AppError('missing_file', `The form has no file. ${hint}`);
}

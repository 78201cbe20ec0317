/** Parser of `multipart/form-data` bodies whose file is buffered. */
import { Readable } from 'node:stream';
import type { Request, Response } from 'express';
import type { StorageEngine } from 'multer';
import { AppError } from '../../src/errors.ts';
import { type ByteSink, collectingSink, freedSink } from '../core/uploads/byte-sink.ts';
import type { UploadShare } from '../core/uploads/upload-memory.ts';
import { fieldReader } from '../endpoint/fields.ts';
import { replyOf } from '../response/reply.ts';
import { gatherBody } from './body-arrival.ts';
import { statedLength } from './body-headers.ts';
import { type FormLimits, formLimits } from './body-limits.ts';
import { type BodyParser, beginBody, type RouteBodies } from './body-parser.ts';
import { checkFormType, emptyFile, type RawFields, readForm } from './multer-form.ts';
import { readPlainForm } from './plain-form.ts';

/** Parser of forms that are read into memory: the fast parser first, multer for all that it leaves. */
export const formParser: BodyParser<RouteBodies['form']> = {
  limits: formLimits,
  reader(body, { bodyTimes, uploadMemory }) {
    const limits = formLimits(body, bodyTimes);
    const readFields = fieldReader(body);
    return async (request, response) => {
      const share = uploadMemory(replyOf(response).organisation);
      const { file, filename, fields, free } = await readUpload(request, response, limits, share);
      try {
        return { body: readFields(fields), file, filename, free };
      } catch (error) {
        free();
        throw error;
      }
    };
  },
};

/** Parsed form. */
export interface Upload {
  readonly file: Buffer;
  readonly filename: string;
  readonly fields: RawFields;
}

/** Form whose file is in memory that is freed explicitly. */
interface FreedUpload extends Upload {
  /** Frees the file; call it after the last use. */
  free(): void;
}

/** Reads a form whose length, if stated, has been checked, into memory, and then parses it. */
async function readUpload(
  request: Request,
  response: Response,
  limits: FormLimits,
  share: UploadShare,
): Promise<FreedUpload> {
  beginBody(request, response, checkFormType);
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

/** Creates a storage for one request that buffers the file. */
function bufferStorage(): StorageEngine {
  return {
    _handleFile(_request, file, done) {
      const sink = collectingSink();
      const { stream } = file;
      stream.on('data', sink.add);
      stream.once('end', () => {
        const buffer = sink.finish();
        done(null, { buffer, size: buffer.length });
      });
      // multer already knows these errors; it only waits for the callback.
      stream.once('limit', () => done(new Error('The file is over its limit')));
      stream.once('error', (error) => done(error));
    },
    _removeFile(_request, _file, done) {
      done(null);
    },
  };
}

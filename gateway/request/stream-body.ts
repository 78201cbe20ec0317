/** Parser of `multipart/form-data` bodies whose file is streamed. */
import type { Readable } from 'node:stream';
import type { Request, Response } from 'express';
import type { StorageEngine } from 'multer';
import { AppError } from '../../src/errors.ts';
import { fieldReader } from '../endpoint/fields.ts';
import { replyOf } from '../response/reply.ts';
import { meterBody } from './body-arrival.ts';
import { type FormLimits, formLimits } from './body-limits.ts';
import { type BodyParser, beginBody, NO_FILE, type RouteBodies } from './body-parser.ts';
import { checkFormType, emptyFile, type RawFields, readForm, type WholeForm } from './multer-form.ts';

/** Parser of forms that the handler reads, when it calls `receive`. */
export const streamParser: BodyParser<RouteBodies['stream']> = {
  limits: formLimits,
  reader(body, { bodyTimes }) {
    const limits = formLimits(body, bodyTimes);
    const readFields = fieldReader(body);
    return async (request, response) => ({
      body: {},
      ...NO_FILE,
      async receive(store) {
        const { fields, filename, stored } = await passUpload(request, response, limits, store);
        return { body: readFields(fields), filename, stored };
      },
    });
  },
};

/** Parsed form, and what `store` returned for its file. */
interface StoredUpload<Stored> {
  readonly filename: string;
  readonly fields: RawFields;
  readonly stored: Stored;
}

/** Reads a form whose length has been checked; the file is streamed to `store`. */
async function passUpload<Stored>(
  request: Request,
  response: Response,
  limits: FormLimits,
  store: (file: Readable, filename: string) => Promise<Stored>,
): Promise<StoredUpload<Stored>> {
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
  beginBody(request, response, checkFormType);
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

/** Creates a storage for one request that streams the file to `store`. */
function passingStorage(store: (file: Readable, filename: string) => Promise<unknown>): StorageEngine {
  return {
    _handleFile(_request, { stream, originalname }, done) {
      let size = 0;
      stream.on('data', (chunk: Buffer) => {
        size += chunk.length;
      });
      // The listener above must not start the flow before `store` has attached its own.
      stream.pause();
      // multer reports the limit; the reader only needs to know that the file is incomplete.
      stream.once('limit', () =>
        stream.destroy(new AppError('file_too_large', 'The file is over its limit.')),
      );
      store(stream, originalname).then(
        () => done(null, { size }),
        (error: unknown) => done(error),
      );
    },
    _removeFile(_request, _file, done) {
      done(null);
    },
  };
}

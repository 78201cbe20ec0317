/** Where multer puts an uploaded file: into one buffer, or straight into the hands of somebody else. */
import type { Readable } from 'node:stream';
import type { StorageEngine } from 'multer';
import { AppError } from '../../src/errors.ts';
import { collectingSink } from '../core/byte-sink.ts';

/** A storage for one request: a buffer. */
export function bufferStorage(): StorageEngine {
  return {
    _handleFile(_request, file, done) {
      const sink = collectingSink();
      const { stream } = file;
      stream.on('data', sink.add);
      stream.once('end', () => {
        const buffer = sink.finish();
        done(null, { buffer, size: buffer.length });
      });
      // multer knows already what these are; it only waits for us to let go.
      stream.once('limit', () => done(new Error('The file is over its limit')));
      stream.once('error', (error) => done(error));
    },
    _removeFile(_request, _file, done) {
      done(null);
    },
  };
}

/** A storage for one request that keeps nothing: `store` reads the file as it comes. */
export function passingStorage(store: (file: Readable, filename: string) => Promise<unknown>): StorageEngine {
  return {
    _handleFile(_request, { stream, originalname }, done) {
      let size = 0;
      stream.on('data', (chunk: Buffer) => {
        size += chunk.length;
      });
      // Nobody has asked for data yet; the listener above must not start the flow before `store` has its own.
      stream.pause();
      // multer says what the limit is; the reader only has to know that this is not the whole file.
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

/** Storage engines of multer: a single buffer, or a stream to a consumer. */
import type { Readable } from 'node:stream';
import type { StorageEngine } from 'multer';
import { AppError } from '../../src/errors.ts';
import { collectingSink } from '../core/byte-sink.ts';

/** Creates a storage for one request that buffers the file. */
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
      // multer already knows these errors; it only waits for the callback.
      stream.once('limit', () => done(new Error('The file is over its limit')));
      stream.once('error', (error) => done(error));
    },
    _removeFile(_request, _file, done) {
      done(null);
    },
  };
}

/** Creates a storage for one request that streams the file to `store`. */
export function passingStorage(store: (file: Readable, filename: string) => Promise<unknown>): StorageEngine {
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

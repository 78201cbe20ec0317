/** Compression of answers, by gzip, where the caller accepts it. */
import { pipeline, Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import type { Request, Response } from 'express';
import { GATEWAY_LIMITS } from '../limits.ts';

/** zlib's level: higher ones shorten answers by few per cent, and take twice the time. */
const LEVEL = 4;

/** Pieces of a body in their order. */
export type Pieces = Iterable<string | Buffer> | AsyncIterable<string | Buffer>;

/** Returns whether a body is long enough, and the caller decodes gzip; null: its size is not known, and large. */
export function takesGzip(request: Request, bytes: number | null): boolean {
  const isLong = bytes === null || bytes >= GATEWAY_LIMITS.compressedBytesMin;
  return isLong && request.acceptsEncodings(['gzip']) === 'gzip';
}

/** Compresses the pieces, and says so in the headers. The result fails with the error of `pieces`. */
export function compress(response: Response, pieces: Pieces): Pieces {
  response.setHeader('Content-Encoding', 'gzip');
  // A failure of either stream destroys the other, so that the reader of the result gets it.
  return pipeline(Readable.from(pieces), createGzip({ level: LEVEL }), () => {});
}

/** Store of the blobs in one place. */
import type { BlobRow } from './blob-rows.ts';
import type { BlobRange, BlobStore } from './blob-store.ts';

/** Store whose blobs are all in one place. Its `get` knows those alone. */
export interface PlacedBlobs extends BlobStore {
  /** Reads a blob of this place whose row is known. @throws AppError `not_found` when it is gone */
  read(blob: BlobRow, range?: BlobRange): AsyncIterable<Uint8Array>;
}

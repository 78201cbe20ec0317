/** Where files are kept that outlive their request. Never holds more than a few chunks of one in memory. */

/** A file that is kept. */
export interface Blob {
  readonly id: string;
  readonly bytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

/** A part of a blob. */
export interface BlobRange {
  /** First byte, from 0. */
  readonly start: number;
  /** First byte that is not wanted any more; may lie beyond the end. */
  readonly end: number;
}

/**
 * Keeps the bytes of blobs. Whether a blob is still needed is not decided here but in the table of blobs: who makes
 * something that refers to a blob calls `retainBlob` in the same transaction, and `releaseBlob` in the one that ends it.
 * What nobody has kept within an hour, and what is released, is swept away.
 */
export interface BlobStore {
  /**
   * Takes a file as it comes. A rejection, also one of `content` itself, leaves nothing that is not swept away.
   * @throws AppError `file_too_large` when there are more than `bytesMax` bytes
   */
  put(orgId: string, content: AsyncIterable<Uint8Array>, bytesMax: number): Promise<Blob>;
  /** The bytes of a blob or of a part of it, in order. @throws AppError `not_found` when it is not there or not whole */
  get(orgId: string, id: string, range?: BlobRange): AsyncIterable<Uint8Array>;
  /** Deletes bytes and row of a blob that nothing refers to. Harmless for what is kept or not there. */
  delete(orgId: string, id: string): Promise<void>;
}

/** Store of files that outlive their request. It holds only a few chunks of a file in memory. */

/** Stored file. */
export interface Blob {
  readonly id: string;
  readonly bytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

/** Part of a blob. */
export interface BlobRange {
  /** First byte, from 0. */
  readonly start: number;
  /** First byte after the part; may lie beyond the end. */
  readonly end: number;
}

/**
 * Store of blob contents. The table of blobs records which blobs are in use: a transaction that creates a reference
 * to a blob calls `retainBlob`, and the one that ends it `releaseBlob` or `abandonBlob`. Blobs that are released, or not
 * retained within an hour, are swept.
 */
export interface BlobStore {
  /**
   * Stores a file from a stream. After a rejection, also one of `content` itself, the sweep deletes everything that
   * was stored.
   * @throws AppError `file_too_large` when there are more than `bytesMax` bytes
   */
  put(orgId: string, content: AsyncIterable<Uint8Array>, bytesMax: number): Promise<Blob>;
  /** Reads a blob or a part of it in order. @throws AppError `not_found` when it does not exist or is incomplete */
  get(orgId: string, id: string, range?: BlobRange): AsyncIterable<Uint8Array>;
  /** Deletes content and row of an unreferenced blob. Does nothing for a retained or missing one. */
  delete(orgId: string, id: string): Promise<void>;
}

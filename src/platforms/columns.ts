/** Columns that grow while a document is read. */

/**
 * The column with more room. What it was is gone: its memory, many megabytes of a large file, must not wait for the
 * collector.
 */
export function widened(column: Int32Array, length: number): Int32Array {
  return new Int32Array((column.buffer as ArrayBuffer).transfer(length * 4));
}

/** The same for bytes. */
export function widenedBytes(column: Uint8Array, length: number): Uint8Array {
  return new Uint8Array((column.buffer as ArrayBuffer).transfer(length));
}

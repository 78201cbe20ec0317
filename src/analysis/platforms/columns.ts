/** Columns that grow while a document is read, and the copies that stay with it. */

/**
 * Returns the column with more capacity. The old column is detached: its memory, many megabytes of a large file, must
 * not wait for the collector.
 */
export function widened(column: Int32Array, length: number): Int32Array {
  return new Int32Array((column.buffer as ArrayBuffer).transfer(length * 4));
}

/** Returns a column of bytes with more capacity, and detaches the old one. */
export function widenedBytes(column: Uint8Array, length: number): Uint8Array {
  return new Uint8Array((column.buffer as ArrayBuffer).transfer(length));
}

/**
 * Size of the shared memory blocks for small copies: one block for each document would cost more than all of its
 * copies.
 */
const BLOCK_BYTES = 256 * 1024;
/** A copy above this size has memory of its own. */
const SHARED_BYTES_MAX = BLOCK_BYTES / 4;

/** Copies columns, those of many small documents into one piece of memory. It lives as long as one of them. */
export class ColumnCopies {
  private block = new ArrayBuffer(0);
  private used = 0;

  /** Returns a copy of the first entries of a column. */
  of(column: Int32Array, length: number): Int32Array {
    const bytes = length * 4;
    if (bytes > SHARED_BYTES_MAX) return column.slice(0, length);
    if (this.used + bytes > this.block.byteLength) {
      this.block = new ArrayBuffer(BLOCK_BYTES);
      this.used = 0;
    }
    const copy = new Int32Array(this.block, this.used, length);
    copy.set(column.subarray(0, length));
    this.used += bytes;
    return copy;
  }
}

/** Text of a document, cut out slice by slice. */
import { isAscii } from 'node:buffer';

/** Larger documents are not made one string: it would double their memory. */
const WHOLE_BYTES_MAX = 4 * 1024 * 1024;
/** A document is made one string once as many slices were cut as this costs. */
const BYTES_PER_CUT = 256;
/** Longer pieces are decoded by themselves: reading every byte first costs more than the call that decodes. */
const PIECE_BYTES_MAX = 400;

/** Cutting from a string costs a fraction of decoding bytes, and nearly every piece of a workflow is ASCII. */
export class DocumentText {
  readonly bytes: Buffer;
  #whole: string | undefined;
  #view: DataView | undefined;
  #isAscii: boolean | undefined;
  #cuts: number;

  /** @param bytes UTF-8 without a byte order mark; all offsets point into it */
  constructor(bytes: Buffer) {
    this.bytes = bytes;
    this.#whole = undefined;
    this.#view = undefined;
    this.#isAscii = undefined;
    this.#cuts = 0;
  }

  /** Returns a view of the bytes, to compare four at once. */
  get view(): DataView {
    if (this.#view === undefined) {
      const { buffer, byteOffset, byteLength } = this.bytes;
      this.#view = new DataView(buffer, byteOffset, byteLength);
    }
    return this.#view;
  }

  /** Returns the characters of a range that holds whole characters. */
  slice(start: number, end: number): string {
    return end - start <= PIECE_BYTES_MAX && this.isAscii(start, end)
      ? this.ascii(start, end)
      : this.bytes.toString('utf8', start, end);
  }

  /** Returns the same for a range that is known to be ASCII. */
  ascii(start: number, end: number): string {
    if (this.#whole !== undefined) return this.#whole.slice(start, end);
    this.#cuts += 1;
    if (this.bytes.length > Math.min(this.#cuts * BYTES_PER_CUT, WHOLE_BYTES_MAX))
      return this.bytes.toString('latin1', start, end);
    this.#whole = this.bytes.toString('latin1');
    return this.#whole.slice(start, end);
  }

  /** Returns whether a range has ASCII characters only. */
  isAscii(start: number, end: number): boolean {
    this.#isAscii ??= isAscii(this.bytes);
    if (this.#isAscii) return true;
    const { bytes } = this;
    for (let at = start; at < end; at += 1) if (bytes[at]! >= 0x80) return false;
    return true;
  }
}

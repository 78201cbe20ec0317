/** Digest of a sequence of marked texts: no two sequences write the same bytes. */
import { createHash } from 'node:crypto';

const BUFFER_BYTES = 16 * 1024;
/** Mark and length before each text. */
const HEADER_BYTES = 5;
/** UTF-8 bytes of one UTF-16 unit at most. */
const BYTES_PER_UNIT = 3;
/** Added to the mark of a text that UTF-8 cannot hold: one with half of a surrogate pair. */
const AS_UTF16 = 0x80;

/** Buffers of digests that have ended: a list of imports makes one for each entry. */
const free: Buffer[] = [];
const FREE_MAX = 8;

/** SHA-256 of texts, each with a mark that says what it is and its length. */
export class FormDigest {
  readonly #hash = createHash('sha256');
  readonly #buffer = free.pop() ?? Buffer.allocUnsafeSlow(BUFFER_BYTES);
  #used = 0;

  /** @param mark one ASCII character */
  add(mark: string, text = ''): void {
    const code = mark.charCodeAt(0);
    if (!text.isWellFormed()) this.#addBytes(code | AS_UTF16, Buffer.from(text, 'utf16le'));
    else if (text.length * BYTES_PER_UNIT + HEADER_BYTES > BUFFER_BYTES)
      this.#addBytes(code, Buffer.from(text, 'utf8'));
    else {
      if (this.#used + text.length * BYTES_PER_UNIT + HEADER_BYTES > BUFFER_BYTES) this.#flush();
      const start = this.#used + HEADER_BYTES;
      const length = this.#buffer.write(text, start, 'utf8');
      this.#addHeader(code, length);
      this.#used = start + length;
    }
  }

  /** Adds the bytes of a text or of anything else. */
  addBytes(mark: string, bytes: Uint8Array): void {
    this.#addBytes(mark.charCodeAt(0), bytes);
  }

  /** Returns the digest in hexadecimal digits. Nothing can be added after that. */
  end(): string {
    this.#flush();
    if (free.length < FREE_MAX) free.push(this.#buffer);
    return this.#hash.digest('hex');
  }

  #addBytes(code: number, bytes: Uint8Array): void {
    if (this.#used + HEADER_BYTES > BUFFER_BYTES) this.#flush();
    this.#addHeader(code, bytes.length);
    this.#used += HEADER_BYTES;
    this.#flush();
    this.#hash.update(bytes);
  }

  #addHeader(code: number, length: number): void {
    this.#buffer[this.#used] = code;
    this.#buffer.writeUInt32LE(length, this.#used + 1);
  }

  #flush(): void {
    if (this.#used > 0) this.#hash.update(this.#buffer.subarray(0, this.#used));
    this.#used = 0;
  }
}

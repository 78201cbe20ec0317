/** Bytes with the right to their memory: it can go to a thread without a copy, or be freed at once. */

/** View of bytes; its holder may move or free their memory if nothing else uses it. */
export class OwnedBytes {
  readonly bytes: Uint8Array;
  /** Memory of the bytes; null if something else may use it too. */
  readonly #memory: ArrayBuffer | null;

  private constructor(bytes: Uint8Array, isSole: boolean) {
    this.bytes = bytes;
    this.#memory = isSole && bytes.buffer instanceof ArrayBuffer ? bytes.buffer : null;
  }

  /** Owns the memory if the bytes fill it. */
  static of(bytes: Uint8Array): OwnedBytes {
    return new OwnedBytes(bytes, bytes.byteLength === bytes.buffer.byteLength);
  }

  /** Owns all memory around the bytes: nothing else may use it. */
  static withBuffer(bytes: Uint8Array): OwnedBytes {
    return new OwnedBytes(bytes, true);
  }

  /** Owns the message around a received field, unless the message is small: those share a block of Node's buffer pool. */
  static inMessage(field: Uint8Array): OwnedBytes {
    return field.byteLength >= Buffer.poolSize ? OwnedBytes.withBuffer(field) : OwnedBytes.of(field);
  }

  /** Returns the transfer list that moves the memory to a thread; it is empty if the bytes must be copied. */
  take(): ArrayBuffer[] {
    return this.#memory === null ? [] : [this.#memory];
  }

  /** Frees the memory at once unless something else may use it or it has moved; the bytes are empty afterwards. */
  free(): void {
    if (this.#memory?.detached === false) this.#memory.transfer(0);
  }
}

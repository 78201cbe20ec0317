/**
 * Splits a byte stream into chunks of one size; the last may be shorter. It copies small pieces and retains none.
 * @param isReused each chunk overwrites the previous one, so that a large file causes no garbage
 */
export async function* inChunks(
  content: AsyncIterable<Uint8Array>,
  size: number,
  isReused = false,
): AsyncGenerator<Buffer> {
  let chunk = Buffer.allocUnsafeSlow(size);
  let length = 0;
  for await (const piece of content) {
    for (let at = 0; at < piece.byteLength; ) {
      const taken = piece.subarray(at, at + size - length);
      chunk.set(taken, length);
      length += taken.byteLength;
      at += taken.byteLength;
      if (length < size) continue;
      yield chunk;
      if (!isReused) chunk = Buffer.allocUnsafeSlow(size);
      length = 0;
    }
  }
  if (length > 0) yield chunk.subarray(0, length);
}

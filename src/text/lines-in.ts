/** Lines of a text that arrives in pieces. */

const NEW_LINE = 0x0a;

/**
 * Yields the lines of UTF-8 bytes with their numbers, from 1. Only U+000A ends a line: JSON has U+2028 in its texts as it is.
 * @param tooLong makes the error for a line of more than `bytesMax` bytes, of which no more is read
 */
export async function* linesIn(
  content: AsyncIterable<Uint8Array>,
  { bytesMax, tooLong }: { readonly bytesMax: number; readonly tooLong: (line: number) => Error },
): AsyncGenerator<string> {
  let begun: Buffer[] = [];
  let begunBytes = 0;
  let lines = 0;

  function take(bytes: Uint8Array): void {
    if (begunBytes + bytes.byteLength > bytesMax) throw tooLong(lines + 1);
    begun.push(Buffer.from(bytes));
    begunBytes += bytes.byteLength;
  }

  function line(): string {
    const text = Buffer.concat(begun).toString('utf8');
    begun = [];
    begunBytes = 0;
    lines += 1;
    return text;
  }

  for await (const piece of content) {
    let start = 0;
    for (let end = piece.indexOf(NEW_LINE); end !== -1; end = piece.indexOf(NEW_LINE, start)) {
      take(piece.subarray(start, end));
      yield line();
      start = end + 1;
    }
    if (start < piece.byteLength) take(piece.subarray(start));
  }
  if (begunBytes > 0) yield line();
}

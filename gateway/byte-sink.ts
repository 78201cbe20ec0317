/** Bytes that come in pieces, as one buffer. */

export interface ByteSink {
  readonly add: (chunk: Buffer) => void;
  readonly finish: () => Buffer;
}

/** A sink for at most so many bytes; null when nobody says how many come. */
export function byteSink(bytesExpected: number | null): ByteSink {
  return bytesExpected === null ? collect() : fill(bytesExpected);
}

/** Copies each chunk once. Memory that is never written is never really taken, so a false length costs nothing. */
function fill(bytesExpected: number): ByteSink {
  const target = Buffer.allocUnsafeSlow(bytesExpected);
  let used = 0;
  return {
    add(chunk) {
      target.set(chunk, used);
      used += chunk.length;
    },
    finish: () => target.subarray(0, used),
  };
}

function collect(): ByteSink {
  const chunks: Buffer[] = [];
  return {
    add: (chunk) => void chunks.push(chunk),
    finish: () => Buffer.concat(chunks),
  };
}

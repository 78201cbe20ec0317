/** Bytes that come in pieces, as one buffer. */

export interface ByteSink {
  /** Takes a piece, which is nobody else's from now on. */
  readonly add: (piece: Buffer) => void;
  readonly finish: () => Buffer;
}

/** A sink that leaves its memory to the garbage collector. */
export function collectingSink(): ByteSink {
  const pieces: Buffer[] = [];
  return {
    add: (piece) => void pieces.push(piece),
    finish: () => Buffer.concat(pieces),
  };
}

/** A sink that frees its memory itself. */
export interface FreedSink extends ByteSink {
  /** What `finish` returned has no bytes any more from now on. */
  free(): void;
}

/** What is taken at first, when there may be more. */
const FIRST_BYTES = 256 * 1024;

/**
 * Copies the pieces together and frees them, as later the whole. Some dozen megabytes that wait for the garbage
 * collector, or that are merely held, make it look through all objects of the program, and everybody waits for that: so
 * memory is taken as the bytes come, whatever the sender says of their number, and given back at once.
 * At most `bytesMax` come; `bytesExpected` is null when nobody says how many.
 */
export function freedSink(bytesExpected: number | null, bytesMax: number): FreedSink {
  const wholeBytes = bytesExpected ?? bytesMax;
  let target = Buffer.allocUnsafeSlow(Math.min(wholeBytes, FIRST_BYTES));
  let used = 0;
  const enlarge = () => {
    const next = 4 * target.length;
    const larger = Buffer.allocUnsafeSlow(2 * next > wholeBytes ? wholeBytes : next);
    larger.set(target);
    freeBytes(target);
    target = larger;
  };
  return {
    add(piece) {
      if (used + piece.length > target.length) enlarge();
      target.set(piece, used);
      used += piece.length;
      freeBytes(piece);
    },
    finish: () => target.subarray(0, used),
    free: () => freeBytes(target),
  };
}

/** Gives memory back at once that is nobody else's; a part of something is left alone. */
export function freeBytes({ buffer, byteLength }: Buffer): void {
  if (buffer.byteLength === byteLength) (buffer as ArrayBuffer).transfer(0);
}

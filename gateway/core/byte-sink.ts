/** Bytes that come in pieces, as one buffer. */
import type { UploadShare } from '../request/upload-memory.ts';

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
 * At most `bytesMax` come; `bytesExpected` is null when nobody says how many. The memory is that of `share`: `add` throws
 * when there is none left.
 */
export function freedSink(bytesExpected: number | null, bytesMax: number, share: UploadShare): FreedSink {
  const wholeBytes = bytesExpected ?? bytesMax;
  const firstBytes = Math.min(wholeBytes, FIRST_BYTES);
  share.take(firstBytes);
  let target = Buffer.allocUnsafeSlow(firstBytes);
  let used = 0;
  const enlarge = () => {
    const next = 4 * target.length;
    const largerBytes = 2 * next > wholeBytes ? wholeBytes : next;
    share.take(largerBytes - target.length);
    const larger = Buffer.allocUnsafeSlow(largerBytes);
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
    free() {
      freeBytes(target);
      share.free();
    },
  };
}

/** Gives memory back at once that is nobody else's; a part of something is left alone. */
export function freeBytes({ buffer, byteLength }: Buffer): void {
  if (buffer.byteLength === byteLength) (buffer as ArrayBuffer).transfer(0);
}

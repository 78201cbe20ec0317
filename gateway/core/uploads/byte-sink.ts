/** Sinks that join the chunks of a byte stream into one buffer. */
import { OwnedBytes } from '../../../src/infra/memory/owned-bytes.ts';
import type { UploadShare } from './upload-memory.ts';

export interface ByteSink {
  /** Takes a chunk and its ownership. */
  readonly add: (piece: Buffer) => void;
  readonly finish: () => Buffer;
}

/** Creates a sink that leaves its memory to the garbage collector. */
export function collectingSink(): ByteSink {
  const pieces: Buffer[] = [];
  return {
    add: (piece) => void pieces.push(piece),
    finish: () => Buffer.concat(pieces),
  };
}

/** Sink that frees its memory itself. */
export interface FreedSink extends ByteSink {
  /** Frees the buffer that `finish` returned, which is empty afterwards. */
  free(): void;
}

/** First allocation when the length is unknown, in bytes. */
const FIRST_BYTES = 256 * 1024;

/**
 * Creates a sink that copies and frees each chunk, and later frees the whole. Dozens of megabytes in buffers would
 * make the garbage collector scan the whole heap, which blocks every request. So memory is allocated as the bytes
 * arrive, regardless of the length that the sender states, and freed at once.
 * At most `bytesMax` arrive; `bytesExpected` is null when the length is not stated. The memory counts against
 * `share`: `add` throws when none is left.
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
    OwnedBytes.of(target).free();
    target = larger;
  };
  return {
    add(piece) {
      if (used + piece.length > target.length) enlarge();
      target.set(piece, used);
      used += piece.length;
      OwnedBytes.of(piece).free();
    },
    finish: () => target.subarray(0, used),
    free() {
      OwnedBytes.of(target).free();
      share.free();
    },
  };
}

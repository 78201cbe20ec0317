/** Outlines as they are stored and sent between processes. */
import { hash } from 'node:crypto';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { FileOutline, PackedOutline } from '../model/outline/file-outline.ts';

/** The next levels take twice the time for a hundredth less. */
const FAST = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };
/** Largest outline that is unpacked. */
const UNPACKED_BYTES_MAX = 32 * 1024 * 1024;

/** Packs an outline. Equal outlines have equal ids. */
export function packOutline(outline: FileOutline): PackedOutline {
  const text = JSON.stringify(outline);
  return { id: hash('sha256', text), bytes: zstdCompressSync(text, FAST) };
}

/** Unpacks what `packOutline` has packed. */
export function unpackOutline(bytes: Uint8Array): FileOutline {
  const text = zstdDecompressSync(bytes, { maxOutputLength: UNPACKED_BYTES_MAX }).toString();
  return JSON.parse(text) as FileOutline;
}

/** Contents as the bucket has them: compressed, under an id that is their hash. */

import { hash } from 'node:crypto';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { MIB } from '../../units.ts';

/** Largest content of a result in the bucket, unpacked. */
const CONTENT_BYTES_MAX = 256 * MIB;

/** Content as it is stored. */
export interface PackedContent {
  /** A UUID of the hash: equal contents of an organisation are one blob. */
  readonly id: string;
  readonly bytes: Buffer;
  /** Hash of `bytes`, hexadecimal. */
  readonly sha256: string;
}

/** The next levels take twice the time for a hundredth less. */
const LEVEL = { params: { [constants.ZSTD_c_compressionLevel]: 3 } };

/** Packs a content. */
export function packContent(content: string | Uint8Array): PackedContent {
  const bytes = zstdCompressSync(content, LEVEL);
  return { id: contentId(content), bytes, sha256: hash('sha256', bytes) };
}

/** Unpacks what `packContent` has packed; null: it is not what the id stands for. */
export function unpackContent(id: string, bytes: Uint8Array): Buffer | null {
  try {
    const content = zstdDecompressSync(bytes, { maxOutputLength: CONTENT_BYTES_MAX });
    return contentId(content) === id ? content : null;
  } catch {
    return null;
  }
}

/** Returns the first 122 bits of the SHA-256 of a content as a UUID of version 8. */
function contentId(content: string | Uint8Array): string {
  const digits = hash('sha256', content);
  const variant = '89ab'[Number.parseInt(digits[16]!, 16) & 3];
  const parts = [
    digits.slice(0, 8),
    digits.slice(8, 12),
    `8${digits.slice(13, 16)}`,
    `${variant}${digits.slice(17, 20)}`,
    digits.slice(20, 32),
  ];
  return parts.join('-');
}

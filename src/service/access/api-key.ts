/**
 * API keys: `fwd_live_<8 id>_<40 base62>_<6 base62 of the CRC-32>`.
 *
 * The checksum separates a cut or mistyped key from a wrong one without a query, and lets secret scanners recognise a
 * real key. Only an HMAC of the key under the server's pepper is stored: a copy of the table holds no keys.
 */
import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { crc32 } from 'node:zlib';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const PATTERN = /^(fwd_live_([0-9A-Za-z]{8})_[0-9A-Za-z]{40})_([0-9A-Za-z]{6})$/;

/** Creates a key with its public id, or a new secret under a known id. Show it once and store only its hash. */
export function makeApiKey(id = randomText(8)): { readonly id: string; readonly key: string } {
  const body = `fwd_live_${id}_${randomText(40)}`;
  return { id, key: `${body}_${checksum(body)}` };
}

/** The public id inside a key, or undefined when the text is no key: other shape or wrong checksum. */
export function parseApiKey(text: string): { readonly id: string } | undefined {
  const [, body, id, sum] = PATTERN.exec(text) ?? [];
  if (body === undefined || id === undefined || sum !== checksum(body)) return undefined;
  return { id };
}

/** Hashes a key for storage. */
export function hashApiKey(key: string, pepper: string): Buffer {
  return createHmac('sha256', pepper).update(key).digest();
}

/** Returns whether two hashes are equal, in constant time. */
export function sameHash(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}

/** Hashes the pepper for storage, so that a changed one is noticed. */
export function pepperFingerprint(pepper: string): Buffer {
  return createHmac('sha256', pepper).update('flowarden pepper').digest();
}

function checksum(body: string): string {
  let rest = crc32(body);
  let text = '';
  for (let digit = 0; digit < 6; digit += 1) {
    text = ALPHABET.charAt(rest % 62) + text;
    rest = Math.floor(rest / 62);
  }
  return text;
}

function randomText(characters: number): string {
  return Array.from({ length: characters }, () => ALPHABET.charAt(randomInt(62))).join('');
}

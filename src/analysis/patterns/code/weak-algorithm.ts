/** Weak cryptographic algorithms and the reason for each. */
import type { Severity } from '../../model/rule.ts';

export interface Weakness {
  /** Algorithm as people write it. */
  readonly title: string;
  /** Reason: the end of a sentence behind the title. */
  readonly reason: string;
  /** Absent: the severity of the rule. */
  readonly severity?: Severity;
}

const COLLIDES = 'two different inputs with the same hash can be made on an ordinary computer';
const UNAUTHENTICATED = 'it does not show whether somebody changed the encrypted data';

/**
 * Weaknesses by lower-case name, as `Algorithm` of an activity and the classes of .NET write it. Sources: NIST SP
 * 800-131A rev. 2 (DES, RC2, TripleDES, SHA-1), RFC 7465 (RC4), RFC 6151 (MD5, HMAC-MD5).
 */
const WEAKNESSES: ReadonlyMap<string, Weakness> = new Map([
  ['md5', { title: 'MD5', reason: COLLIDES }],
  ['sha1', { title: 'SHA-1', reason: COLLIDES }],
  ['des', { title: 'DES', reason: 'its keys of 56 bits can all be tried' }],
  ['rc2', { title: 'RC2', reason: 'it is outdated and its effective key is short' }],
  ['rc4', { title: 'RC4', reason: 'its output gives away what was encrypted' }],
  [
    'tripledes',
    { title: 'Triple DES', reason: 'its blocks of 64 bits repeat in large data, and it has been retired' },
  ],
  ['ecb', { title: 'the block mode ECB', reason: 'equal blocks of data stay equal when they are encrypted' }],
  // Not broken: the key protects these hashes, and Rijndael with blocks of 128 bits is AES.
  [
    'hmacmd5',
    { title: 'HMAC-MD5', reason: 'it is not broken, but no standard allows it any more', severity: 'medium' },
  ],
  [
    'hmacsha1',
    {
      title: 'HMAC-SHA-1',
      reason: 'it is not broken, but standards ask for SHA-256 or better',
      severity: 'medium',
    },
  ],
  ['rijndael', { title: 'Rijndael', reason: UNAUTHENTICATED, severity: 'medium' }],
]);

/** Returns the weakness of an algorithm. An algorithm outside the table is weak by a setting of the rule. */
export function weaknessOf(algorithm: string): Weakness {
  return (
    WEAKNESSES.get(algorithm.toLowerCase()) ?? {
      title: algorithm,
      reason: 'the settings of this rule name it as weak',
    }
  );
}

/**
 * Tokens by which the processes of one installation identify each other. They are derived from the shared key, which
 * cannot be computed from a token.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Derives a token from each key of `FLOWARDEN_SECRETS_KEY`, so that peers accept each other during a key rotation.
 */
export function peerTokens(secretsKey: string): readonly string[] {
  return secretsKey
    .split(',')
    .map((key) => createHmac('sha256', key.trim()).update('flowarden peer').digest('base64url'));
}

/** Returns whether one of the presented tokens is a peer's. */
export type IsPeer = (presented: readonly string[]) => boolean;

/** Creates the check for the process with these keys. */
export function createPeerCheck(secretsKey: string): IsPeer {
  const known = peerTokens(secretsKey).map((token) => Buffer.from(token));
  return (presented) =>
    presented.some((token) => {
      const given = Buffer.from(token);
      return known.some((one) => one.length === given.length && timingSafeEqual(one, given));
    });
}

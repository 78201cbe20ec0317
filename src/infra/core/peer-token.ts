/**
 * How the processes of one installation know each other: by tokens that follow from the key which they share and
 * nobody else has. The key cannot be found from a token.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

/** A token for each key of `FLOWARDEN_SECRETS_KEY`, so that peers understand each other while a key is replaced. */
export function peerTokens(secretsKey: string): readonly string[] {
  return secretsKey
    .split(',')
    .map((key) => createHmac('sha256', key.trim()).update('flowarden peer').digest('base64url'));
}

/** Whether one of the presented tokens is that of a peer. */
export type IsPeer = (presented: readonly string[]) => boolean;

/** Makes the check of the process that holds these keys. */
export function createPeerCheck(secretsKey: string): IsPeer {
  const known = peerTokens(secretsKey).map((token) => Buffer.from(token));
  return (presented) =>
    presented.some((token) => {
      const given = Buffer.from(token);
      return known.some((one) => one.length === given.length && timingSafeEqual(one, given));
    });
}

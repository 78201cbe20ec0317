/** Secrets of sessions and of links: 256 random bits, of which only a keyed hash is stored. */
import { createHmac, randomBytes } from 'node:crypto';

/** Form of a secret: 43 characters of base64url. */
const FORM = /^[\w-]{43}$/;

/** Purpose of a secret, which goes into its hash. */
type SecretKind = 'session' | 'link';

/** Creates a secret. Show it once and store only its hash. */
export function makeSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Returns whether a text can be a secret at all. */
export function isSecretForm(text: string): boolean {
  return FORM.test(text);
}

/** Hashes a secret for storage. */
export function hashSecret(kind: SecretKind, secret: string, pepper: string): Buffer {
  return createHmac('sha256', pepper).update(`flowarden ${kind} ${secret}`).digest();
}

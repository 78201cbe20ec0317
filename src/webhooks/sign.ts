/**
 * The signatures of a delivery. Two schemes over the same bytes, so that a receiver may take either: our own header,
 * keyed by the secret as it was shown, and those of the Standard Webhooks specification, keyed by what it encodes.
 */
import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** What is signed, and with what. */
export interface Signing {
  readonly deliveryId: string;
  /** The bytes of the body, as they are sent. */
  readonly body: Uint8Array;
  /** When this attempt begins. */
  readonly sentAt: Date;
  /** The whole shown secret, `whsec_…`. */
  readonly secret: string;
  /** The secret that replaces it soon, while a rotation is under way. */
  readonly nextSecret: string | null;
}

/** A new secret: `whsec_` and 256 random bits in base64, as the Standard Webhooks libraries read it. */
export function makeWebhookSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString('base64');
}

/** What may be shown of a secret later: enough to tell two apart, useless to sign with. */
export function secretPreview(secret: string): string {
  return `${secret.slice(0, PREFIX.length + 4)}…${secret.slice(-5)}`;
}

/** The headers that authenticate one attempt. */
export function signatureHeaders(signing: Signing): Readonly<Record<string, string>> {
  const { deliveryId, body, sentAt, secret, nextSecret } = signing;
  const timestamp = String(Math.floor(sentAt.getTime() / 1000));
  const standard = (key: string) => `v1,${standardSignature(key, `${deliveryId}.${timestamp}.`, body)}`;
  return {
    'X-Service-Signature': ownSignature(secret, body),
    ...(nextSecret !== null && { 'X-Service-Signature-Next': ownSignature(nextSecret, body) }),
    'webhook-id': deliveryId,
    'webhook-timestamp': timestamp,
    'webhook-signature':
      nextSecret === null ? standard(secret) : `${standard(secret)} ${standard(nextSecret)}`,
  };
}

function ownSignature(secret: string, body: Uint8Array): string {
  return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
}

function standardSignature(secret: string, preamble: string, body: Uint8Array): string {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  return createHmac('sha256', key).update(preamble).update(body).digest('base64');
}

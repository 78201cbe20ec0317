/**
 * The signatures of a delivery. Two schemes over the same bytes, so that a receiver may take either: our own header,
 * keyed by the secret as it was shown, and those of the Standard Webhooks specification, keyed by what it encodes.
 */
import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { createTtlCache } from '../../../infra/async/ttl-cache.ts';
import { INFRA_LIMITS } from '../../../infra/limits.ts';

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** Content and keys of a signature. */
export interface Signing {
  readonly deliveryId: string;
  /** The bytes of the body, as they are sent. */
  readonly body: Uint8Array;
  /** Start of this attempt. */
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

/** Returns the part of a secret that may be shown later: enough to distinguish two, useless to sign with. */
export function secretPreview(secret: string): string {
  return `${secret.slice(0, PREFIX.length + 4)}…${secret.slice(-5)}`;
}

/** Makes the headers that authenticate one attempt. */
export type Signer = (signing: Signing) => Readonly<Record<string, string>>;

/** The keys of a secret, one for each scheme. */
interface SigningKeys {
  readonly own: KeyObject;
  readonly standard: KeyObject;
}

/** Creates a signer with a cache of keys: creating them takes longer than signing. */
export function createSigner(): Signer {
  const cache = createTtlCache<SigningKeys>({ entriesMax: INFRA_LIMITS.webhookSecretsRemembered });
  const keysOf = (secret: string): SigningKeys => cache.getOrCreate(secret, () => makeKeys(secret));
  return ({ deliveryId, body, sentAt, secret, nextSecret }) => {
    const timestamp = String(Math.floor(sentAt.getTime() / 1000));
    const current = keysOf(secret);
    const next = nextSecret === null ? null : keysOf(nextSecret);
    const own = ({ own }: SigningKeys) => `sha256=${createHmac('sha256', own).update(body).digest('hex')}`;
    const standard = ({ standard }: SigningKeys) => {
      const signature = createHmac('sha256', standard).update(`${deliveryId}.${timestamp}.`).update(body);
      return `v1,${signature.digest('base64')}`;
    };
    return {
      'X-Service-Signature': own(current),
      ...(next !== null && { 'X-Service-Signature-Next': own(next) }),
      'webhook-id': deliveryId,
      'webhook-timestamp': timestamp,
      'webhook-signature': next === null ? standard(current) : `${standard(current)} ${standard(next)}`,
    };
  };
}

function makeKeys(secret: string): SigningKeys {
  return {
    own: createSecretKey(secret, 'utf8'),
    standard: createSecretKey(secret.slice(PREFIX.length), 'base64'),
  };
}

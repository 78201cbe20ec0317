/**
 * Encryption of secrets at rest: AES-256-GCM under a key that only the configuration holds. Each sealed secret names
 * its key, so that keys can be rotated: the first of the list seals, all of them open.
 */
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { createTtlCache } from '../async/ttl-cache.ts';
import { INFRA_LIMITS } from '../limits.ts';

const FORMAT = 1;
const KEY_ID_BYTES = 4;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEAD_BYTES = 1 + KEY_ID_BYTES + NONCE_BYTES;

/** Seals and opens secrets. A secret that is sealed for one `owner` does not open for another. */
export interface Seal {
  seal(secret: string | Uint8Array, owner: string): Buffer;
  /** @throws Error when the key is no longer configured, or the sealed bytes have been altered */
  open(sealed: Uint8Array, owner: string): string;
  /** Opens a binary secret. */
  openBytes(sealed: Uint8Array, owner: string): Buffer;
  /** Returns whether the secret is sealed with the first key of the list. */
  isCurrent(sealed: Uint8Array): boolean;
  /** Returns whether the key of the secret is configured. */
  canOpen(sealed: Uint8Array): boolean;
}

/** Returns the owner name of a webhook's secrets. */
export function webhookOwner(orgId: string, webhookId: string): string {
  return `webhook ${orgId}/${webhookId}`;
}

/** Returns the owner name of a source's credential: it opens for the addresses that it was given for, and for no other. */
export function sourceOwner(orgId: string, sourceId: string, origins: readonly string[]): string {
  return `source ${orgId}/${sourceId} ${origins.join(' ')}`;
}

/** Returns the owner name of an audit target's credential: it opens for the address that it was given for, and for no other. */
export function auditTargetOwner(orgId: string, targetId: string, url: string): string {
  return `audit target ${orgId}/${targetId} ${url}`;
}

/** Returns the owner name of a ticket target's credential: it opens for the address that it was given for, and for no other. */
export function ticketTargetOwner(orgId: string, targetId: string, url: string): string {
  return `ticket target ${orgId}/${targetId} ${url}`;
}

/** Creates the seal from the setting: keys of at least 32 characters, separated by commas. */
export function createSeal(setting: string): Seal {
  const keys = setting.split(',').map((part) => deriveKey(part.trim()));
  const current = keys[0]!;
  const keyOf = (sealed: Uint8Array) => {
    const id = Buffer.from(sealed.subarray(1, 1 + KEY_ID_BYTES));
    return sealed[0] === FORMAT ? keys.find((key) => key.id.equals(id)) : undefined;
  };
  function openBytes(sealed: Uint8Array, owner: string): Buffer {
    const key = keyOf(sealed);
    if (!key)
      throw new Error(
        'A secret is sealed with a key that none of FLOWARDEN_SECRETS_KEY, FLOWARDEN_WEBHOOK_KEY and FLOWARDEN_SOURCES_KEY holds',
      );
    const decipher = createDecipheriv('aes-256-gcm', key.key, nonceOf(sealed), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAAD(Buffer.from(owner));
    decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
    const text = sealed.subarray(HEAD_BYTES, -TAG_BYTES);
    return Buffer.concat([decipher.update(text), decipher.final()]);
  }
  return {
    openBytes,
    seal(secret, owner) {
      const head = Buffer.concat([Buffer.from([FORMAT]), current.id, randomBytes(NONCE_BYTES)]);
      const cipher = createCipheriv('aes-256-gcm', current.key, nonceOf(head));
      cipher.setAAD(Buffer.from(owner));
      const text = Buffer.concat([
        cipher.update(typeof secret === 'string' ? Buffer.from(secret) : secret),
        cipher.final(),
      ]);
      return Buffer.concat([head, text, cipher.getAuthTag()]);
    },
    open: (sealed, owner) => openBytes(sealed, owner).toString('utf8'),
    isCurrent: (sealed) => keyOf(sealed) === current,
    canOpen: (sealed) => keyOf(sealed) !== undefined,
  };
}

/**
 * Derives the keys of webhook secrets from the setting `FLOWARDEN_SECRETS_KEY`. With them alone, one can neither open
 * stored answers nor call as a peer.
 */
export function deriveWebhookKey(secretsKey: string): string {
  return deriveKeys(secretsKey, 'flowarden webhook key');
}

/** Derives the keys of credentials of sources in the same way. */
export function deriveSourcesKey(secretsKey: string): string {
  return deriveKeys(secretsKey, 'flowarden sources key');
}

function deriveKeys(secretsKey: string, purpose: string): string {
  const derive = (part: string) => hkdfSync('sha256', part.trim(), '', purpose, 32);
  return secretsKey
    .split(',')
    .map((part) => Buffer.from(derive(part)).toString('base64url'))
    .join(',');
}

/**
 * Creates the seal of webhook secrets for a process with all keys. It also opens secrets that were sealed before the
 * separate key existed.
 */
export function createWebhookSeal(secretsKey: string, webhookKey: string | null): Seal {
  const derived = deriveWebhookKey(secretsKey);
  return createSeal([...(webhookKey === null ? [] : [webhookKey]), derived, secretsKey].join(','));
}

/** Wraps the seal with a cache of opened secrets: each delivery opens the secret of its webhook. */
export function rememberOpened(seal: Seal): Seal {
  const cache = createTtlCache<string>({ entriesMax: INFRA_LIMITS.webhookSecretsRemembered });
  // The deliveries of one query share the bytes.
  const justOpened = new WeakMap<Uint8Array, { readonly owner: string; readonly secret: string }>();
  return {
    ...seal,
    open(sealed, owner) {
      const just = justOpened.get(sealed);
      if (just?.owner === owner) return just.secret;
      const name = `${owner} ${Buffer.from(sealed).toString('latin1')}`;
      const secret = cache.getOrCreate(name, () => seal.open(sealed, owner));
      justOpened.set(sealed, { owner, secret });
      return secret;
    },
  };
}

interface SealingKey {
  /** First bytes of a hash of the key: it identifies the key without revealing it. */
  readonly id: Buffer;
  readonly key: Buffer;
}

function deriveKey(secret: string): SealingKey {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'flowarden secrets', 32));
  return {
    key,
    id: createHash('sha256').update('flowarden key id').update(key).digest().subarray(0, KEY_ID_BYTES),
  };
}

function nonceOf(sealed: Uint8Array): Uint8Array {
  return sealed.subarray(1 + KEY_ID_BYTES, HEAD_BYTES);
}

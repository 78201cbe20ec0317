/** Check of API keys, with a cache of their rows for a few seconds. */
import { AppError } from '../../errors.ts';
import { createTtlCache, type TtlCacheOptions } from '../../infra/async/ttl-cache.ts';
import type { Sql } from '../../infra/database/connections.ts';
import { withOrganisation, withPresentedKey } from '../../infra/database/database.ts';
import { ORGANISATION_LIMITS } from '../organisations/limits.ts';
import { hashApiKey, parseApiKey, sameHash } from './api-key.ts';
import { type ApiKeyRecord, findPresentedApiKey, touchApiKey } from './api-keys-store.ts';
import { ACCESS_LIMITS } from './limits.ts';

/** Authenticates a key by data of at most `ageMsMax`. @throws AppError with the reason of a rejection */
export type CheckKey = (key: string, ageMsMax?: number) => Promise<ApiKeyRecord>;

interface CheckedKey {
  readonly record: ApiKeyRecord;
  /** Expiry of this secret of the key. */
  readonly validUntil: Date;
}

/** Limits of the caches of keys, members and organisations: how long a change of access may take to be effective. */
export function accessCacheOptions(now: () => Date): TtlCacheOptions {
  return {
    ttlMs: ORGANISATION_LIMITS.accessCacheMsMax,
    entriesMax: ORGANISATION_LIMITS.accessCacheEntriesMax,
    now: () => now().getTime(),
  };
}

/** Creates the check with an empty cache of keys. */
export function createKeyCheck(sql: Sql, pepper: string, now: () => Date): CheckKey {
  // By the hash of the whole key, so that only the right one hits.
  const checked = createTtlCache<CheckedKey>(accessCacheOptions(now));

  function read(key: string, ageMsMax?: number): Promise<CheckedKey> {
    const parsed = parseApiKey(key);
    if (parsed === undefined)
      throw invalidKey('is not complete: its shape or checksum is wrong. Copy it again');
    const hash = hashApiKey(key, pepper);
    return checked.load(hash.toString('base64'), () => load(parsed.id, hash), ageMsMax);
  }

  async function load(id: string, hash: Buffer): Promise<CheckedKey> {
    const loadedAt = now();
    const record = await withPresentedKey(sql, id, (transaction) => findPresentedApiKey(transaction, id));
    // The same for both, so that an answer does not reveal which ids exist.
    if (record === undefined || !hasSecret(record, hash))
      throw invalidKey('is not known, or a rotation has replaced it. Use its newest secret, or create one');
    await recordUse(sql, record, loadedAt);
    return { record, validUntil: validUntil(record, hash) };
  }

  return async (key, ageMsMax) => {
    const { record, validUntil } = await read(key, ageMsMax);
    if (record.revokedAt !== null) throw invalidKey('has been revoked. Create a new one');
    if (validUntil <= now()) throw expired(record, validUntil);
    return record;
  };
}

async function recordUse(
  sql: Sql,
  { orgId, id, lastUsedAt, revokedAt }: ApiKeyRecord,
  moment: Date,
): Promise<void> {
  const unseenMs = moment.getTime() - (lastUsedAt?.getTime() ?? 0);
  if (revokedAt !== null || unseenMs <= ACCESS_LIMITS.lastUseMsMin) return;
  await withOrganisation(sql, orgId, (transaction) => touchApiKey(transaction, id, moment));
}

/** Returns whether this is the hash of the key's secret, or of the one before its rotation. */
function hasSecret({ keyHash, previousKeyHash }: ApiKeyRecord, hash: Buffer): boolean {
  return sameHash(keyHash, hash) || (previousKeyHash !== null && sameHash(previousKeyHash, hash));
}

function validUntil({ keyHash, expiresAt, previousKeyUntil }: ApiKeyRecord, hash: Buffer): Date {
  if (previousKeyUntil === null || sameHash(keyHash, hash) || expiresAt < previousKeyUntil) return expiresAt;
  return previousKeyUntil;
}

function expired(record: ApiKeyRecord, validUntil: Date): AppError {
  const expiredAt = validUntil.toISOString();
  const message =
    validUntil === record.expiresAt
      ? `The API key expired at ${expiredAt}. Create a new one.`
      : `The API key was rotated, and this secret of it expired at ${expiredAt}. Use the new one.`;
  return new AppError('credentials_expired', message, { expiredAt });
}

function invalidKey(what: string): AppError {
  return new AppError('invalid_credentials', `The API key ${what}.`);
}

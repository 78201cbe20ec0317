/** Check of sessions, with a cache of their rows for a few seconds. */
import { AppError } from '../../../errors.ts';
import { createTtlCache } from '../../../infra/async/ttl-cache.ts';
import type { Sql } from '../../../infra/database/connections.ts';
import { withPerson } from '../../../infra/database/database.ts';
import { accessCacheOptions } from '../key-check.ts';
import { ACCESS_LIMITS } from '../limits.ts';
import { hashSecret, isSecretForm } from './session-secret.ts';
import { findPresentedSession, type SessionRecord, touchSession } from './sessions-store.ts';

/** Check of sessions. */
export interface SessionCheck {
  /** Authenticates a session by data of at most `ageMsMax`. @throws AppError with the reason of a rejection */
  check(secret: string, ageMsMax?: number): Promise<SessionRecord>;
  /** Removes a session with this hash from the cache, so that its change is effective here at once. */
  forget(secretHash: Uint8Array): void;
}

/**
 * Refreshes the session at the identity provider; undefined if it was revoked.
 * @throws AppError `identity_provider_unavailable` when its last tokens have ended
 */
export type RefreshSession = (record: SessionRecord) => Promise<SessionRecord | undefined>;

/** Creates the check with an empty cache. `refreshSession` is absent where people do not sign in at an identity provider. */
export function createSessionCheck(
  sql: Sql,
  pepper: string,
  now: () => Date,
  refreshSession: RefreshSession = async (record) => record,
): SessionCheck {
  const checked = createTtlCache<SessionRecord>(accessCacheOptions(now));
  const keyOf = (hash: Uint8Array) => Buffer.from(hash).toString('base64');

  async function load(hash: Buffer): Promise<SessionRecord | undefined> {
    const found = await withPerson(sql, { 'app.session': hash.toString('hex') }, (transaction) =>
      findPresentedSession(transaction, hash),
    );
    if (found === undefined || hasEnded(found, now())) return undefined;
    const record = await refreshSession(found);
    if (record === undefined || tokensHaveEnded(record, now())) return undefined;
    const unseenMs = now().getTime() - record.lastSeenAt.getTime();
    if (unseenMs > ACCESS_LIMITS.lastUseMsMin) {
      const seenAt = now();
      await withPerson(sql, { 'app.account': record.accountId }, (transaction) =>
        touchSession(transaction, record, seenAt),
      );
    }
    return record;
  }

  return {
    async check(secret, ageMsMax) {
      if (!isSecretForm(secret)) throw ended();
      const hash = hashSecret('session', secret, pepper);
      const key = keyOf(hash);
      const known = checked.get(key);
      // The provider's answer may expire before the cached value.
      if (known !== undefined && tokensHaveEnded(known, now())) checked.delete(key);
      const record = await checked.load(key, () => load(hash), ageMsMax);
      if (record === undefined || record.expiresAt <= now()) throw ended();
      return record;
    },
    forget: (secretHash) => checked.delete(keyOf(secretHash)),
  };
}

function hasEnded({ expiresAt, lastSeenAt }: SessionRecord, now: Date): boolean {
  return expiresAt <= now || now.getTime() - lastSeenAt.getTime() > ACCESS_LIMITS.sessionIdleMsMax;
}

const tokensHaveEnded = ({ providerUntil }: SessionRecord, now: Date): boolean =>
  providerUntil !== null && providerUntil <= now;

/** Creates the error of a session that has ended. An unknown one cannot be distinguished: its row is gone. */
function ended(): AppError {
  return new AppError('credentials_expired', 'The session has ended. Sign in again.');
}

/** Refresh of the identity provider's tokens of a session, in one core at a time. */
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../../errors.ts';
import { withPerson } from '../../../infra/database/database.ts';
import type { Transaction } from '../../../infra/database/transaction.ts';
import { MINUTE_MS, SECOND_MS } from '../../../units.ts';
import { ACCESS_LIMITS } from '../limits.ts';
import type { RefreshSession } from '../sessions/session-check.ts';
import { deleteSession, findPresentedSession, type SessionRecord } from '../sessions/sessions-store.ts';
import { readUser } from '../tokens/token.ts';
import type { SignInProvider } from './provider.ts';
import { claimedRolesOf, type ProviderDeps, providerTokensOwner } from './provider-sign-in.ts';
import { receiveGroups } from './received-groups.ts';
import { storeReceivedGroups } from './received-groups-store.ts';
import { claimRefresh, releaseRefresh, storeRefreshed } from './refresh-store.ts';

/** Pause of a core after an attempt that failed. */
const PROVIDER_REFRESH_PAUSE_MS = 5_000;

/** Tokens of the identity provider are refreshed this long before they end. */
const PROVIDER_REFRESH_AHEAD_MS = MINUTE_MS;

/** Dependencies of the refresh. */
export type RefreshDeps = Pick<ProviderDeps, 'sql' | 'seal' | 'tokens' | 'now' | 'groupsLog'> & {
  readonly provider: Pick<SignInProvider, 'refresh'>;
};

/** Creates the refresh of sessions. */
export function createSessionRefresh(deps: RefreshDeps): RefreshSession {
  const { sql, provider, seal, tokens, now } = deps;
  /** The provider has not answered; until then no one waits for it again. */
  let awayUntilMs = 0;

  function asOwner<Result>(
    { accountId }: SessionRecord,
    work: (transaction: Transaction) => Promise<Result>,
  ): Promise<Result> {
    return withPerson(sql, { 'app.account': accountId }, work);
  }

  function claim(record: SessionRecord, known: Date): Promise<Buffer | undefined> {
    const at = now();
    const until = new Date(at.getTime() + ACCESS_LIMITS.providerRefreshMsMax);
    return asOwner(record, (transaction) => claimRefresh(transaction, record, known, { at, until }));
  }

  function find({ secretHash }: SessionRecord): Promise<SessionRecord | undefined> {
    return withPerson(sql, { 'app.session': secretHash.toString('hex') }, (transaction) =>
      findPresentedSession(transaction, secretHash),
    );
  }

  /** Exchanges the refresh token. Returns undefined if the provider rejects it: then the session has ended. */
  async function exchange(record: SessionRecord, sealed: Buffer): Promise<SessionRecord | undefined> {
    const { accountId } = record;
    const refreshToken = seal.canOpen(sealed) ? seal.open(sealed, providerTokensOwner(accountId)) : null;
    const fresh = refreshToken === null ? undefined : await provider.refresh(refreshToken);
    const user = fresh?.claims == null ? null : readUser(fresh.claims, tokens, now());
    if (fresh?.refreshToken == null || (user !== null && user.subject !== record.subject)) {
      await asOwner(record, (transaction) => deleteSession(transaction, accountId, record.id));
      return undefined;
    }
    const { claims, until } = fresh;
    const claimedRoles =
      user === null || claims === null ? record.claimedRoles : (claimedRolesOf(claims, user, tokens) ?? null);
    const next = {
      tokens: seal.seal(fresh.refreshToken, providerTokensOwner(accountId)),
      until,
      claimedRoles,
    };
    const received = user === null ? undefined : await receiveGroups(deps, user);
    await asOwner(record, async (transaction) => {
      await storeRefreshed(transaction, record, next);
      if (received !== undefined) await storeReceivedGroups(transaction, accountId, received);
    });
    return { ...record, providerUntil: until, claimedRoles };
  }

  async function exchangeOrRelease(
    record: SessionRecord,
    sealed: Buffer,
  ): Promise<SessionRecord | undefined> {
    try {
      return await exchange(record, sealed);
    } catch (error) {
      if (isAway(error)) awayUntilMs = now().getTime() + PROVIDER_REFRESH_PAUSE_MS;
      await asOwner(record, (transaction) => releaseRefresh(transaction, record));
      throw error;
    }
  }

  /** Refreshes the tokens, or waits for another core that does. */
  async function refresh(record: SessionRecord, known: Date): Promise<SessionRecord | undefined> {
    const { providerRefreshMsMax, providerRefreshPollMs } = ACCESS_LIMITS;
    for (let waitedMs = 0; waitedMs < providerRefreshMsMax; waitedMs += providerRefreshPollMs) {
      const sealed = await claim(record, known);
      if (sealed !== undefined) return exchangeOrRelease(record, sealed);
      if (known > now()) return record;
      await sleep(providerRefreshPollMs);
      const found = await find(record);
      if (found?.providerUntil == null || found.providerUntil > now()) return found;
    }
    throw away();
  }

  return async (record) => {
    const { providerUntil: known } = record;
    if (known === null || known.getTime() - now().getTime() > PROVIDER_REFRESH_AHEAD_MS) return record;
    try {
      if (now().getTime() < awayUntilMs) throw away();
      return await refresh(record, known);
    } catch (error) {
      // The last tokens may still hold.
      if (isAway(error) && known > now()) return record;
      throw error;
    }
  };
}

const isAway = (error: unknown): boolean =>
  error instanceof AppError && error.code === 'identity_provider_unavailable';

function away(): AppError {
  return new AppError(
    'identity_provider_unavailable',
    'The identity provider does not answer, so your session cannot be refreshed. Try again shortly.',
    { retryAfterSeconds: String(PROVIDER_REFRESH_PAUSE_MS / SECOND_MS) },
  );
}

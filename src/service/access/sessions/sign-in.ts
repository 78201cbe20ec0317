/** Sign-in by password, and its repetition before acts that need a recent one. */
import { createHash } from 'node:crypto';
import { LOCAL_ISSUER } from '../../../contract/member.ts';
import { AppError } from '../../../errors.ts';
import { withPerson } from '../../../infra/database/database.ts';
import { addressGroup } from '../../../infra/network/address-group.ts';
import type { Limiter } from '../../rate-limits/limiter.ts';
import {
  type AccountRecord,
  findAccount,
  listAccountsByAddress,
  updateAccount,
} from '../accounts/accounts-store.ts';
import type { Passwords } from '../accounts/password-hash.ts';
import { readPersonOrganisations } from './person-organisations.ts';
import {
  beginSessionIn,
  endReplaced,
  type FreshSession,
  type SessionDeps,
  type SignInOrigin,
} from './sessions.ts';
import { renewAuthentication, type SessionRecord } from './sessions-store.ts';

/** Dependencies of the use cases. */
export interface SignInDeps extends SessionDeps {
  readonly passwords: Passwords;
  readonly limiter: Limiter;
  /** False: people sign in at the identity provider, or by a link. */
  readonly allowsPasswords: boolean;
}

/** Signs a person in. @throws AppError `invalid_credentials`, `state_conflict`, `rate_limited` */
export async function signInByPassword(
  deps: SignInDeps,
  email: string,
  password: string,
  origin: SignInOrigin,
): Promise<FreshSession> {
  requirePasswords(deps);
  const account = await provenAccount(deps, { email }, password, origin);
  await endReplaced(deps, origin);
  return withPerson(deps.sql, { 'app.account': account.id }, (sql) =>
    beginSessionIn(sql, deps, { account, way: 'password' }, origin),
  );
}

/**
 * Returns the local account with this address and password, or the given one of them. An unknown address takes as long as
 * a wrong password, and gets the same answer. Attempts are counted before the check, right ones too: otherwise many at once would pass the limit.
 * @throws AppError `invalid_credentials`, `rate_limited`
 */
export async function provenAccount(
  { sql, passwords, limiter }: Pick<SignInDeps, 'sql' | 'passwords' | 'limiter'>,
  { email, accountId = null }: { readonly email: string; readonly accountId?: string | null },
  password: string,
  { address }: Pick<SignInOrigin, 'address'>,
): Promise<AccountRecord> {
  const group = addressGroup(address);
  const owner = createHash('sha256').update(email).digest('base64url');
  await limiter.take('password', { addressGroup: `${group} ${owner}` });
  const sharing = await withPerson(sql, { 'app.email': email }, (transaction) =>
    listAccountsByAddress(transaction, email),
  );
  const accounts =
    accountId === null ? await usedAccounts(sql, sharing) : sharing.filter(({ id }) => id === accountId);
  for (const account of accounts.length === 0 ? [null] : accounts) {
    const { isRight, isOutdated } = await passwords.verify(password, account?.passwordHash ?? null);
    if (account === null || !isRight) continue;
    if (isOutdated) {
      const passwordHash = await passwords.hash(password);
      await withPerson(sql, { 'app.account': account.id }, (transaction) =>
        updateAccount(transaction, account.id, { passwordHash }),
      );
    }
    return account;
  }
  await limiter.take('wrong-credential', { addressGroup: group });
  throw new AppError('invalid_credentials', 'The address or the password is wrong.');
}

/**
 * Returns the first account of an address, and of those that share it the ones with an organisation: an admin who invites
 * and removes an address again and again must not make each sign-in there check many passwords.
 */
async function usedAccounts(
  sql: SignInDeps['sql'],
  [first, ...sharing]: readonly AccountRecord[],
): Promise<readonly AccountRecord[]> {
  if (first === undefined) return [];
  const used: AccountRecord[] = [first];
  for (const account of sharing) {
    const organisations = await readPersonOrganisations(sql, { ...account, claimedRoles: null });
    if (organisations.length > 0) used.push(account);
  }
  return used;
}

/** Proves the person of a session anew. @throws AppError `invalid_credentials`, `state_conflict`, `rate_limited` */
export async function reauthenticate(
  deps: SignInDeps,
  session: SessionRecord,
  password: string,
  origin: Pick<SignInOrigin, 'address'>,
): Promise<void> {
  requirePasswords(deps);
  await provenOwner(deps, session, password, origin);
  const { sql, sessions, now } = deps;
  await withPerson(sql, { 'app.account': session.accountId }, (transaction) =>
    renewAuthentication(transaction, session, now()),
  );
  sessions.forget(session.secretHash);
}

/** Checks the password of the person of a session. @throws AppError as `reauthenticate` */
export async function provenOwner(
  deps: SignInDeps,
  session: Pick<SessionRecord, 'accountId' | 'issuer' | 'email'>,
  password: string,
  origin: Pick<SignInOrigin, 'address'>,
): Promise<AccountRecord> {
  const account = await withPerson(deps.sql, { 'app.account': session.accountId }, (sql) =>
    findAccount(sql, session.accountId),
  );
  if (account?.email == null || account.issuer !== LOCAL_ISSUER || account.passwordHash === null) {
    throw new AppError(
      'state_conflict',
      'You have no password here. Sign in again: at the identity provider, or by a new link of the operator.',
    );
  }
  return provenAccount(deps, { email: account.email, accountId: account.id }, password, origin);
}

/** Rejects passwords where the operator has switched them off. @throws AppError `state_conflict` */
export function requirePasswords({ allowsPasswords }: Pick<SignInDeps, 'allowsPasswords'>): void {
  if (allowsPasswords) return;
  throw new AppError(
    'state_conflict',
    'Sign-in by password is switched off here. Sign in at the identity provider, or by a link of the operator.',
  );
}

/** The use cases of a person's own account: its name and its password. */
import { LOCAL_ISSUER } from '../../../contract/member.ts';
import { AppError } from '../../../errors.ts';
import { withPerson } from '../../../infra/database/database.ts';
import { endOtherSessions } from '../sessions/sessions.ts';
import type { SessionRecord } from '../sessions/sessions-store.ts';
import { provenOwner, requirePasswords, type SignInDeps } from '../sessions/sign-in.ts';
import { updateAccount } from './accounts-store.ts';
import { requirePassword } from './password-rules.ts';

/** Gives the person of a session another name. @throws AppError `state_conflict` */
export async function renamePerson(
  { sql, sessions }: Pick<SignInDeps, 'sql' | 'sessions'>,
  session: SessionRecord,
  name: string,
): Promise<SessionRecord> {
  if (session.issuer !== LOCAL_ISSUER)
    throw new AppError('state_conflict', 'Your name comes from the identity provider. Change it there.');
  await withPerson(sql, { 'app.account': session.accountId }, (transaction) =>
    updateAccount(transaction, session.accountId, { name }),
  );
  sessions.forget(session.secretHash);
  return { ...session, name };
}

/** Passwords of a change. */
export interface PasswordChange {
  readonly currentPassword: string;
  readonly newPassword: string;
}

/**
 * Gives the person of a session another password, and ends all their other sessions.
 * @throws AppError `invalid_credentials`, `invalid_field`, `state_conflict`, `rate_limited`
 */
export async function changePassword(
  deps: SignInDeps,
  session: SessionRecord,
  { currentPassword, newPassword }: PasswordChange,
  origin: { readonly address: string },
): Promise<void> {
  requirePasswords(deps);
  const account = await provenOwner(deps, session, currentPassword, origin);
  requirePassword('new_password', newPassword, account.email);
  const passwordHash = await deps.passwords.hash(newPassword);
  await withPerson(deps.sql, { 'app.account': account.id }, (sql) =>
    updateAccount(sql, account.id, { passwordHash }),
  );
  await endOtherSessions(deps, account.id, session.id);
}

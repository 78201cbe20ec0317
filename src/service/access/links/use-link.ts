/** Uses up a link: a new person gets an account, a known one comes back or joins, and a session begins. */
import { LOCAL_ISSUER } from '../../../contract/member.ts';
import { AppError } from '../../../errors.ts';
import { withPerson } from '../../../infra/database/database.ts';
import { ofOrganisation, type Transaction } from '../../../infra/database/transaction.ts';
import { uuidV7 } from '../../../infra/database/uuid-v7.ts';
import { audit } from '../../audit/audit-store.ts';
import {
  type AccountRecord,
  findAccount,
  insertAccount,
  insertSharingAccount,
  updateAccount,
} from '../accounts/accounts-store.ts';
import { requirePassword } from '../accounts/password-rules.ts';
import { requireNoWideKeys } from '../api-keys.ts';
import { insertMember, joinAsMember, type MemberRecord } from '../members-store.ts';
import { beginSessionIn, endReplaced, type FreshSession, type SignInOrigin } from '../sessions/sessions.ts';
import { deleteOtherSessions, type SessionRecord } from '../sessions/sessions-store.ts';
import { provenAccount, type SignInDeps } from '../sessions/sign-in.ts';
import {
  type InvitationRecord,
  type SignInLinkRecord,
  takeInvitation,
  takeSignInLink,
} from './links-store.ts';
import { type ReadLink, readLink, unknownLink } from './read-link.ts';
import { reportSharedAddress } from './shared-address.ts';

/** Input of a person on the page of a link; null: not given. */
export interface LinkInput {
  readonly name: string | null;
  /** Comparable. */
  readonly email: string | null;
  readonly password: string | null;
}

/** Person that uses a link, and whether the account is made with it. */
interface Arrival {
  readonly account: AccountRecord;
  readonly isNew: boolean;
}

/**
 * Uses a link and begins a session.
 * @throws AppError `not_found`, `missing_field`, `invalid_field`, `state_conflict`, `invalid_credentials`, `rate_limited`
 */
export async function useLink(
  deps: SignInDeps,
  token: string,
  input: LinkInput,
  origin: SignInOrigin,
): Promise<FreshSession> {
  const link = await readLink(deps, token);
  const { source } = link;
  await endReplaced(deps, origin);
  if (source.kind === 'operator' && source.link.accountId !== null)
    return recover(deps, { ...source.link, accountId: source.link.accountId }, input, origin);
  const arrival = await arrivalOf(deps, link, input, origin);
  const join = (sql: Transaction) =>
    source.kind === 'operator'
      ? becomeAdmin(sql, source.link, arrival.account, deps.now())
      : acceptIn(sql, source.invitation, arrival.account, deps.now());
  const { fresh, sharesAddress } = await withPerson(
    deps.sql,
    settingsOf(link, arrival.account),
    async (sql) => {
      const shares = arrival.isNew && !(await insertAccount(sql, arrival.account));
      if (shares && source.kind === 'operator') throw addressTaken();
      if (shares) await insertSharingAccount(sql, arrival.account);
      await join(sql);
      return {
        fresh: await beginSessionIn(sql, deps, { account: arrival.account, way: 'link' }, origin),
        sharesAddress: shares,
      };
    },
  );
  if (sharesAddress) await reportSharedAddress(deps, arrival.account);
  return fresh;
}

/** Lets the person of a session join the organisation of an invitation. @throws AppError `not_found`, `state_conflict` */
export async function acceptInvitation(
  deps: Pick<SignInDeps, 'sql' | 'pepper' | 'now'>,
  session: SessionRecord,
  token: string,
): Promise<void> {
  const link = await readLink(deps, token);
  const { source } = link;
  if (source.kind !== 'invitation') throw unknownLink();
  const { accountId: id, issuer, subject, email, name } = session;
  const account = { id, issuer, subject, email, name };
  await withPerson(deps.sql, settingsOf(link, account), (sql) =>
    acceptIn(sql, source.invitation, account, deps.now()),
  );
}

type KnownPerson = Pick<AccountRecord, 'id' | 'issuer' | 'subject' | 'email' | 'name'>;

function settingsOf({ organisation, source }: ReadLink, { id }: KnownPerson) {
  const { tokenHash } = source.kind === 'operator' ? source.link : source.invitation;
  return {
    'app.org_id': organisation.id,
    'app.account': id,
    'app.sign_in_link': Buffer.from(tokenHash).toString('hex'),
  };
}

async function arrivalOf(
  deps: SignInDeps,
  { purpose, email: known }: ReadLink,
  input: LinkInput,
  origin: SignInOrigin,
): Promise<Arrival> {
  const email = purpose === 'invitation' ? known : (input.email ?? known);
  if (email === null) throw missing('email', 'your e-mail address');
  // Without a name, a person who has an account joins with it. The link alone must not open an account that may belong to
  // other organisations, as its maker could use it, and the answer does not reveal whether there is one.
  if (purpose === 'invitation' && input.name === null) {
    if (!deps.allowsPasswords) {
      const message =
        'Send your name if you have no account here. If you have one, sign in first, and then open the invitation again.';
      throw new AppError('state_conflict', message);
    }
    const password = input.password ?? missingPassword();
    return { account: await provenAccount(deps, { email }, password, origin), isNew: false };
  }
  const id = uuidV7();
  const name = input.name ?? missingName();
  const passwordHash = (await newPasswordHash(deps, input.password, email)) ?? null;
  return { account: { id, issuer: LOCAL_ISSUER, subject: id, email, name, passwordHash }, isNew: true };
}

async function newPasswordHash(
  { passwords, allowsPasswords }: Pick<SignInDeps, 'passwords' | 'allowsPasswords'>,
  password: string | null,
  email: string | null,
): Promise<string | undefined> {
  if (!allowsPasswords) return undefined;
  const given = password ?? missingPassword();
  requirePassword('password', given, email);
  return passwords.hash(given);
}

async function recover(
  deps: SignInDeps,
  link: SignInLinkRecord & { readonly accountId: string },
  { password }: LinkInput,
  origin: SignInOrigin,
): Promise<FreshSession> {
  const { accountId } = link;
  const settings = { 'app.account': accountId, 'app.sign_in_link': link.tokenHash.toString('hex') };
  const account = await withPerson(deps.sql, settings, (sql) => findAccount(sql, accountId));
  if (account === undefined) throw unknownLink();
  const passwordHash = await newPasswordHash(deps, password, account.email);
  const { fresh, ended } = await withPerson(deps.sql, settings, async (sql) => {
    if (!(await takeSignInLink(sql, link))) throw unknownLink();
    if (passwordHash !== undefined) await updateAccount(sql, accountId, { passwordHash });
    const hashes = await deleteOtherSessions(sql, accountId, null);
    return { fresh: await beginSessionIn(sql, deps, { account, way: 'link' }, origin), ended: hashes };
  });
  for (const hash of ended) deps.sessions.forget(hash);
  return fresh;
}

async function becomeAdmin(
  sql: Transaction,
  link: SignInLinkRecord,
  account: AccountRecord,
  at: Date,
): Promise<void> {
  if (!(await takeSignInLink(sql, link))) throw unknownLink();
  const { issuer, subject, email, name } = account;
  const { orgId } = link;
  const createdByName = 'a link of the operator';
  const member = await insertMember(sql, {
    orgId,
    id: uuidV7(),
    role: 'admin',
    issuer,
    subject,
    email,
    createdByName,
  });
  if (member === undefined) throw new Error('A new account is a member already');
  await auditJoin(sql, await joined(sql, member, account, at), name, null);
}

async function acceptIn(
  sql: Transaction,
  invitation: InvitationRecord,
  person: KnownPerson,
  at: Date,
): Promise<void> {
  const tenant = ofOrganisation(sql, invitation.orgId);
  if (!(await takeInvitation(tenant, invitation))) throw unknownLink();
  const { memberId: id, orgId } = invitation;
  const member = await joined(sql, { id, orgId }, person, at);
  await auditJoin(sql, member, person.name, person.email);
}

async function joined(
  sql: Transaction,
  { id, orgId }: Pick<MemberRecord, 'id' | 'orgId'>,
  person: KnownPerson,
  at: Date,
): Promise<MemberRecord> {
  const tenant = ofOrganisation(sql, orgId);
  const member = await joinAsMember(tenant, id, person, at);
  if (member === undefined)
    throw new AppError(
      'state_conflict',
      'You are a member of this organisation already, or another person has joined by this invitation.',
    );
  if (member.teamsOnly) await requireNoWideKeys(tenant, { subject: member.subject });
  return member;
}

async function auditJoin(
  sql: Transaction,
  member: MemberRecord,
  name: string,
  invited: string | null,
): Promise<void> {
  const { orgId, subject, email, role, id } = member;
  await audit(ofOrganisation(sql, orgId), {
    actor: { kind: 'user', id: subject ?? id, name, email },
    action: 'member.joined',
    target: { kind: 'member', id, name },
    details: { role, invited, subject },
    changes: [{ field: 'status', from: 'invited', to: 'active' }],
    requestId: null,
  });
}

function missing(field: string, what: string): AppError {
  return new AppError('missing_field', `The ${field} is missing. Send ${what}.`, { field });
}

function missingName(): never {
  throw missing('name', 'the name that others see');
}

function missingPassword(): never {
  throw missing('password', 'one of at least 15 characters');
}

function addressTaken(): AppError {
  return new AppError(
    'state_conflict',
    'There is an account with this address. Sign in with it, or have the operator make a link for it.',
  );
}

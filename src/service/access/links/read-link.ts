/** Reads what a link is for, without using it up. */
import type { MemberRole } from '../../../contract/member.ts';
import { AppError } from '../../../errors.ts';
import type { Sql } from '../../../infra/database/connections.ts';
import { withOrganisation, withPerson } from '../../../infra/database/database.ts';
import { findAccount } from '../accounts/accounts-store.ts';
import { findMember } from '../members-store.ts';
import { findOwnName } from '../sessions/person-organisations.ts';
import { hashSecret, isSecretForm } from '../sessions/session-secret.ts';
import {
  findInvitation,
  findSignInLink,
  type InvitationRecord,
  type SignInLinkRecord,
} from './links-store.ts';

/** Purposes of links. */
export const LINK_PURPOSES = ['first_account', 'recovery', 'invitation'] as const;

/** Purpose of a link: a new admin, the return of a known person, or the joining of an organisation. */
export type LinkPurpose = (typeof LINK_PURPOSES)[number];

/** Link that can be used. */
export interface ReadLink {
  readonly purpose: LinkPurpose;
  /** Address of the person; null: they choose one. */
  readonly email: string | null;
  readonly organisation: { readonly id: string; readonly name: string };
  /** Role that it gives; null: it gives none. */
  readonly role: MemberRole | null;
  /** True for a link that lets a known person in. Of an invitation it is false: other organisations may know its address. */
  readonly hasAccount: boolean;
  readonly expiresAt: Date;
  readonly source: LinkSource;
}

/** Row of a link. */
export type LinkSource =
  | { readonly kind: 'operator'; readonly link: SignInLinkRecord }
  | { readonly kind: 'invitation'; readonly invitation: InvitationRecord };

/** Dependencies of the use case. */
export interface LinkDeps {
  readonly sql: Sql;
  readonly pepper: string;
  readonly now: () => Date;
}

/** Reads a link. @throws AppError `not_found` for one that was used, has expired or never existed */
export async function readLink(deps: LinkDeps, token: string): Promise<ReadLink> {
  const { sql, pepper, now } = deps;
  if (!isSecretForm(token)) throw unknownLink();
  const hash = hashSecret('link', token, pepper);
  const found = await withPerson(sql, { 'app.sign_in_link': hash.toString('hex') }, async (transaction) => ({
    link: await findSignInLink(transaction, hash),
    invitation: await findInvitation(transaction, hash),
  }));
  const { link, invitation } = found;
  if (link !== undefined && link.expiresAt > now()) return readOperatorLink(sql, link);
  if (invitation !== undefined && invitation.expiresAt > now()) return readInvitation(sql, invitation);
  throw unknownLink();
}

async function readOperatorLink(sql: Sql, link: SignInLinkRecord): Promise<ReadLink> {
  const { orgId, accountId, expiresAt } = link;
  const account =
    accountId === null
      ? undefined
      : await withPerson(sql, { 'app.account': accountId }, (inner) => findAccount(inner, accountId));
  return {
    purpose: account === undefined ? 'first_account' : 'recovery',
    email: account?.email ?? link.email,
    organisation: { id: orgId, name: (await withOrganisation(sql, orgId, findOwnName)) ?? '' },
    role: account === undefined ? 'admin' : null,
    hasAccount: account !== undefined,
    expiresAt,
    source: { kind: 'operator', link },
  };
}

async function readInvitation(sql: Sql, invitation: InvitationRecord): Promise<ReadLink> {
  const { orgId, memberId, expiresAt } = invitation;
  const { member, name } = await withOrganisation(sql, orgId, async (inner) => ({
    member: await findMember(inner, memberId),
    name: (await findOwnName(inner)) ?? '',
  }));
  if (member === undefined) throw unknownLink();
  return {
    purpose: 'invitation',
    email: member.email,
    organisation: { id: orgId, name },
    role: member.role,
    hasAccount: false,
    expiresAt,
    source: { kind: 'invitation', invitation },
  };
}

/** Creates the error of a link that lets no one in. It does not distinguish why. */
export function unknownLink(): AppError {
  return new AppError(
    'not_found',
    'The link is not valid: it was used, has expired, or a newer one has replaced it. Have another one made.',
  );
}

/** Links of the operator: at the first starts, and by command. They need the owner's connection. */

import type { AuditActor } from '../../../contract/audit.ts';
import { LOCAL_ISSUER } from '../../../contract/member.ts';
import { storableArray } from '../../../infra/database/postgres-text.ts';
import { ofOrganisation, type Transaction } from '../../../infra/database/transaction.ts';
import { HOUR_MS } from '../../../units.ts';
import { audit } from '../../audit/audit-store.ts';
import { listOrganisations } from '../../organisations/organisations-store.ts';
import { type AccountRecord, anyPerson, listAccountsByAddress } from '../accounts/accounts-store.ts';
import { hashSecret, makeSecret } from '../sessions/session-secret.ts';
import { deleteLinksOfStarts, insertSignInLink } from './links-store.ts';

/** Life of a link of the operator. */
const SIGN_IN_LINK_MS_MAX = HOUR_MS;

/** Link to make. */
export interface SignInLinkInput {
  /** Organisation that a new person administers. */
  readonly orgId: string;
  /** Address of the person, comparable; null: a new person, who chooses one. */
  readonly email: string | null;
  readonly actor: AuditActor;
}

/** Link that was made, and whom it is for. */
export interface MadeSignInLink {
  readonly token: string;
  readonly isForNewPerson: boolean;
  readonly expiresAt: Date;
}

/** Returns the address of a link. The token is its fragment, which browsers send to no server. */
export function linkAddress(baseUrl: string, token: string): string {
  return `${baseUrl}/sign-in#t=${token}`;
}

/** Makes the link of a start while no person can sign in, in the place of earlier ones. Returns its token; undefined: none is needed. */
export async function makeLinkOfStart(sql: Transaction, pepper: string): Promise<string | undefined> {
  await deleteLinksOfStarts(sql);
  const [first] = await listOrganisations(sql);
  if (first === undefined || (await anyPerson(sql))) return undefined;
  const token = makeSecret();
  await insertSignInLink(sql, {
    orgId: first.id,
    tokenHash: hashSecret('link', token, pepper),
    accountId: null,
    email: null,
    expiresAt: new Date(Date.now() + SIGN_IN_LINK_MS_MAX),
    isMadeAtStart: true,
  });
  return token;
}

/** Makes a link for the operator: for the person with this address, or for a new one. */
export async function makeSignInLink(
  sql: Transaction,
  pepper: string,
  { orgId, email, actor }: SignInLinkInput,
): Promise<MadeSignInLink> {
  const account = email === null ? undefined : await accountFor(sql, orgId, email);
  const token = makeSecret();
  const expiresAt = new Date(Date.now() + SIGN_IN_LINK_MS_MAX);
  await insertSignInLink(sql, {
    orgId,
    tokenHash: hashSecret('link', token, pepper),
    accountId: account?.id ?? null,
    email,
    expiresAt,
    isMadeAtStart: false,
  });
  const isForNewPerson = account === undefined;
  await audit(ofOrganisation(sql, orgId), {
    actor,
    action: 'sign_in_link.created',
    target: { kind: 'sign_in_link', id: account?.id ?? 'new', name: account?.name ?? email ?? 'a new admin' },
    details: { email, isForNewPerson, expiresAt },
    requestId: null,
  });
  return { token, isForNewPerson, expiresAt };
}

/** Returns the account of an address; of several, the member's, as another person may have had the address. */
async function accountFor(
  sql: Transaction,
  orgId: string,
  email: string,
): Promise<AccountRecord | undefined> {
  const sharing = await listAccountsByAddress(sql, email);
  if (sharing.length < 2) return sharing[0];
  const subjects = storableArray(sharing.map(({ subject }) => subject));
  const members = await sql<{ readonly subject: string }[]>`
    select subject from organisation_members
    where org_id = ${orgId} and issuer = ${LOCAL_ISSUER} and subject = any(${subjects}::text[])`;
  return sharing.find(({ subject }) => members.some((member) => member.subject === subject)) ?? sharing[0]!;
}

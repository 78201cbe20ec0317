/** Credentials of ticket targets: read from a request, sealed for their address, opened by the process that sends alone. */
import { AppError } from '../../errors.ts';
import { type Seal, ticketTargetOwner } from '../../infra/sealing/seal.ts';
import { beginningOfSecret } from '../../infra/sealing/secret-preview.ts';
import type { TicketTargetInterface } from './ticket-target.ts';

/** Credential of a tracker. */
export interface TicketCredential {
  /** Name of the account; null: the token is enough. */
  readonly user: string | null;
  /** API token, personal access token, API key or password. */
  readonly token: string;
}

/** Characters that a header may hold, without spaces. */
const WORD = /^[!-~]+$/;

/** Reads a credential. Messages never quote it. @throws AppError `missing_field`, `invalid_field` */
export function readTicketCredential(
  kind: TicketTargetInterface,
  given: { readonly user: string | null; readonly token: string },
): TicketCredential {
  const user = given.user?.trim() ?? null;
  const token = given.token.trim();
  const bad = (field: string, what: string) => new AppError('invalid_field', `${field} ${what}.`, { field });
  if (user === null && kind === 'jira_cloud')
    throw new AppError('missing_field', 'user is missing. Send the email address of the account.', {
      field: 'user',
    });
  if (user?.includes(':')) throw bad('user', 'must not have a colon');
  if (token === '') throw new AppError('missing_field', 'token is missing.', { field: 'token' });
  if (user === null && !WORD.test(token)) throw bad('token', 'must be one word where there is no user');
  return { user, token };
}

/** Says which credential it is. */
export function previewOfTicketCredential({ user, token }: TicketCredential): string {
  const shown = beginningOfSecret(token);
  return user === null ? `token ${shown}…` : `user ${user}, token ${shown}…`;
}

/** Returns the headers that prove who calls. */
export function credentialHeaders(
  kind: TicketTargetInterface,
  { user, token }: TicketCredential,
): Readonly<Record<string, string>> {
  if (user !== null) return { Authorization: `Basic ${Buffer.from(`${user}:${token}`).toString('base64')}` };
  return kind === 'servicenow' ? { 'x-sn-apikey': token } : { Authorization: `Bearer ${token}` };
}

/** Target that a credential belongs to, and the address that gets it. */
export interface TicketCredentialTarget {
  readonly orgId: string;
  readonly id: string;
  readonly url: string;
}

/** Seals a credential. */
export function sealTicketCredential(
  seal: Seal,
  { orgId, id, url }: TicketCredentialTarget,
  credential: TicketCredential,
): Buffer {
  return seal.seal(JSON.stringify(credential), ticketTargetOwner(orgId, id, url));
}

/** Opens a credential. @throws Error when it was sealed for another address, or its key is not configured */
export function openTicketCredential(
  seal: Seal,
  { orgId, id, url }: TicketCredentialTarget,
  sealed: Uint8Array,
): TicketCredential {
  return JSON.parse(seal.open(sealed, ticketTargetOwner(orgId, id, url))) as TicketCredential;
}

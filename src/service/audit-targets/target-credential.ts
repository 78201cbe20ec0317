/** Credentials of audit targets: read from a request, sealed for their address, opened by the process that sends alone. */
import { AppError } from '../../errors.ts';
import { auditTargetOwner, type Seal } from '../../infra/sealing/seal.ts';
import { beginningOfSecret } from '../../infra/sealing/secret-preview.ts';
import type { AuditTargetInterface } from './audit-target.ts';
import { requireCertificates, requireKeyOf } from './target-address.ts';

/** Credential of a target. Null: it has no such part. */
export interface TargetCredential {
  readonly token: string | null;
  readonly clientCertificate: string | null;
  readonly clientKey: string | null;
}

/** Credential of a target without one. */
export const NO_CREDENTIAL: TargetCredential = { token: null, clientCertificate: null, clientKey: null };

/** Characters that a header may hold, without spaces. */
const TOKEN = /^[!-~]+$/;

/** Reads a credential. Messages never quote it. @throws AppError `missing_field`, `invalid_field` */
export function readTargetCredential(kind: AuditTargetInterface, given: TargetCredential): TargetCredential {
  const { clientCertificate, clientKey } = given;
  const token = given.token?.trim() ?? null;
  const missing = (field: string, what: string) =>
    new AppError('missing_field', `${field} is missing. ${what}`, { field });
  if (token !== null && kind === 'syslog')
    throw new AppError('invalid_field', 'token is nothing that syslog has. Send a client_certificate.', {
      field: 'token',
    });
  if (token !== null && !TOKEN.test(token))
    throw new AppError('invalid_field', 'token must be one word.', { field: 'token' });
  if (clientCertificate !== null && clientKey === null)
    throw missing('client_key', 'Send it with client_certificate.');
  if (clientKey !== null && clientCertificate === null)
    throw missing('client_certificate', 'Send it with client_key.');
  if (clientCertificate !== null) {
    requireCertificates('client_certificate', clientCertificate);
    requireKeyOf(clientCertificate, clientKey!);
  }
  if (token === null && clientCertificate === null)
    throw kind === 'syslog'
      ? missing('client_certificate', 'Send it with client_key.')
      : missing('token', 'Send it, or client_certificate with client_key.');
  return { token, clientCertificate, clientKey };
}

/** Says which credential it is. */
export function previewOfCredential({ token, clientCertificate }: TargetCredential): string {
  const parts = [
    ...(token === null ? [] : [`token ${beginningOfSecret(token)}…`]),
    ...(clientCertificate === null ? [] : ['client certificate']),
  ];
  return parts.join(', ');
}

/** Target that a credential belongs to, and the address that gets it. */
export interface CredentialTarget {
  readonly orgId: string;
  readonly id: string;
  readonly url: string;
}

/** Seals a credential. */
export function sealTargetCredential(
  seal: Seal,
  target: CredentialTarget,
  credential: TargetCredential,
): Buffer {
  return seal.seal(JSON.stringify(credential), auditTargetOwner(target.orgId, target.id, target.url));
}

/** Opens a credential. @throws Error when it was sealed for another address, or its key is not configured */
export function openTargetCredential(
  seal: Seal,
  target: CredentialTarget,
  sealed: Uint8Array,
): TargetCredential {
  return JSON.parse(
    seal.open(sealed, auditTargetOwner(target.orgId, target.id, target.url)),
  ) as TargetCredential;
}

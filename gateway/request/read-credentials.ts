/** Reads the credentials of a request from its headers, before any byte of its body. */
import type { IncomingMessage } from 'node:http';
import { readCredential } from '../../src/contract/headers/credential.ts';
import { AppError } from '../../src/errors.ts';
import { type Credentials, sessionCredentials } from '../core/credentials.ts';
import { sessionSecretIn } from './cookies.ts';
import { requireAppHeader, requireOwnSite } from './own-site.ts';

/** Endpoint, as far as its credentials depend on it. */
interface CalledEndpoint {
  /** True if it is about a person, and no organisation. */
  readonly isForPeople: boolean;
  /** True if it answers requests without credentials too. */
  readonly takesNoSession: boolean;
  /** True if its body is a form, which pages of other sites could send. */
  readonly takesForm: boolean;
}

/**
 * Reads the credentials of the headers; null when there are none, at an endpoint that answers then too. @throws AppError
 * when they have none that could be valid
 */
export function readCredentials(
  request: IncomingMessage,
  { isForPeople, takesNoSession, takesForm }: CalledEndpoint,
  baseUrl: string,
): Credentials | null {
  const values = request.headersDistinct.authorization ?? [];
  const secret = sessionSecretIn(request);
  if (takesNoSession && secret === null && values.length === 0) return null;
  const orgIds = isForPeople ? [] : orgIdsOf(request);
  if (secret === null) {
    if (readCredential(values).scheme === 'session') throw notByHeader();
    return { authorization: values[0]!.trim(), orgIds };
  }
  if (values.length > 0) throw bothCredentials();
  requireOwnSite(request, baseUrl);
  if (takesForm) requireAppHeader(request);
  return sessionCredentials(secret, orgIds);
}

function orgIdsOf({ headersDistinct }: IncomingMessage): readonly string[] {
  // gRPC transports only visible ASCII, and no other character is part of a UUID.
  return (headersDistinct['x-org-id'] ?? []).map((value) => value.replace(/[^ -~]/g, '?'));
}

function bothCredentials(): AppError {
  return new AppError(
    'ambiguous_credentials',
    'The request has the cookie of the web app and an Authorization header. Send one of them: programs should send no cookies.',
  );
}

function notByHeader(): AppError {
  return new AppError(
    'authentication_required',
    'The scheme of the Authorization header is not supported. Use `ApiKey` or `Bearer`; a session comes with its cookie.',
  );
}

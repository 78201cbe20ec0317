/** Credentials in the headers of a request, read before any byte of its body. */
import type { IncomingMessage } from 'node:http';
import { readCredential } from '../../src/contract/credential.ts';
import { AppError } from '../../src/errors.ts';
import { sessionSecretIn } from '../web/cookies.ts';
import { requireAppHeader, requireOwnSite } from '../web/own-site.ts';

/** Begins the credential that a cookie becomes. An Authorization header with this scheme is rejected. */
const SESSION_SCHEME = 'Session ';

/** Claimed identity of a caller, which the core verifies. */
export interface Caller {
  /** Whole value of `Authorization`. */
  readonly authorization: string;
  /** All values of `X-Org-Id`, even if there is more than one: an invalid key is reported first. */
  readonly orgIds: readonly string[];
}

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
export function readCaller(
  request: IncomingMessage,
  { isForPeople, takesNoSession, takesForm }: CalledEndpoint,
  baseUrl: string,
): Caller | null {
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
  return { authorization: `${SESSION_SCHEME}${secret}`, orgIds };
}

/** Returns whether a caller comes with the cookie of a session. */
export function isSession({ authorization }: Caller): boolean {
  return authorization.startsWith(SESSION_SCHEME);
}

/** Returns the organisation of an admitted caller in its canonical spelling; null when the call is about a person. */
export function organisationOf({ orgIds }: Caller): string | null {
  return orgIds.length === 0 ? null : orgIds.join('').trim().toLowerCase();
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

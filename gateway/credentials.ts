/** What a caller must send to be looked at: decided by the headers alone, before a byte of the body is read. */
import type { IncomingMessage } from 'node:http';
import { AppError } from '../src/errors.ts';

/** Who claims to call. The core decides whether it is true. */
export interface Caller {
  /** The whole value of `Authorization`. */
  readonly authorization: string;
  /** Every value of `X-Org-Id`, also when there should be one: a wrong key is to be told first. */
  readonly orgIds: readonly string[];
}

const CREDENTIALS = /^(bearer|apikey) +([\x21-\x2b\x2d-\x7e]+)$/i;

/** The caller that the headers name; throws when they hold no credential that could be one. */
export function readCaller(request: IncomingMessage): Caller {
  const authorization = readAuthorization(request.headersDistinct.authorization ?? []);
  // gRPC carries only visible ASCII, and no other character is part of a UUID.
  const orgIds = (request.headersDistinct['x-org-id'] ?? []).map((value) => value.replace(/[^ -~]/g, '?'));
  return { authorization, orgIds };
}

function readAuthorization(values: readonly string[]): string {
  if (values.length > 1) {
    throw new AppError(
      'ambiguous_credentials',
      'The request has more than one Authorization header. Send one.',
    );
  }
  const value = values[0]?.trim() ?? '';
  if (value === '') {
    throw new AppError(
      'authentication_required',
      'The request has no credentials. Send `Authorization: ApiKey <key>` or `Authorization: Bearer <token>`.',
    );
  }
  // Header lists are joined by commas, and neither a key nor a token has one.
  if (/,\s*(bearer|apikey)\b/i.test(value)) {
    throw new AppError(
      'ambiguous_credentials',
      'The Authorization header has two values. Send one bearer token or one API key.',
    );
  }
  if (CREDENTIALS.test(value)) return value;
  if (/^(bearer|apikey)\b/i.test(value)) {
    throw new AppError(
      'invalid_credentials',
      'The Authorization header has no readable key or token after its scheme. Check for blanks and quotes.',
    );
  }
  throw new AppError(
    'authentication_required',
    'The scheme of the Authorization header is not supported. Use `ApiKey` or `Bearer`.',
  );
}

/** Credentials in the headers of a request, read before any byte of its body. */
import type { IncomingMessage } from 'node:http';
import { readCredential } from '../../src/contract/credential.ts';

/** Claimed identity of a caller, which the core verifies. */
export interface Caller {
  /** Whole value of `Authorization`. */
  readonly authorization: string;
  /** All values of `X-Org-Id`, even if there is more than one: an invalid key is reported first. */
  readonly orgIds: readonly string[];
}

/** Reads the credentials of the headers. @throws AppError when they have none that could be valid */
export function readCaller(request: IncomingMessage): Caller {
  const values = request.headersDistinct.authorization ?? [];
  readCredential(values);
  // gRPC transports only visible ASCII, and no other character is part of a UUID.
  const orgIds = (request.headersDistinct['x-org-id'] ?? []).map((value) => value.replace(/[^ -~]/g, '?'));
  return { authorization: values[0]!.trim(), orgIds };
}

/** Returns the organisation of an admitted caller in its canonical spelling. */
export function organisationOf({ orgIds }: Caller): string {
  return orgIds.join('').trim().toLowerCase();
}

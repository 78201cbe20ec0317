/** What a caller must send to be looked at: decided by the headers alone, before a byte of the body is read. */
import type { IncomingMessage } from 'node:http';
import { readCredential } from '../../src/contract/credential.ts';

/** Who claims to call. The core decides whether it is true. */
export interface Caller {
  /** The whole value of `Authorization`. */
  readonly authorization: string;
  /** Every value of `X-Org-Id`, also when there should be one: a wrong key is to be told first. */
  readonly orgIds: readonly string[];
}

/** The caller that the headers name; throws when they hold no credential that could be one. */
export function readCaller(request: IncomingMessage): Caller {
  const values = request.headersDistinct.authorization ?? [];
  readCredential(values);
  // gRPC carries only visible ASCII, and no other character is part of a UUID.
  const orgIds = (request.headersDistinct['x-org-id'] ?? []).map((value) => value.replace(/[^ -~]/g, '?'));
  return { authorization: values[0]!.trim(), orgIds };
}

/** The one organisation of an admitted caller, in one spelling. */
export function organisationOf({ orgIds }: Caller): string {
  return orgIds.join('').trim().toLowerCase();
}

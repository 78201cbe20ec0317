/** Readers of the request headers of a call. */
import { randomUUID } from 'node:crypto';
import type { Metadata } from '@grpc/grpc-js';
import { isRequestId } from '../../contract/headers/request-id.ts';
import { isUuid } from '../../infra/database/uuid-v7.ts';
import type { Credentials } from '../../service/access/authenticate.ts';

/** Returns the caller's request id if it is valid, else a new one. */
export function requestIdOf(values: readonly (string | Buffer)[]): string {
  const [value] = values;
  return typeof value === 'string' && isRequestId(value) ? value : randomUUID();
}

/** Returns all text values of a header. */
export function headerTexts(metadata: Metadata, key: string): string[] {
  return metadata.get(key).filter((value) => typeof value === 'string');
}

/** Reads the caller's credentials, unchecked. */
export function credentialsIn(metadata: Metadata): Credentials {
  return { authorization: headerTexts(metadata, 'authorization'), orgId: headerTexts(metadata, 'x-org-id') };
}

/** Returns the organisation that a call names, unproven; null: none, or several. */
export function namedOrganisation(metadata: Metadata): string | null {
  const [orgId, ...others] = headerTexts(metadata, 'x-org-id');
  return orgId !== undefined && others.length === 0 && isUuid(orgId) ? orgId.toLowerCase() : null;
}

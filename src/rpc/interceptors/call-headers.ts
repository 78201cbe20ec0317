/** Readers of the request headers of a call. */
import { randomUUID } from 'node:crypto';
import type { Metadata } from '@grpc/grpc-js';
import { CONTRACT_LIMITS } from '../../contract/limits.ts';
import type { Credentials } from '../../service/access/authenticate.ts';

const REQUEST_ID = new RegExp(`^[A-Za-z0-9._-]{1,${CONTRACT_LIMITS.requestIdCharactersMax}}$`);

/** Returns the caller's request id if it is valid, else a new one. */
export function requestIdOf(values: readonly (string | Buffer)[]): string {
  const [value] = values;
  return typeof value === 'string' && REQUEST_ID.test(value) ? value : randomUUID();
}

/** Returns all text values of a header. */
export function texts(metadata: Metadata, key: string): string[] {
  return metadata.get(key).filter((value) => typeof value === 'string');
}

/** Reads the caller's credentials, unchecked. */
export function credentialsIn(metadata: Metadata): Credentials {
  return { authorization: texts(metadata, 'authorization'), orgId: texts(metadata, 'x-org-id') };
}

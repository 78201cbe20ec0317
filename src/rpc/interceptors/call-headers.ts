/** What the headers of a call say. */
import { randomUUID } from 'node:crypto';
import type { Metadata } from '@grpc/grpc-js';
import { LIMITS } from '../../limits.ts';
import type { Credentials } from '../../service/access/authenticate.ts';

const REQUEST_ID = new RegExp(`^[A-Za-z0-9._-]{1,${LIMITS.requestIdCharactersMax}}$`);

/** The caller's own request id when it is a good one, else a new one. */
export function requestIdOf(values: readonly (string | Buffer)[]): string {
  const [value] = values;
  return typeof value === 'string' && REQUEST_ID.test(value) ? value : randomUUID();
}

/** The texts under a key, as often as it was sent. */
export function texts(metadata: Metadata, key: string): string[] {
  return metadata.get(key).filter((value) => typeof value === 'string');
}

/** What the caller presents, not yet checked. */
export function credentialsIn(metadata: Metadata): Credentials {
  return { authorization: texts(metadata, 'authorization'), orgId: texts(metadata, 'x-org-id') };
}

/** Id of the account of a person of the identity provider: it follows from who they are there, so that it needs no search. */
import { createHash } from 'node:crypto';
import type { Subject } from '../../../contract/member.ts';

/** Returns the id of the account of a subject, a UUID of version 8. */
export function providerAccountId({ issuer, subject }: Subject): string {
  const hex = createHash('sha256')
    .update(JSON.stringify([issuer, subject]))
    .digest('hex');
  const variant = ((Number.parseInt(hex[16]!, 16) & 3) | 8).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

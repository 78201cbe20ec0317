/** Secrets that seal the keys of contents: a stored key confirms no guess of a content, and says nothing to others. */
import { hkdfSync } from 'node:crypto';

/** Returns the seal of an organisation, for the same keys in each of its runs. */
export type ContentSeal = (orgId: string) => string;

/** Derives the seals from the setting `FLOWARDEN_SECRETS_KEY`: from the first of its keys. */
export function createContentSeal(secretsKey: string): ContentSeal {
  const [first = ''] = secretsKey.split(',');
  return (orgId) =>
    Buffer.from(hkdfSync('sha256', first.trim(), orgId, 'flowarden contents', 32)).toString('base64url');
}

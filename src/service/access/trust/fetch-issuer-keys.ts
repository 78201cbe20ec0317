/** Discovery of the keys of an issuer of CI identity tokens. */

import { secureAddress, webAddress } from '../../../infra/settings/setting-values.ts';
import { KIB } from '../../../units.ts';
import { fetchDocument } from '../tokens/fetch-document.ts';

/** Largest document of an issuer of CI identity tokens: its discovery document or its list of keys. */
const ISSUER_BYTES_MAX = 64 * KIB;

/** Characters of a published value that an error shows. */
const SHOWN_CHARACTERS_MAX = 200;

/**
 * Fetches the keys of a listed issuer from the address in its discovery document (OpenID Connect Discovery 1.0,
 * section 4). No address comes from a token.
 */
export async function fetchIssuerKeys(issuer: string, options: RequestInit): Promise<unknown> {
  const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const document = (await fetchDocument(url, ISSUER_BYTES_MAX, options)) as Discovery | null;
  if (document?.issuer !== issuer)
    throw new Error(`The discovery document is of the issuer ${shown(document?.issuer)}`);
  const keysUrl = document.jwks_uri;
  if (typeof keysUrl !== 'string' || !isKeysAddress(keysUrl, issuer))
    throw new Error(`The discovery document has the jwks_uri ${shown(keysUrl)}, which is no https address`);
  return fetchDocument(keysUrl, ISSUER_BYTES_MAX, options);
}

interface Discovery {
  readonly issuer?: unknown;
  readonly jwks_uri?: unknown;
}

/** Returns whether keys may be fetched from an address: over http only for an issuer on this machine. */
function isKeysAddress(address: string, issuer: string): boolean {
  const isLocalIssuer = issuer.startsWith('http:');
  return (isLocalIssuer ? secureAddress.read(address) : webAddress(address, ['https:'])) !== null;
}

function shown(value: unknown): string {
  return String(JSON.stringify(value)).slice(0, SHOWN_CHARACTERS_MAX);
}

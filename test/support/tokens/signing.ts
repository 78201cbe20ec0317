/** Signed tokens, and forged ones that no library would sign. */
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { exportJWK, type JWTHeaderParameters, type JWTPayload, SignJWT } from 'jose';

/** Key pair of an issuer. */
export interface SigningKey {
  readonly alg: string;
  readonly kid: string;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

const GENERATORS = {
  RS256: () => generateKeyPairSync('rsa', { modulusLength: 2048 }),
  ES256: () => generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  EdDSA: () => generateKeyPairSync('ed25519'),
} as const;

/** Creates a key pair. */
export function createSigningKey(kid: string, alg: keyof typeof GENERATORS = 'RS256'): SigningKey {
  return { alg, kid, ...GENERATORS[alg]() };
}

/** Returns the public key as issuers publish it. */
export async function publicJwk({ publicKey, kid }: SigningKey): Promise<object> {
  return { ...(await exportJWK(publicKey)), kid };
}

/** Signs a token. */
export function signToken(
  key: SigningKey,
  claims: JWTPayload,
  header: Partial<JWTHeaderParameters> = {},
): Promise<string> {
  return new SignJWT(claims)
    .setProtectedHeader({ alg: key.alg, kid: key.kid, ...header })
    .sign(key.privateKey);
}

/** Builds a token by hand. */
export function forgeToken(header: object, payload: unknown, signer: (input: string) => Buffer): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const input = `${part(header)}.${part(payload)}`;
  return `${input}.${signer(input).toString('base64url')}`;
}

/** TLS of our servers: at least version 1.2, client certificates if required, renewal without a restart. */
import type { SecureContextOptions, Server, TlsOptions } from 'node:tls';
import type { LiveMaterial } from './live-material.ts';
import type { TlsMaterial } from './material.ts';

/** Time for a client to agree on keys. */
const TLS_HANDSHAKE_MS_MAX = 10_000;

/** Returns the options for `createServer` of `node:tls`, `node:https` and `node:http2`. */
export function secureOptions({ current }: LiveMaterial): TlsOptions {
  const material = current();
  return {
    ...contextOf(material),
    requestCert: material.ca !== null,
    rejectUnauthorized: material.ca !== null,
    handshakeTimeout: TLS_HANDSHAKE_MS_MAX,
  };
}

/** Gives new connections of the server the current material, also with another library's server. */
export function renewCertificates(
  server: Pick<Server, 'setSecureContext' | 'once'>,
  material: LiveMaterial,
): void {
  server.setSecureContext(contextOf(material.current()));
  server.once(
    'close',
    material.onChange((changed) => server.setSecureContext(contextOf(changed))),
  );
}

function contextOf({ cert, key, ca }: TlsMaterial): SecureContextOptions {
  return {
    cert: cert ?? undefined,
    key: key ?? undefined,
    ca: ca ?? undefined,
    minVersion: 'TLSv1.2',
  };
}

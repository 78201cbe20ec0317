/** Credentials of a grpc-js server: none, or certificates that may change while it runs. */
import type { Http2SecureServer } from 'node:http2';
import { type Server, ServerCredentials } from '@grpc/grpc-js';
import { onHttp2Server } from '../../infra/patches/http2-server.ts';
import type { LiveMaterial } from '../../infra/tls/live-material.ts';
import { renewCertificates } from '../../infra/tls/secure-server.ts';

/** Creates the credentials, and updates the server when its certificates change. */
export function serverCredentials(server: Server, tls: LiveMaterial | null): ServerCredentials {
  if (tls === null) return ServerCredentials.createInsecure();
  onHttp2Server(server, (http2Server) => renewCertificates(http2Server as Http2SecureServer, tls));
  const { ca, cert, key } = tls.current();
  return ServerCredentials.createSsl(ca, [{ cert_chain: cert!, private_key: key! }], ca !== null);
}

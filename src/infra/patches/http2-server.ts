/**
 * Access to the HTTP/2 server that a grpc-js 1.14 server hides. It replaces a private member: if a later version renames
 * it, nothing happens, and tests fail.
 */
import type { Http2Server } from 'node:http2';
import type { Server } from '@grpc/grpc-js';

interface Inside {
  createHttp2Server?: (...credentials: unknown[]) => Http2Server;
}

/** Calls `prepare` with every HTTP/2 server before it accepts connections. Returns whether it can. */
export function onHttp2Server(server: Server, prepare: (http2Server: Http2Server) => void): boolean {
  const inside = server as unknown as Inside;
  const { createHttp2Server } = inside;
  if (typeof createHttp2Server !== 'function') return false;
  inside.createHttp2Server = (...credentials) => {
    const http2Server = createHttp2Server.apply(server, credentials);
    prepare(http2Server);
    return http2Server;
  };
  return true;
}

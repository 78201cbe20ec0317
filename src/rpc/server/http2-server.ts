/**
 * The HTTP/2 server under a grpc-js server, which it shows to nobody. This reaches into a private member: when a later
 * version has another one, nothing happens, and tests say so.
 */
import type { Http2Server } from 'node:http2';
import type { Server } from '@grpc/grpc-js';

interface Inside {
  createHttp2Server?: (...credentials: unknown[]) => Http2Server;
}

/** Shows every HTTP/2 server to `prepare` before it takes connections. Returns whether it can. */
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

/** Closes connections beyond this number as they come. Returns whether it can. */
export function capConnections(server: Server, connectionsMax: number): boolean {
  return onHttp2Server(server, (http2Server) => {
    http2Server.maxConnections = connectionsMax;
  });
}

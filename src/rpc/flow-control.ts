/**
 * Larger HTTP/2 flow-control windows for a grpc-js server.
 *
 * grpc-js 1.14 honours `grpc-node.flow_control_window` in its client only, so that an upload stops for the server every
 * 64 KB; 1 MB windows nearly double the throughput. This reaches into two private members. When a later version
 * has other ones, it does nothing, and the server works with the default windows; a test says so.
 */
import type { Http2Server, Http2Session, Settings } from 'node:http2';
import type { Server } from '@grpc/grpc-js';

interface Inside {
  commonServerOptions?: { settings?: Settings };
  createHttp2Server?: (...credentials: unknown[]) => Http2Server;
}

/** Gives every later connection and stream of the server this window. Returns whether it could. */
export function enlargeWindows(server: Server, windowBytes: number): boolean {
  const inside = server as unknown as Inside;
  const { commonServerOptions, createHttp2Server } = inside;
  if (typeof commonServerOptions !== 'object' || typeof createHttp2Server !== 'function') return false;
  commonServerOptions.settings = { ...commonServerOptions.settings, initialWindowSize: windowBytes };
  inside.createHttp2Server = (...credentials) => {
    const http2Server = createHttp2Server.apply(server, credentials);
    http2Server.on('session', (session: Http2Session & { setLocalWindowSize?(bytes: number): void }) => {
      session.setLocalWindowSize?.(windowBytes);
    });
    return http2Server;
  };
  return true;
}

/**
 * Larger HTTP/2 flow-control windows for a grpc-js server.
 *
 * grpc-js 1.14 honours `grpc-node.flow_control_window` in its client only, so that an upload stops for the server every
 * 64 KB; 1 MB windows nearly double the throughput. This reaches into a private member. When a later version
 * has another one, it does nothing, and the server works with the default windows; a test says so.
 */
import type { Http2Session, Settings } from 'node:http2';
import type { Server } from '@grpc/grpc-js';
import { onHttp2Server } from './http2-server.ts';

interface Inside {
  commonServerOptions?: { settings?: Settings };
}

/** Gives every later connection and stream of the server this window. Returns whether it could. */
export function enlargeWindows(server: Server, windowBytes: number): boolean {
  const { commonServerOptions } = server as unknown as Inside;
  if (typeof commonServerOptions !== 'object') return false;
  commonServerOptions.settings = { ...commonServerOptions.settings, initialWindowSize: windowBytes };
  return onHttp2Server(server, (http2Server) => {
    http2Server.on('session', (session: Http2Session & { setLocalWindowSize?(bytes: number): void }) => {
      session.setLocalWindowSize?.(windowBytes);
    });
  });
}

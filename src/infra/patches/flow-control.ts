/**
 * Larger HTTP/2 flow-control windows for a grpc-js server.
 * grpc-js 1.14 honours `grpc-node.flow_control_window` in its client only, so an upload waits for the server every
 * 64 KB; 1 MB windows nearly double the throughput. This sets a private member. If a later version renames it, the
 * server works with the default windows, and a test fails.
 */
import type { Http2Session, Settings } from 'node:http2';
import type { Server } from '@grpc/grpc-js';
import { onHttp2Server } from './http2-server.ts';

interface Inside {
  commonServerOptions?: { settings?: Settings };
}

/** Gives every later connection and stream of the server this window. Returns whether it could. */
export function enlargeFlowControlWindows(server: Server, windowBytes: number): boolean {
  const { commonServerOptions } = server as unknown as Inside;
  if (typeof commonServerOptions !== 'object') return false;
  commonServerOptions.settings = { ...commonServerOptions.settings, initialWindowSize: windowBytes };
  return onHttp2Server(server, (http2Server) => {
    http2Server.on('session', (session: Http2Session & { setLocalWindowSize?(bytes: number): void }) => {
      session.setLocalWindowSize?.(windowBytes);
    });
  });
}

/**
 * Guard against clients that begin calls and cancel them at once (CVE-2023-44487), by connection.
 * Node's own guard treats the connection of a gateway as that of one client, and ends it, with the calls of all tenants,
 * after 1,000 callers have left. This one has the same limits, but none for connections that are trusted. It sets a
 * private member of grpc-js 1.14. If a later version renames it, Node's guard stays, and a test fails.
 */
import {
  constants,
  type IncomingHttpHeaders,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2';
import type { Server } from '@grpc/grpc-js';
import { onHttp2Server } from './http2-server.ts';

interface Inside {
  commonServerOptions?: { streamResetBurst?: number; streamResetRate?: number };
}

/** Largest number that Node passes on. */
const UNLIMITED = 2 ** 32 - 1;

/** Options of `guardResets`. */
export interface ResetGuard {
  /** Resets of a connection at once. */
  readonly burstMax: number;
  /** Resets that come back in a second. */
  readonly perSecondMax: number;
  /** Returns whether a call with these headers proves that its connection is trusted, until its end. */
  isTrusted(headers: IncomingHttpHeaders): boolean;
  /** Called when a connection is ended. */
  onEnded(address: string): void;
}

/** Ends connections with too many resets, unless they are trusted. Returns whether it can. */
export function guardResets(server: Server, guard: ResetGuard): boolean {
  const { commonServerOptions } = server as unknown as Inside;
  if (typeof commonServerOptions !== 'object') return false;
  commonServerOptions.streamResetBurst = UNLIMITED;
  commonServerOptions.streamResetRate = UNLIMITED;
  return onHttp2Server(server, (http2Server) => {
    http2Server.on('session', (session) => watchResets(session, guard));
  });
}

function watchResets(session: ServerHttp2Session, guard: ResetGuard): void {
  const { burstMax, perSecondMax, isTrusted, onEnded } = guard;
  const address = session.socket.remoteAddress ?? 'unknown';
  let isSpared = false;
  let left = burstMax;
  let atMs = performance.now();
  const countReset = () => {
    const now = performance.now();
    left = Math.min(burstMax, left + ((now - atMs) / 1000) * perSecondMax) - 1;
    atMs = now;
    if (left >= 0 || session.destroyed) return;
    onEnded(address);
    session.goaway(constants.NGHTTP2_ENHANCE_YOUR_CALM);
    session.destroy();
  };
  session.on('stream', (stream: ServerHttp2Stream, headers) => {
    isSpared ||= isTrusted(headers);
    if (isSpared) return;
    stream.once('close', () => {
      if (stream.aborted || stream.rstCode !== constants.NGHTTP2_NO_ERROR) countReset();
    });
  });
}

/** Connections of the gRPC server: their number, shares of addresses, cancelled calls, and their end. */

import type { ServerHttp2Session } from 'node:http2';
import type { Server } from '@grpc/grpc-js';
import type { Logger } from '../../infra/logging/log.ts';
import { shareConnections } from '../../infra/network/connection-share.ts';
import { enlargeFlowControlWindows } from '../../infra/patches/flow-control.ts';
import { onHttp2Server } from '../../infra/patches/http2-server.ts';
import { sparePings } from '../../infra/patches/spare-pings.ts';
import { guardResets } from '../../infra/patches/stream-resets.ts';
import { MIB } from '../../units.ts';
import { GATEWAY_KEY, type IsGateway } from '../interceptors/client-address.ts';
import { RPC_LIMITS } from '../limits.ts';

/** Calls that a gRPC connection may cancel at once; it is ended beyond that, unless it is a gateway's. */
export const RPC_RESETS_BURST_MAX = 1_000;

/** Flow-control window of a gRPC connection and of each call in it. */
const RPC_WINDOW_BYTES = MIB;

/** Stream resets of a connection that are allowed again in a second. */
const RPC_RESETS_PER_SECOND_MAX = 33;

/** Limits of the connections of a server. */
export type RpcConnectionLimits = Readonly<
  Record<'rpcConnectionsMax' | 'rpcConnectionsAddressMax' | 'rpcIdleMsMax', number>
>;

/** Options of `limitConnections`. */
export interface RpcConnections {
  readonly isGateway: IsGateway;
  readonly log: Logger;
  /** Default: the product's limits. */
  readonly limits?: Partial<RpcConnectionLimits>;
}

/**
 * Applies the limits to every connection. Returns a function that closes the connections that are left at the end:
 * grpc-js forgets a connection after its GOAWAY, and a watch of the server's health would hold it for ever.
 */
export function limitConnections(server: Server, { isGateway, log, limits }: RpcConnections): () => void {
  const { rpcConnectionsMax, rpcConnectionsAddressMax, rpcIdleMsMax } = { ...RPC_LIMITS, ...limits };
  const isOfGateway = (headers: Readonly<Record<string, unknown>>) =>
    isGateway(String(headers[GATEWAY_KEY] ?? ''));
  const sessions = new Set<ServerHttp2Session>();
  enlargeFlowControlWindows(server, RPC_WINDOW_BYTES);
  guardResets(server, {
    burstMax: RPC_RESETS_BURST_MAX,
    perSecondMax: RPC_RESETS_PER_SECOND_MAX,
    isTrusted: isOfGateway,
    onEnded: (client) => log.warn({ client }, 'a gRPC connection is ended, as it cancels too many calls'),
  });
  onHttp2Server(server, (http2Server) => {
    const connections = shareConnections(http2Server, {
      connectionsMax: rpcConnectionsMax,
      connectionsAddressMax: rpcConnectionsAddressMax,
      idleMsMax: rpcIdleMsMax,
    });
    http2Server.on('session', (session) => {
      sparePings(session);
      sessions.add(session);
      session.once('close', () => sessions.delete(session));
      session.on('stream', (stream, headers) => {
        const { socket } = session;
        stream.once('close', connections.use(socket));
        if (isOfGateway(headers)) connections.trust(socket);
      });
    });
  });
  return () => {
    for (const session of sessions) session.destroy();
  };
}

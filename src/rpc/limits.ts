/** Limits of gRPC connections and messages. Each has its unit in its name. */
import { HOUR_MS } from '../units.ts';

export const RPC_LIMITS = {
  /** Time of a gRPC call with many answers whose caller sets no deadline. */
  streamMsDefault: HOUR_MS,
  /** gRPC connections at once. For a further one an idle one is closed, or the new one if all are in use. */
  rpcConnectionsMax: 5_000,
  /** Number of these for one IPv4 address or IPv6 /64. A gateway with a valid token has no such limit. */
  rpcConnectionsAddressMax: 500,
  /**
   * Time without a call after which a gRPC connection is closed, also before its handshake or its first call. It is longer
   * than the age of connections, as clients close an idle one at that age themselves.
   */
  rpcIdleMsMax: 30_000,
  /** Age at which a gRPC connection is replaced, so that cores behind one address share the calls of a client. */
  rpcConnectionAgeMsMax: 20_000,
} as const satisfies Readonly<Record<string, number>>;

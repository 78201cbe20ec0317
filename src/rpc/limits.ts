/** Limits of gRPC connections and messages. Each has its unit in its name. */
import { HOUR_MS, MIB } from '../units.ts';

export const RPC_LIMITS = {
  /** Time that the answer at the end of a wait needs. */
  runAnswerMs: 500,
  /** Flow-control window of a gRPC connection and of each call in it. */
  rpcWindowBytes: MIB,
  /** Room in a gRPC message beside the largest file. It lets the error for a file over the limit name the file. */
  rpcMessageSlackBytes: MIB,
  /** Largest gRPC answer: 10,000 findings and their texts. */
  rpcAnswerBytesMax: 64 * MIB,
  /** Time of a gRPC call with many answers whose caller sets no deadline. */
  streamMsDefault: HOUR_MS,
  /** gRPC connections at once. For a further one an idle one is closed, or the new one if all are in use. */
  rpcConnectionsMax: 5_000,
  /** Of these, those of one IPv4 address or /64 of IPv6. A gateway that proves its token has no such limit. */
  rpcConnectionsAddressMax: 500,
  /**
   * Time without a call after which a gRPC connection is closed, also before its handshake or its first call. It is longer
   * than the age of connections, as clients close an idle one at that age themselves.
   */
  rpcIdleMsMax: 30_000,
  /** Calls that a gRPC connection may cancel at once; it is ended beyond that, unless it is a gateway's. */
  rpcResetsBurstMax: 1_000,
  /** Of these, those that come back in a second. */
  rpcResetsPerSecondMax: 33,
  /** Age at which a gRPC connection is replaced, so that cores behind one address share the calls of a client. */
  rpcConnectionAgeMsMax: 20_000,
  /** Time that the calls of a replaced connection have to end. */
  rpcConnectionGraceMsMax: HOUR_MS,
  /** Time that running calls get when the core stops; shorter than the supervisor's grace period. */
  rpcDrainMsMax: 8_000,
  /** The core waits this much longer for a message than the gateway for its upload. */
  uploadMarginMs: 5_000,
} as const satisfies Readonly<Record<string, number>>;

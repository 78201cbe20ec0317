/**
 * The gateway's channels to the cores, one for each kind of call: calls that last (long polls, uploads) neither use up
 * the HTTP/2 streams of short ones nor delay them on their connection, and callers without a valid credential reach the
 * connections of no tenant.
 */

import { Client, type ClientOptions } from '@grpc/grpc-js';
import { CORE_CHANNEL_OPTIONS, coreTarget } from '../../src/infra/core/core-channel.ts';
import type { CoreAccess } from '../../src/infra/tls/core-credentials.ts';
import { KIB } from '../../src/units.ts';
import { GATEWAY_LIMITS } from '../limits.ts';

/** Flow-control window of a channel to the core. */
const CHANNEL_WINDOW_BYTES = 1024 * KIB;

/** Longest pause between two attempts to connect to the core: callers wait for one that restarts. */
const CHANNEL_RECONNECT_MS_MAX = 200;

/** Clients, one per kind of call. */
export interface CoreChannels {
  /** All calls of callers whose credential the core has not admitted yet. */
  readonly strangers: Client;
  /** Reads, changes and health checks. */
  readonly short: Client;
  /** Reads that wait for the end of a run. */
  readonly longPolls: Client;
  /** Calls that are opened before the body of their request has arrived. */
  readonly uploads: Client;
}

const CHANNEL_OPTIONS: ClientOptions = {
  ...CORE_CHANNEL_OPTIONS,
  'grpc-node.flow_control_window': CHANNEL_WINDOW_BYTES,
  'grpc.max_receive_message_length': GATEWAY_LIMITS.coreAnswerBytesMax,
  'grpc.keepalive_time_ms': GATEWAY_LIMITS.channelKeepaliveMs,
  'grpc.keepalive_timeout_ms': GATEWAY_LIMITS.channelKeepaliveMsMax,
  'grpc.initial_reconnect_backoff_ms': 100,
  'grpc.max_reconnect_backoff_ms': CHANNEL_RECONNECT_MS_MAX,
  // Disables per-call bookkeeping that nothing queries.
  'grpc.enable_channelz': 0,
};

/** Opens the channels; each connects with its first call, and reconnects by itself. `addresses`: see `coreTarget`. */
export function openChannels(addresses: string, access: CoreAccess): CoreChannels {
  const target = coreTarget(addresses);
  const open = () => new Client(target, access.credentials, { ...CHANNEL_OPTIONS, ...access.options });
  return { strangers: open(), short: open(), longPolls: open(), uploads: open() };
}

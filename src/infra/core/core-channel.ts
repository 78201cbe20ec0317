/** Options of channels to the cores, whose calls are distributed round robin. */
import { type ClientOptions, experimental } from '@grpc/grpc-js';
import { sparePingsOfClients } from '../patches/spare-pings.ts';
import { coreResolver } from './resolver.ts';

const SCHEME = 'flowarden-cores';

/** Options of every channel to the cores. */
export const CORE_CHANNEL_OPTIONS: ClientOptions = {
  'grpc.service_config': JSON.stringify({ loadBalancingConfig: [{ round_robin: {} }] }),
  // Otherwise channels with the same options share their connections.
  'grpc.use_local_subchannel_pool': 1,
  // A proxy from the environment is meant for other hosts, never for our own cores.
  'grpc.enable_http_proxy': 0,
};

/** Returns the target of a channel to the cores at these addresses, `host:port` separated by commas. */
export function coreTarget(addresses: string): string {
  experimental.registerResolver(SCHEME, coreResolver());
  sparePingsOfClients();
  return `${SCHEME}:${addresses}`;
}

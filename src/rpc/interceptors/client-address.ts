/** Address of the client of a call: its peer, or the client that a trusted gateway names. */
import { timingSafeEqual } from 'node:crypto';
import type { Metadata } from '@grpc/grpc-js';
import { plainAddress } from '../../infra/network/address-group.ts';

/** Returns the address of the client; `peer` is the `address:port` at the other end of the connection. */
export type ClientAddress = (metadata: Metadata, peer: string) => string;

/** Headers of a gateway: the token that proves its identity, and its client's address. */
const GATEWAY_KEY = 'x-flowarden-gateway';
const CLIENT_KEY = 'x-flowarden-client';

/** Creates the function. Without a token, no gateway is trusted. */
export function createClientAddress(gatewayToken: string | null): ClientAddress {
  const known = Buffer.from(gatewayToken ?? '');
  const isGateway = (value: string | Buffer | undefined) => {
    const given = Buffer.from(value ?? '');
    return known.length > 0 && given.length === known.length && timingSafeEqual(given, known);
  };
  return (metadata, peer) => {
    const [token] = metadata.get(GATEWAY_KEY);
    const [client] = metadata.get(CLIENT_KEY);
    const named = isGateway(token) && typeof client === 'string' ? plainAddress(client) : null;
    return named ?? plainAddress(peer.slice(0, peer.lastIndexOf(':'))) ?? 'unknown';
  };
}

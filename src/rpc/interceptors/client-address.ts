/** Address of the client of a call: its peer, or the client that a trusted gateway names. */
import { timingSafeEqual } from 'node:crypto';
import type { Metadata } from '@grpc/grpc-js';
import { plainAddress } from '../../infra/network/address-group.ts';

/** Returns the address of the client; `peer` is the `address:port` at the other end of the connection. */
export type ClientAddress = (metadata: Metadata, peer: string) => string;

/** Headers of a gateway besides its token: its client's address, and its version. */
const CLIENT_KEY = 'x-flowarden-client';
const VERSION_KEY = 'x-flowarden-gateway-version';

/** Version that a gateway may have. */
const VERSION = /^[\w.+-]{1,40}$/;

/** Returns whether a value of the header `x-flowarden-gateway` is the token of our gateways. */
export type IsGateway = (value: string | Buffer | undefined) => boolean;

/** Header of a gateway with its token. */
export const GATEWAY_KEY = 'x-flowarden-gateway';

/** Creates the check. Without a token, no gateway is trusted. */
export function createGatewayCheck(gatewayToken: string | null): IsGateway {
  const known = Buffer.from(gatewayToken ?? '');
  return (value) => {
    const given = Buffer.from(value ?? '');
    return known.length > 0 && given.length === known.length && timingSafeEqual(given, known);
  };
}

/** Creates the function. `onGateway` receives the versions of the gateways that call. */
export function createClientAddress(
  isGateway: IsGateway,
  onGateway: (version: string) => void = () => {},
): ClientAddress {
  return (metadata, peer) => {
    const [token] = metadata.get(GATEWAY_KEY);
    const [client] = metadata.get(CLIENT_KEY);
    const isTrusted = isGateway(token);
    const [version] = isTrusted ? metadata.get(VERSION_KEY) : [];
    if (typeof version === 'string' && VERSION.test(version)) onGateway(version);
    const named = isTrusted && typeof client === 'string' ? plainAddress(client) : null;
    return named ?? plainAddress(peer.slice(0, peer.lastIndexOf(':'))) ?? 'unknown';
  };
}

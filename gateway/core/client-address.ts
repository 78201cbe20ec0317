/** Client address of a request, for the core: its peer, or the client that a trusted proxy names. */
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { plainAddress } from '../../src/infra/network/address-group.ts';
import { networkList } from '../../src/infra/network/networks.ts';
import { programVersion } from '../../src/infra/process/install-root.ts';

/** Returns the metadata that names gateway and client to the core; empty when the core would not trust it. */
export type Origin = (request: IncomingMessage) => readonly (readonly [name: string, value: string])[];

/** Options of `createOrigin`. */
export interface OriginOptions {
  /** Networks of the proxies whose `X-Forwarded-For` is trusted. */
  readonly trustedProxies: readonly string[];
  /** Token that identifies gateways to the core; null without one. */
  readonly gatewayToken: string | null;
}

/** Returns the client address of a request; null when it has none. */
export type ClientAddress = (request: IncomingMessage) => string | null;

/** Creates the function for a gateway behind these proxies. */
export function createClientAddress(trustedProxies: readonly string[]): ClientAddress {
  const trusted = networkList(trustedProxies);
  const isTrusted = (address: string) => trusted.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6');
  return (request) => clientOf(request, isTrusted);
}

/** Creates the function. */
export function createOrigin({ trustedProxies, gatewayToken }: OriginOptions): Origin {
  if (gatewayToken === null) return () => [];
  const clientAddressOf = createClientAddress(trustedProxies);
  const version = programVersion();
  return (request) => {
    const client = clientAddressOf(request);
    const named = client === null ? [] : [['x-flowarden-client', client] as const];
    return [['x-flowarden-gateway', gatewayToken], ['x-flowarden-gateway-version', version], ...named];
  };
}

/** Returns the nearest address that is not a trusted proxy: any sender can forge the entries before it. */
function clientOf(request: IncomingMessage, isTrusted: (address: string) => boolean): string | null {
  let client = plainAddress(request.socket.remoteAddress ?? '');
  const named = (request.headersDistinct['x-forwarded-for'] ?? []).join(',').split(',');
  while (client !== null && isTrusted(client)) {
    const next = addressOf(named.pop() ?? '');
    if (next === null) break;
    client = next;
  }
  return client;
}

/** Reads an entry of the list: an address, possibly with a port, and then in brackets if it is IPv6. */
function addressOf(entry: string): string | null {
  const text = entry.trim();
  const [, bracketed, ipv4] = /^(?:\[([^\]]+)\](?::\d+)?|(\d+(?:\.\d+){3}):\d+)$/.exec(text) ?? [];
  return plainAddress(bracketed ?? ipv4 ?? text);
}

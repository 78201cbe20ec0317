/** Where a request comes from, as the core is told: the other end of the connection, or whom a trusted proxy names. */
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { plainAddress } from '../../src/infra/network/address-group.ts';
import { networkList } from '../../src/infra/network/networks.ts';

/** The metadata that tells the core of the client; none when the core would not believe it. */
export type Origin = (request: IncomingMessage) => readonly (readonly [name: string, value: string])[];

/** What it depends on. */
export interface OriginOptions {
  /** Networks of the proxies whose `X-Forwarded-For` is believed. */
  readonly trustedProxies: readonly string[];
  /** What the core knows its gateways by; null: it does not. */
  readonly gatewayToken: string | null;
}

/** The address that a request comes from; null when it has none. */
export type ClientAddress = (request: IncomingMessage) => string | null;

/** Creates the function for a gateway behind these proxies. */
export function createClientAddress(trustedProxies: readonly string[]): ClientAddress {
  const trusted = networkList(trustedProxies);
  const isTrusted = (address: string) => trusted.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6');
  return (request) => clientOf(request, isTrusted);
}

/** Makes the question. */
export function createOrigin({ trustedProxies, gatewayToken }: OriginOptions): Origin {
  if (gatewayToken === null) return () => [];
  const clientAddressOf = createClientAddress(trustedProxies);
  return (request) => {
    const client = clientAddressOf(request);
    const named = client === null ? [] : [['x-flowarden-client', client] as const];
    return [['x-flowarden-gateway', gatewayToken], ...named];
  };
}

/** The nearest address that is no trusted proxy: what stands before it in the list, anybody may have written. */
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

/** An entry of the list: an address, perhaps with its port, and then in brackets if it is IPv6. */
function addressOf(entry: string): string | null {
  const text = entry.trim();
  const [, bracketed, ipv4] = /^(?:\[([^\]]+)\](?::\d+)?|(\d+(?:\.\d+){3}):\d+)$/.exec(text) ?? [];
  return plainAddress(bracketed ?? ipv4 ?? text);
}

/** Shares of clients' addresses in the connections of the gateway. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { isIP } from 'node:net';
import { type ConnectionShares, shareConnections } from '../../src/infra/network/connection-share.ts';
import { networkList } from '../../src/infra/network/networks.ts';

/** Limits the connections of each address. Trusted proxies have no share of their own, as they serve many clients. */
export function shareClientConnections(
  server: Server,
  { connectionsMax, connectionsAddressMax }: ConnectionShares,
  trustedProxies: readonly string[],
): void {
  const trusted = networkList(trustedProxies);
  const connections = shareConnections(server, {
    connectionsMax,
    connectionsAddressMax,
    isTrusted: (address) => trusted.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6'),
  });
  const begin = ({ socket }: IncomingMessage, response: ServerResponse) => {
    response.once('close', connections.use(socket));
  };
  for (const event of ['request', 'checkContinue', 'checkExpectation']) server.on(event, begin);
}

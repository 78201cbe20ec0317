/** Limit of connections per address, so that one cannot block the others. */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { isIP } from 'node:net';
import { createSemaphore } from '../../src/infra/async/semaphore.ts';
import { addressGroup, plainAddress } from '../../src/infra/network/address-group.ts';
import { networkList } from '../../src/infra/network/networks.ts';

/**
 * Closes connections beyond the share of their address immediately. Trusted proxies are exempt, as they serve many
 * clients.
 * @param addressMax connections of one IPv4 address, or of one /64 of IPv6
 */
export function shareConnections(
  server: Server,
  addressMax: number,
  trustedProxies: readonly string[],
): void {
  const trusted = networkList(trustedProxies);
  const connections = createSemaphore({ perKey: addressMax });
  server.on('connection', (socket: Socket) => {
    const address = plainAddress(socket.remoteAddress ?? '');
    if (address === null || trusted.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6')) return;
    const release = connections.tryTake(addressGroup(address));
    if (release === null) socket.destroy();
    else socket.once('close', release);
  });
}

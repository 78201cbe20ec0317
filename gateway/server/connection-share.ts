/** How many of all connections one address may have, so that nobody shuts out everybody. */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { isIP } from 'node:net';
import { addressGroup, plainAddress } from '../../src/infra/network/address-group.ts';
import { networkList } from '../../src/infra/network/networks.ts';

/**
 * Closes connections beyond the share of their address at once. Trusted proxies have no share: behind one of them are many.
 * @param addressMax connections of one IPv4 address, or of one /64 of IPv6
 */
export function shareConnections(
  server: Server,
  addressMax: number,
  trustedProxies: readonly string[],
): void {
  const trusted = networkList(trustedProxies);
  const open = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const address = plainAddress(socket.remoteAddress ?? '');
    if (address === null || trusted.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6')) return;
    const group = addressGroup(address);
    const own = (open.get(group) ?? 0) + 1;
    if (own > addressMax) {
      socket.destroy();
      return;
    }
    open.set(group, own);
    socket.once('close', () => {
      const left = open.get(group)! - 1;
      if (left === 0) open.delete(group);
      else open.set(group, left);
    });
  });
}

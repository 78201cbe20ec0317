/** Addresses of clients: in one spelling, and grouped as they are given out. */
import { isIP } from 'node:net';
import { ipv6Groups } from './ipv6.ts';

/** An address in one spelling: IPv4 that comes as IPv6 is IPv4 again. Null for what is no address. */
export function plainAddress(text: string): string | null {
  const [address = ''] = text.split('%');
  const ipv4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
  if (isIP(ipv4) === 4) return ipv4;
  return isIP(address) === 6 ? address.toLowerCase() : null;
}

/**
 * Whose address it is, as far as can be told: one IPv4 address, or the /64 of an IPv6 address, as whoever has one of
 * these has all. A text that is no address stays as it is.
 */
export function addressGroup(text: string): string {
  const address = plainAddress(text) ?? text;
  if (isIP(address) !== 6) return address;
  const groups = ipv6Groups(address) ?? [];
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

/** Addresses of clients: in one spelling, and grouped as they are given out. */
import { isIP } from 'node:net';
import { embeddedIpv4, ipv6Groups } from './ipv6.ts';

/** An address in one spelling: IPv4 that comes as IPv6 is IPv4 again. Null for what is no address. */
export function plainAddress(text: string): string | null {
  const [address = ''] = text.split('%');
  const version = isIP(address);
  if (version !== 6) return version === 4 ? address : null;
  const groups = ipv6Groups(address) ?? [];
  const isMapped = groups.findIndex((group) => group !== 0) === 5 && groups[5] === 0xffff;
  return (isMapped ? embeddedIpv4(groups) : null) ?? address.toLowerCase();
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

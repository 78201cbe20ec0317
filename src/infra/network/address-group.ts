/** Canonical client addresses, and their groups by assignment. */
import { isIP } from 'node:net';
import { embeddedIpv4, ipv6Groups } from './ipv6.ts';

/** Returns the canonical address: IPv4-mapped IPv6 becomes IPv4. Null for text that is not an address. */
export function plainAddress(text: string): string | null {
  const [address = ''] = text.split('%');
  const version = isIP(address);
  if (version !== 6) return version === 4 ? address : null;
  const groups = ipv6Groups(address) ?? [];
  const isMapped = groups.findIndex((group) => group !== 0) === 5 && groups[5] === 0xffff;
  return (isMapped ? embeddedIpv4(groups) : null) ?? address.toLowerCase();
}

/**
 * Returns the group that one client typically owns: an IPv4 address, or the /64 of an IPv6 address. Text that is not
 * an address stays as it is.
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

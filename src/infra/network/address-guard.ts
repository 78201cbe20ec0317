/**
 * Addresses that the service may call for a customer. An address that a customer chose must not be one of the
 * operator's own network. Checked three times: the literal in the URL, every address that its name resolves to, and
 * the peer of the open connection.
 */
import { isIP } from 'node:net';
import { embeddedIpv4, ipv6Groups } from './ipv6.ts';
import { networkList } from './networks.ts';

/** Policy of the operator. */
export interface AddressPolicy {
  /** True if `http://` is allowed too. */
  readonly allowsHttp: boolean;
  /** Networks of the operator that may be called although they are not public, as `10.20.0.0/16`. */
  readonly allowedNetworks: readonly string[];
}

/** Decides about IP addresses. */
export interface AddressGuard {
  readonly allowsHttp: boolean;
  /** Returns whether this IP address may be called. */
  allows(address: string): boolean;
}

/**
 * IPv4 networks that are not public: IANA's special-purpose registry (2025), multicast, class E, and the address that
 * one cloud gives to its host agent.
 */
const PRIVATE_IPV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '168.63.129.16/32',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
] as const;

/** The only part of IPv6 that is given out to the public … */
const PUBLIC_IPV6 = ['2000::/3'] as const;
/** … and what is not public in it: protocol assignments with Teredo, documentation, direct delegation. */
const PRIVATE_IPV6 = ['2001::/23', '2001:db8::/32', '2620:4f:8000::/48', '3fff::/20'] as const;

/** Names that mean this machine, regardless of a resolver (RFC 6761). */
const OWN_NAMES = /(?:^|\.)localhost\.?$/;

/** Makes the guard. @throws Error for a network that is not one */
export function createAddressGuard({ allowsHttp, allowedNetworks }: AddressPolicy): AddressGuard {
  const allowed = networkList(allowedNetworks);
  const privateIpv4 = networkList(PRIVATE_IPV4);
  const privateIpv6 = networkList(PRIVATE_IPV6);
  const publicIpv6 = networkList(PUBLIC_IPV6);

  function allows(address: string): boolean {
    const family = isIP(address);
    if (family === 4) return allowed.check(address, 'ipv4') || !privateIpv4.check(address, 'ipv4');
    const groups = family === 6 ? ipv6Groups(address) : null;
    if (groups === null) return false;
    const [plain] = address.split('%');
    if (allowed.check(plain!, 'ipv6')) return true;
    const inner = embeddedIpv4(groups);
    if (inner !== null) return allows(inner);
    return publicIpv6.check(plain!, 'ipv6') && !privateIpv6.check(plain!, 'ipv6');
  }

  return { allowsHttp, allows };
}

/**
 * Returns whether the host of a URL may be called as it stands there. A name is allowed: its addresses are checked when it
 * is looked up.
 */
export function allowsHost({ hostname }: URL, guard: AddressGuard): boolean {
  const literal = hostname.replace(/^\[(.*)\]$/, '$1');
  const meant = OWN_NAMES.test(hostname) ? '127.0.0.1' : literal;
  return isIP(meant) === 0 || guard.allows(meant);
}

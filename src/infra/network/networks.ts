/** Networks in settings. */
import { BlockList, isIP } from 'node:net';

/** Returns whether a text is a network such as `10.20.0.0/16` or `fd00:1::/32`. */
export function isNetwork(text: string): boolean {
  const [address = '', bits = '', ...more] = text.split('/');
  const family = isIP(address);
  if (family === 0 || more.length > 0 || address.includes('%') || !/^\d{1,3}$/.test(bits)) return false;
  return Number(bits) <= (family === 4 ? 32 : 128);
}

/** Parses networks separated by commas; null if one of them is invalid. */
export function readNetworks(text: string): readonly string[] | null {
  const networks = text.split(',').map((part) => part.trim());
  return networks.every(isNetwork) ? networks : null;
}

/** Network that may be called although it is not public. */
export interface TenantNetwork {
  readonly network: string;
  /** Organisation that may use it; null: all. */
  readonly orgId: string | null;
}

const ORGANISATION = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Parses networks separated by commas, each for all or for one organisation; null if one of them is invalid. */
export function readTenantNetworks(text: string): readonly TenantNetwork[] | null {
  const entries = text.split(',').map((part) => {
    const [network = '', orgId = null, ...more] = part.trim().split('=');
    const isValid = isNetwork(network) && more.length === 0 && (orgId === null || ORGANISATION.test(orgId));
    return isValid ? { network, orgId } : null;
  });
  return entries.every((entry) => entry !== null) ? entries : null;
}

/** Creates a list in which addresses can be looked up. @throws Error for an invalid network */
export function networkList(networks: readonly string[]): BlockList {
  const known = new BlockList();
  for (const network of networks) {
    if (!isNetwork(network)) throw new Error(`${network} is not a network such as 10.20.0.0/16`);
    const [address = '', bits] = network.split('/');
    known.addSubnet(address, Number(bits), isIP(address) === 4 ? 'ipv4' : 'ipv6');
  }
  return known;
}

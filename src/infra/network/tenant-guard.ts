/** Guard of the addresses that one organisation lets the service call. */
import { type AddressGuard, createAddressGuard } from './address-guard.ts';
import type { TenantNetwork } from './networks.ts';

/** Networks that the operator allows, each to all organisations or to one. */
export interface TenantNetworks {
  readonly allowsHttp: boolean;
  readonly networks: readonly TenantNetwork[];
}

/** Creates the guard of an organisation: public addresses, and the networks that it may use. */
export function createTenantGuard({ allowsHttp, networks }: TenantNetworks, orgId: string): AddressGuard {
  const allowed = networks.filter((entry) => entry.orgId === null || entry.orgId === orgId);
  return createAddressGuard({ allowsHttp, allowedNetworks: allowed.map(({ network }) => network) });
}

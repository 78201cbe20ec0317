/** Addresses of sources: where a credential, or a token that it gave, is sent. */
import { AppError } from '../../errors.ts';
import { type AddressGuard, allowsHost, createAddressGuard } from '../../infra/network/address-guard.ts';
import type { TenantNetwork } from '../../infra/network/networks.ts';
import {
  type OrchestratorAddress,
  readOrchestratorAddress,
} from '../../remotes/uipath/orchestrator-address.ts';
import type { SourceAddress } from './source.ts';

/** Networks that the operator allows. */
export interface SourceNetworks {
  readonly allowsHttp: boolean;
  readonly networks: readonly TenantNetwork[];
}

/** Members of a source in messages about its address. */
const MEMBERS = { url: 'url', tokenUrl: 'token_url', onPremises: 'on_premises', tenant: 'tenant' } as const;

/** Creates the guard of an organisation: public addresses, and the networks that it may use. */
export function guardOf({ allowsHttp, networks }: SourceNetworks, orgId: string): AddressGuard {
  const allowed = networks.filter((entry) => entry.orgId === null || entry.orgId === orgId);
  return createAddressGuard({ allowsHttp, allowedNetworks: allowed.map(({ network }) => network) });
}

/** Reads the address of a source. @throws AppError `invalid_field` */
export function addressOfSource({ url, onPremises, tenant, tokenUrl }: SourceAddress): OrchestratorAddress {
  const problems: string[] = [];
  const choice = {
    url,
    isOnPremises: onPremises,
    tenant: tenant ?? undefined,
    tokenUrl: tokenUrl ?? undefined,
  };
  const address = readOrchestratorAddress(choice, problems, MEMBERS);
  if (address !== undefined && problems.length === 0) return address;
  throw new AppError('invalid_field', problems.join(' '), { field: 'url' });
}

/** Rejects an address that the service may not call. Names are looked up when they are called. @throws AppError `invalid_field` */
export function requireAllowedAddress({ base, tokenUrl }: OrchestratorAddress, guard: AddressGuard): void {
  for (const url of [base, tokenUrl]) {
    if (url.protocol !== 'https:' && !guard.allowsHttp)
      throw new AppError('invalid_field', `${url.host} must be called by https://.`, { field: 'url' });
    if (!allowsHost(url, guard))
      throw new AppError(
        'invalid_field',
        `${url.host} is not a public address. The operator may allow its network with FLOWARDEN_SOURCE_NETWORKS, or you run \`flowarden pull\` inside it.`,
        { field: 'url' },
      );
  }
}

/** Returns the origins that get the credential or its tokens, sorted. */
export function credentialOrigins({ base, tokenUrl }: OrchestratorAddress): readonly string[] {
  return [...new Set([base.origin, tokenUrl.origin])].sort();
}

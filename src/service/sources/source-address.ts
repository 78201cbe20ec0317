/** Addresses of sources: where a credential, or a token that it gave, is sent. */
import { AppError } from '../../errors.ts';
import { type AddressGuard, allowsHost } from '../../infra/network/address-guard.ts';
import {
  type PowerPlatformAddress,
  readEnvironmentAddresses,
} from '../../remotes/power-platform/environment-address.ts';
import {
  type OrchestratorAddress,
  readOrchestratorAddress,
} from '../../remotes/uipath/orchestrator-address.ts';
import type { SourceAddress, SourceRecord } from './source.ts';

/** Address of a source, by its kind. */
export type PlatformAddress =
  | { readonly kind: 'uipath'; readonly orchestrator: OrchestratorAddress }
  | { readonly kind: 'power-platform'; readonly platform: PowerPlatformAddress };

/** Members of a source in messages about its address. */
const MEMBERS = { url: 'url', tokenUrl: 'token_url', onPremises: 'on_premises', tenant: 'tenant' } as const;

/** Reads the address of a source. @throws AppError `invalid_field` */
export function addressOfSource({
  kind,
  settings,
}: Pick<SourceRecord, 'kind' | 'settings'>): PlatformAddress {
  const problems: string[] = [];
  const platform = kind === 'pushed' ? settings.platform : kind;
  if ((kind === 'pushed') !== (settings.platform !== undefined))
    throw new AppError('invalid_field', 'platform is for pushed sources, which need it.', {
      field: 'platform',
    });
  const address =
    platform === 'uipath' ? orchestratorOf(settings, problems) : environmentsOf(settings, problems);
  if (address !== undefined && problems.length === 0) return address;
  throw new AppError('invalid_field', problems.join(' '), { field: 'url' });
}

function orchestratorOf(
  { url, onPremises, tenant, tokenUrl, moreUrls = [] }: SourceAddress,
  problems: string[],
): PlatformAddress | undefined {
  if (moreUrls.length > 0) problems.push('more_urls is for environments of the Power Platform.');
  const choice = {
    url,
    isOnPremises: onPremises,
    tenant: tenant ?? undefined,
    tokenUrl: tokenUrl ?? undefined,
  };
  const orchestrator = readOrchestratorAddress(choice, problems, MEMBERS);
  return orchestrator === undefined ? undefined : { kind: 'uipath', orchestrator };
}

function environmentsOf(
  { url, onPremises, tenant, tokenUrl, moreUrls = [] }: SourceAddress,
  problems: string[],
): PlatformAddress | undefined {
  if (onPremises || tokenUrl !== null)
    problems.push('on_premises and token_url are for Orchestrators of your own.');
  const choice = { urls: [url, ...moreUrls], tenant: tenant ?? undefined };
  const platform = readEnvironmentAddresses(choice, problems, { urls: 'url', tenant: 'tenant' });
  return platform === undefined ? undefined : { kind: 'power-platform', platform };
}

/** Returns what says which tenant it is: two addresses with the same text are those of one. */
export function tenantOf(address: PlatformAddress): string {
  const { kind } = address;
  return kind === 'uipath'
    ? `${address.orchestrator.base.href} ${address.orchestrator.tenant ?? ''}`.trim()
    : address.platform.environments
        .map(({ origin }) => origin)
        .sort()
        .join(' ');
}

/** Returns the addresses that a pull calls. */
function calledBy(address: PlatformAddress): readonly URL[] {
  return address.kind === 'uipath'
    ? [address.orchestrator.base, address.orchestrator.tokenUrl]
    : [...address.platform.environments, address.platform.tokenUrl];
}

/** Rejects an address that the service may not call. Names are looked up when they are called. @throws AppError `invalid_field` */
export function requireAllowedAddress(address: PlatformAddress, guard: AddressGuard): void {
  for (const url of calledBy(address)) {
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

/**
 * Returns the origins that get the credential, or tokens that open more than one of them, sorted. A token of Entra opens the
 * environment alone that gets it.
 */
export function credentialOrigins(address: PlatformAddress): readonly string[] {
  const origins =
    address.kind === 'uipath'
      ? [address.orchestrator.base.origin, address.orchestrator.tokenUrl.origin]
      : [address.platform.tokenUrl.origin + address.platform.tokenUrl.pathname];
  return [...new Set(origins)].sort();
}

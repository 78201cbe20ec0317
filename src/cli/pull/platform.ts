/** Platforms that `flowarden pull` reads: their addresses, their clients, and the words for what they hold. */
import { createAddressGuard } from '../../infra/network/address-guard.ts';
import { StartError } from '../../infra/process/start-error.ts';
import { isLoopback } from '../../infra/settings/setting-warnings.ts';
import { createPlatformClient, type PlatformClientOptions } from '../../remotes/http/platform-client.ts';
import {
  type PowerPlatformAddress,
  readEnvironmentAddresses,
} from '../../remotes/power-platform/environment-address.ts';
import { createPowerPlatformRemote } from '../../remotes/power-platform/power-platform-remote.ts';
import type { Remote } from '../../remotes/remote.ts';
import type { RemotePlatform } from '../../remotes/select-artefacts.ts';
import {
  type OrchestratorAddress,
  readOrchestratorAddress,
} from '../../remotes/uipath/orchestrator-address.ts';
import type { OrchestratorCredential } from '../../remotes/uipath/orchestrator-tokens.ts';
import { createUipathRemote } from '../../remotes/uipath/uipath-remote.ts';

/** Platform with the checked address of a tenant. */
export type PulledPlatform =
  | { readonly kind: 'uipath'; readonly address: OrchestratorAddress }
  | { readonly kind: 'power-platform'; readonly address: PowerPlatformAddress; readonly tenant: string };

/** Words for what a platform holds. */
export interface PlatformWords {
  /** Name of the artefacts, such as `packages`. */
  readonly artefacts: string;
  /** Predicate behind the number of what was listed. */
  readonly run: string;
  /** End of the names of fetched files. */
  readonly extension: string;
}

/** Words by platform. */
export const PLATFORM_WORDS: Readonly<Record<RemotePlatform, PlatformWords>> = {
  uipath: { artefacts: 'packages', run: 'run in a folder that can be read', extension: '.nupkg' },
  'power-platform': {
    artefacts: 'flows and agents',
    run: 'are turned on in an environment that can be read',
    extension: '.zip',
  },
};

/** Address as the arguments give it. */
export interface PlatformChoice {
  readonly urls: readonly string[];
  readonly isOnPremises: boolean;
  readonly tokenUrl: string | undefined;
  readonly tenant: string | undefined;
}

/** Reads the address of a tenant. Adds a sentence to `problems` for each mistake, and then returns null. */
export function readPlatform(
  kind: RemotePlatform,
  { urls, isOnPremises, tokenUrl, tenant }: PlatformChoice,
  problems: string[],
): PulledPlatform | null {
  if (kind === 'uipath') {
    const [url = '', ...more] = urls;
    if (more.length > 0) problems.push('uipath takes one --url: pull each tenant by itself.');
    const address = readOrchestratorAddress({ url, isOnPremises, tokenUrl, tenant }, problems);
    return address === undefined ? null : { kind, address };
  }
  if (isOnPremises || tokenUrl !== undefined)
    problems.push('--on-premises and --token-url are for Orchestrators of your own.');
  const address = readEnvironmentAddresses({ urls, tenant }, problems);
  return address === undefined ? null : { kind, address, tenant: tenant! };
}

/** Returns what says which tenant it is: a folder holds files of one. Environments of one Entra tenant share a folder. */
export function tenantPlace(platform: PulledPlatform): {
  readonly url: string;
  readonly tenant: string | null;
} {
  return platform.kind === 'uipath'
    ? { url: platform.address.base.href, tenant: platform.address.tenant ?? null }
    : { url: platform.address.tokenUrl.origin, tenant: platform.tenant };
}

/** Every address: `--on-premises` says that the host belongs to the user of the command. */
const ANY_ADDRESS = ['0.0.0.0/0', '::/0'];
/** This machine, where a developer replays a platform. */
const THIS_MACHINE = ['127.0.0.0/8', '::1/128'];

/** Options of a connection that no platform decides. */
export type TenantConnection = Pick<PlatformClientOptions, 'proxyEnv' | 'requestsPerSecond' | 'onThrottled'>;

/** Creates the client of a tenant. `close` ends its connections. @throws StartError for a credential of another platform */
export function connectTo(
  platform: PulledPlatform,
  credential: OrchestratorCredential,
  options: TenantConnection,
): { readonly remote: Remote; readonly close: () => void } {
  const guardOf = (allowedNetworks: readonly string[]) =>
    // A proxy has an address of the company's own.
    createAddressGuard({
      allowsHttp: true,
      allowedNetworks: options.proxyEnv === undefined ? allowedNetworks : ANY_ADDRESS,
    });
  if (platform.kind === 'power-platform') {
    if (credential.kind === 'token')
      throw new StartError(
        'The Power Platform takes an application: set FLOWARDEN_PULL_CLIENT_ID and FLOWARDEN_PULL_CLIENT_SECRET.',
        2,
      );
    const { environments } = platform.address;
    const isHere = environments.every(({ hostname }) => isLoopback(hostname));
    const guard = guardOf(isHere ? THIS_MACHINE : []);
    return createPowerPlatformRemote(platform.address, credential, { ...options, guard });
  }
  const { address } = platform;
  const client = createPlatformClient({
    ...options,
    base: address.base,
    tokenUrl: credential.kind === 'token' ? undefined : address.tokenUrl,
    webPageHint: address.webPageHint,
    guard: guardOf(address.isOnPremises ? ANY_ADDRESS : []),
    secrets: [credential.kind === 'token' ? credential.token : credential.clientSecret],
  });
  return { remote: createUipathRemote(client, address, credential), close: client.close };
}

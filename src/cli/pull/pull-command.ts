/** `flowarden pull`: lists and fetches what a platform tenant holds. It only reads. */
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { print, printError } from '../../infra/logging/output.ts';
import { createAddressGuard } from '../../infra/network/address-guard.ts';
import { fileFault } from '../../infra/process/file-fault.ts';
import { programVersion } from '../../infra/process/install-root.ts';
import { StartError } from '../../infra/process/start-error.ts';
import { coverageOf } from '../../remotes/coverage.ts';
import { createPlatformClient } from '../../remotes/http/platform-client.ts';
import type { Remote } from '../../remotes/remote.ts';
import { RemoteError } from '../../remotes/remote-error.ts';
import { createUipathRemote } from '../../remotes/uipath/uipath-remote.ts';
import { MINUTE_MS } from '../../units.ts';
import { printWhole } from '../validate/write-report.ts';
import { PULL_USAGE, type PullArguments, readPullArguments } from './arguments.ts';
import type { PullConfig } from './config.ts';
import { fetchPackages } from './fetch-packages.ts';
import { listTenant, type TenantListing } from './list-tenant.ts';
import { readPullCredential } from './pull-credential.ts';
import { type PullRecord, type RecordedPackage, readRecord, writeRecord } from './pull-record.ts';
import { type PullOutcome, pullDocument, pullText } from './pull-report.ts';

/** Every address: `--on-premises` says that the host belongs to the user of the command. */
const ANY_ADDRESS = ['0.0.0.0/0', '::/0'];

/** Advice for problems whose remedy depends on where a pull runs. */
const ADVICE: Readonly<Record<string, string>> = {
  certificate: ' Set NODE_EXTRA_CA_CERTS to the file with the authority of your company.',
  address_not_allowed:
    ' A host of UiPath must have a public address. Check the name servers of this machine.',
  unreachable: ' Check the address, the network, and whether a proxy is needed (NODE_USE_ENV_PROXY=1).',
};

/** Runs the command; resolves with the exit code. @throws StartError (exit 2) when nothing can be listed */
export async function pullCommand(argv: readonly string[], config: PullConfig): Promise<number> {
  const options = readPullArguments(argv);
  if (options === 'help') {
    print(PULL_USAGE);
    return 0;
  }
  const signal = AbortSignal.timeout(options.timeoutMs);
  try {
    const outcome = await pull(options, config, signal);
    await printWhole(print, options.format === 'json' ? pullDocument(outcome) : pullText(outcome));
    return outcome.coverage.isComplete || options.allowIncomplete ? 0 : 2;
  } catch (error) {
    if (signal.aborted)
      throw new StartError(
        `The tenant could not be listed within ${options.timeoutMs / MINUTE_MS} minutes. Raise --timeout.`,
        2,
      );
    const fault = fileFault(error);
    if (fault !== null)
      throw new StartError(`${fault}. Fix that, or choose another folder.`, 2, { cause: error });
    if (!(error instanceof RemoteError)) throw error;
    throw new StartError(`${error.message}${ADVICE[error.problem] ?? ''}`, 2, { cause: error });
  }
}

async function pull(options: PullArguments, config: PullConfig, signal: AbortSignal): Promise<PullOutcome> {
  const { folder, address } = options;
  const url = address.base.href;
  const place = { url, tenant: address.tenant ?? null };
  const last = folder === null ? null : await readRecord(folder, place);
  const { remote, close } = await connect(options, config);
  try {
    const { warnings } = folder === null ? await remote.probe(signal) : { warnings: [] };
    const listing = await listTenant(remote, signal);
    const result =
      folder === null ? listed(listing) : await fetched(remote, listing, { folder, place, last, signal });
    const unlisted = listing.parts.filter(({ problem }) => problem !== null).length;
    const coverage = coverageOf(
      result.packages.map(({ reason }) => reason ?? undefined),
      unlisted,
    );
    return { url, folder, parts: listing.parts, coverage, warnings, ...result };
  } finally {
    close();
  }
}

async function connect({ address, secretFile, requestsPerSecond }: PullArguments, config: PullConfig) {
  const credential = await readPullCredential(secretFile, config);
  const { proxyEnv } = config;
  const client = createPlatformClient({
    base: address.base,
    tokenUrl: credential.kind === 'token' ? undefined : address.tokenUrl,
    webPageHint: address.webPageHint,
    guard: createAddressGuard({
      allowsHttp: true,
      // A proxy has an address of the company's own.
      allowedNetworks: address.isOnPremises || proxyEnv !== null ? ANY_ADDRESS : [],
    }),
    ...(proxyEnv !== null && { proxyEnv }),
    requestsPerSecond,
    secrets: [credential.kind === 'token' ? credential.token : credential.clientSecret],
    onThrottled: (until) =>
      printError(`flowarden: note: The platform throttles: continues at ${until.toISOString()}.\n`),
  });
  return { remote: createUipathRemote(client, address, credential), close: client.close };
}

function listed({ artefacts }: TenantListing) {
  const packages = artefacts.map(({ key, name, version, runs, reason }) => ({
    ...{ key, name, version, runs, reason: reason ?? null },
    file: null,
    sha256: null,
  }));
  return { packages, newCount: 0, problems: [], earlierFiles: [] };
}

interface FetchPlace {
  readonly folder: string;
  readonly place: Pick<PullRecord, 'url' | 'tenant'>;
  readonly last: PullRecord | null;
  readonly signal: AbortSignal;
}

async function fetched(remote: Remote, listing: TenantListing, { folder, place, last, signal }: FetchPlace) {
  await mkdir(folder, { recursive: true });
  const program = programVersion();
  const parts = listing.parts.map(({ path, problem }) => ({ path, problem }));
  const unlisted = unlistedPackages(folder, last, listing);
  const save = (packages: readonly RecordedPackage[]): Promise<void> =>
    writeRecord(folder, { ...place, program, parts, packages, unlisted });
  const { artefacts } = listing;
  const result = await fetchPackages({ remote, folder, artefacts, last, program, save, signal });
  await save(result.packages);
  const earlier = [...unlisted, ...result.packages.filter(({ reason }) => reason !== null)];
  return { ...result, earlierFiles: earlier.flatMap(({ file }) => file ?? []) };
}

/** Returns the packages of earlier pulls whose files are still there, but which were not listed now. */
function unlistedPackages(
  folder: string,
  last: PullRecord | null,
  { artefacts }: TenantListing,
): readonly RecordedPackage[] {
  if (last === null) return [];
  const keys = new Set(artefacts.map(({ key }) => key));
  return [...last.packages, ...last.unlisted].filter(
    ({ key, file }) => !keys.has(key) && typeof file === 'string' && existsSync(join(folder, file)),
  );
}

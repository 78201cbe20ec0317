/** `flowarden pull`: lists and fetches what a platform tenant holds. It only reads. */
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { print, printError } from '../../infra/logging/output.ts';
import { fileFault } from '../../infra/process/file-fault.ts';
import { programVersion } from '../../infra/process/install-root.ts';
import { StartError } from '../../infra/process/start-error.ts';
import { coverageOf } from '../../remotes/coverage.ts';
import type { Remote } from '../../remotes/remote.ts';
import { RemoteError } from '../../remotes/remote-error.ts';
import { MINUTE_MS } from '../../units.ts';
import { printWhole } from '../validate/write-report.ts';
import { PULL_USAGE, type PullArguments, type PushedTo, readPullArguments } from './arguments.ts';
import type { PullConfig } from './config.ts';
import { fetchPackages } from './fetch-packages.ts';
import { listTenant, type TenantListing } from './list-tenant.ts';
import { connectTo, PLATFORM_WORDS, type PlatformWords, tenantPlace } from './platform.ts';
import { readPullCredential } from './pull-credential.ts';
import { type PullRecord, type RecordedPackage, readRecord, writeRecord } from './pull-record.ts';
import { type PullOutcome, pullDocument, pullText } from './pull-report.ts';

/** Advice for problems whose remedy depends on where a pull runs. */
const ADVICE: Readonly<Record<string, string>> = {
  certificate: ' Set NODE_EXTRA_CA_CERTS to the file with the authority of your company.',
  address_not_allowed:
    ' A host of the vendor must have a public address. Check the name servers of this machine.',
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
    if (options.service !== undefined) return await push(options, options.service, config, signal);
    const outcome = await pull(options, config, signal);
    await printWhole(print, options.format === 'json' ? pullDocument(outcome) : pullText(outcome));
    return outcome.coverage.isComplete || options.allowIncomplete ? 0 : 2;
  } catch (error) {
    if (signal.aborted)
      throw new StartError(
        `The pull did not end within ${options.timeoutMs / MINUTE_MS} minutes. ${nextStep(options)}`,
        2,
      );
    const fault = fileFault(error);
    if (fault !== null)
      throw new StartError(`${fault}. Fix that, or choose another folder.`, 2, { cause: error });
    if (!(error instanceof RemoteError)) throw error;
    throw new StartError(`${error.message}${ADVICE[error.problem] ?? ''}`, 2, { cause: error });
  }
}

/** Says what to do about a pull that took too long: what was fetched or sent stays. */
function nextStep({ folder, service }: PullArguments): string {
  return folder === null && service === undefined
    ? 'Raise --timeout.'
    : 'Run it again: it goes on from there. Or raise --timeout.';
}

async function pull(options: PullArguments, config: PullConfig, signal: AbortSignal): Promise<PullOutcome> {
  const { folder, platform } = options;
  const place = tenantPlace(platform);
  const words = PLATFORM_WORDS[platform.kind];
  const last = folder === null ? null : await readRecord(folder, place);
  const { remote, close } = await connect(options, config);
  try {
    const { warnings } = folder === null ? await remote.probe(signal) : { warnings: [] };
    const listing = await listTenant(remote, words.artefacts, signal);
    const result =
      folder === null
        ? listed(listing)
        : await fetched(remote, listing, { folder, words, place, last, signal });
    const unlisted = listing.parts.filter(({ problem }) => problem !== null).length;
    const coverage = coverageOf(
      result.packages.map(({ reason }) => reason ?? undefined),
      unlisted,
    );
    return { url: place.url, words, folder, parts: listing.parts, coverage, warnings, ...result };
  } finally {
    close();
  }
}

/** Sends what the tenant holds to the service, and reports what came of it. */
async function push(
  options: PullArguments,
  service: PushedTo,
  config: PullConfig,
  signal: AbortSignal,
): Promise<number> {
  const [{ connect: connectService }, { explainFailure }, { pushTenant }, { pushDocument, pushText }] =
    await Promise.all([
      import('../submit/connection.ts'),
      import('../submit/explain-failure.ts'),
      import('./push/push-tenant.ts'),
      import('./push/push-report.ts'),
    ]);
  const { platform, choice, format, allowIncomplete } = options;
  const note = (text: string) => printError(`flowarden: note: ${text}\n`);
  const { client, server } = await connectService(service, config.service, note, signal);
  const { remote, close } = await connect(options, config);
  try {
    const { urls, isOnPremises: onPremises, tenant = '' } = choice;
    const ended = await pushTenant({
      ...{ remote, client, signal, sourceId: service.sourceId },
      tenant: { platform: platform.kind, urls, onPremises, tenant },
    });
    const text = format === 'json' ? pushDocument(ended) : pushText(ended, PLATFORM_WORDS[platform.kind]);
    await printWhole(print, text);
    return ended.push.pull.outcome === 'complete' || allowIncomplete ? 0 : 2;
  } catch (error) {
    throw explainFailure(error, server, 'sources:send');
  } finally {
    close();
  }
}

async function connect({ platform, secretFile, requestsPerSecond }: PullArguments, config: PullConfig) {
  const credential = await readPullCredential(secretFile, config);
  const { proxyEnv } = config;
  return connectTo(platform, credential, {
    ...(proxyEnv !== null && { proxyEnv }),
    requestsPerSecond,
    onThrottled: (until) =>
      printError(`flowarden: note: The platform throttles: continues at ${until.toISOString()}.\n`),
  });
}

function listed({ artefacts }: TenantListing) {
  const packages = artefacts.map(({ key, name, version, marker, runs, reason }) => ({
    ...{ key, name, version, marker, runs, reason: reason ?? null },
    file: null,
    sha256: null,
  }));
  return { packages, newCount: 0, problems: [], earlierFiles: [] };
}

interface FetchPlace {
  readonly folder: string;
  readonly words: PlatformWords;
  readonly place: Pick<PullRecord, 'url' | 'tenant'>;
  readonly last: PullRecord | null;
  readonly signal: AbortSignal;
}

async function fetched(
  remote: Remote,
  listing: TenantListing,
  { folder, words, place, last, signal }: FetchPlace,
) {
  await mkdir(folder, { recursive: true });
  const program = programVersion();
  const parts = listing.parts.map(({ path, problem }) => ({ path, problem }));
  const unlisted = unlistedPackages(folder, last, listing);
  const save = (packages: readonly RecordedPackage[]): Promise<void> =>
    writeRecord(folder, { ...place, program, parts, packages, unlisted });
  const { artefacts } = listing;
  const { extension } = words;
  const result = await fetchPackages({ remote, folder, extension, artefacts, last, program, save, signal });
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

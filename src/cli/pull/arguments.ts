/** Arguments of `flowarden pull`. */
import { REMOTE_LIMITS } from '../../remotes/limits.ts';
import { REMOTE_PLATFORMS } from '../../remotes/select-artefacts.ts';
import { MINUTE_MS } from '../../units.ts';
import {
  endIfWrong,
  type OptionValues,
  optionText,
  optionTexts,
  parseOptions,
  unknownValue,
} from '../options.ts';
import { type PlatformChoice, type PulledPlatform, readPlatform } from './platform.ts';

const FORMATS = ['text', 'json'] as const;
const TIMEOUT_MINUTES_DEFAULT = 60;
const TIMEOUT_MINUTES_MAX = 24 * 60;

/** Usage of `flowarden pull`. */
export const PULL_USAGE = `flowarden pull uipath --url URL (--list | --to DIR | --server URL) [options]
flowarden pull power-platform --url URL... --tenant TENANT (--list | --to DIR | --server URL) [options]

Lists the packages of an Orchestrator tenant, or the flows and agents of environments of the
Power Platform, and fetches of each what runs. It only reads. Give it an application in the
environment:

  FLOWARDEN_PULL_CLIENT_ID      id of the application
  FLOWARDEN_PULL_CLIENT_SECRET  its secret
  FLOWARDEN_PULL_TOKEN          or a personal access token of UiPath, in place of both

  --url URL            address of the tenant, such as
                       https://cloud.uipath.com/acme/production/orchestrator_, or of an
                       environment, such as https://acme.crm4.dynamics.com; name up to
                       ${REMOTE_LIMITS.environmentsMax} environments with one --url each
  --tenant NAME        id or domain of the Entra tenant, or tenant of a standalone Orchestrator
  --list               list what is there, fetch nothing, and say what the application may do
                       too much
  --to DIR             fetch into this folder; what has not changed since the last pull into it
                       is not fetched again
  --server URL         send it to this service, for a network that nothing may reach into; the
                       credential of the platform stays on this machine
  --source ID          source of the service, of the kind pushed
  --org UUID           its organisation (default: FLOWARDEN_ORG_ID)
  --key-file FILE      file with the API key that may send (default: the key in FLOWARDEN_API_KEY)
  --secret-file FILE   file with the secret or the token, in place of its variable
  --on-premises        the host of --url is your own Orchestrator
  --token-url URL      where a standalone Orchestrator gives tokens, if that is another host
  --allow-incomplete   end with 0 although something could not be listed or fetched
  --rate N             requests in a second, at most ${REMOTE_LIMITS.requestsPerSecondMax} (default: ${REMOTE_LIMITS.requestsPerSecond})
  --timeout MINUTES    longest time of the pull (default: ${TIMEOUT_MINUTES_DEFAULT}); the next one goes on from there
  --format F           ${FORMATS.join(' | ')} (default: text)
  -h, --help           print this

Exit codes:
  0   every part of the tenant was listed, and everything that runs was fetched; with
      --server it was judged too
  2   incomplete, a wrong option, or a platform that cannot be reached or rejects the credential
`;

const OPTIONS = {
  url: { type: 'string', multiple: true },
  list: { type: 'boolean' },
  to: { type: 'string' },
  server: { type: 'string' },
  source: { type: 'string' },
  org: { type: 'string' },
  'key-file': { type: 'string' },
  'secret-file': { type: 'string' },
  'on-premises': { type: 'boolean' },
  tenant: { type: 'string' },
  'token-url': { type: 'string' },
  'allow-incomplete': { type: 'boolean' },
  rate: { type: 'string' },
  timeout: { type: 'string' },
  format: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** Options with their values, for completion. */
export const PULL_OPTIONS: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(Object.keys(OPTIONS).map((name) => [name, []])),
  format: FORMATS,
};

/** Service that gets what a tenant holds. */
export interface PushedTo {
  readonly server: string;
  readonly sourceId: string;
  readonly orgId: string | undefined;
  readonly keyFile: string | undefined;
}

/** Checked arguments. */
export interface PullArguments {
  readonly platform: PulledPlatform;
  /** Folder for what is fetched; null: it is only listed, or sent. */
  readonly folder: string | null;
  /** Service that it is sent to; undefined: none. */
  readonly service: PushedTo | undefined;
  /** Address as the arguments give it. */
  readonly choice: PlatformChoice;
  readonly secretFile: string | undefined;
  readonly allowIncomplete: boolean;
  readonly requestsPerSecond: number;
  readonly timeoutMs: number;
  readonly format: (typeof FORMATS)[number];
}

/** Parses the arguments. @throws StartError that lists every invalid one */
export function readPullArguments(argv: readonly string[]): PullArguments | 'help' {
  const { values, positionals, problems } = parseOptions(argv, OPTIONS);
  if (values.help === true) return 'help';
  const [name, ...rest] = positionals;
  const kind = REMOTE_PLATFORMS.find((known) => known === name);
  const known = REMOTE_PLATFORMS.join(', ');
  if (name === undefined) problems.push(`Name the platform: flowarden pull uipath. Known: ${known}.`);
  else if (kind === undefined)
    problems.push(`The platform ${JSON.stringify(name)} is unknown. Known: ${known}.`);
  if (rest.length > 0) problems.push(`${JSON.stringify(rest[0])} is one argument too many.`);
  const folder = optionText(values.to) ?? null;
  const service = readService(values, problems);
  if ([values.list === true, folder !== null, service !== undefined].filter(Boolean).length !== 1)
    problems.push('Give --list, --to DIR or --server URL, one of them.');
  const format = FORMATS.find((known) => known === (values.format ?? 'text'));
  if (format === undefined) problems.push(unknownValue('format', String(values.format), FORMATS));
  const urls = optionTexts(values.url);
  if (urls.length === 0) problems.push('Give the address of the tenant: --url URL.');
  const choice = {
    urls,
    isOnPremises: values['on-premises'] === true,
    tokenUrl: optionText(values['token-url']),
    tenant: optionText(values.tenant),
  };
  const checked = {
    platform: kind === undefined || urls.length === 0 ? null : readPlatform(kind, choice, problems),
    folder,
    service,
    choice,
    secretFile: optionText(values['secret-file']),
    allowIncomplete: values['allow-incomplete'] === true,
    requestsPerSecond: readNumber(values.rate, REMOTE_LIMITS.requestsPerSecond, {
      option: 'rate',
      max: REMOTE_LIMITS.requestsPerSecondMax,
      problems,
    }),
    timeoutMs:
      MINUTE_MS *
      readNumber(values.timeout, TIMEOUT_MINUTES_DEFAULT, {
        option: 'timeout',
        max: TIMEOUT_MINUTES_MAX,
        problems,
      }),
    format: format!,
  };
  endIfWrong(problems, 'pull');
  return { ...checked, platform: checked.platform! };
}

function readService(values: OptionValues<typeof OPTIONS>, problems: string[]): PushedTo | undefined {
  const server = optionText(values.server);
  const sourceId = optionText(values.source);
  const [orgId, keyFile] = [optionText(values.org), optionText(values['key-file'])];
  if (server === undefined) {
    if ((sourceId ?? orgId ?? keyFile) !== undefined)
      problems.push('--source, --org and --key-file go with --server URL.');
    return undefined;
  }
  if (sourceId === undefined)
    problems.push('Give the source that gets it: --source ID. The service lists them under Sources.');
  return { server, sourceId: sourceId ?? '', orgId, keyFile };
}

function readNumber(
  value: unknown,
  standard: number,
  { option, max, problems }: { option: string; max: number; problems: string[] },
): number {
  const text = optionText(value);
  const number = text === undefined ? standard : Number(text);
  if (number > 0 && number <= max) return number;
  problems.push(`--${option} ${JSON.stringify(text)} must be a number, more than 0 and at most ${max}.`);
  return standard;
}

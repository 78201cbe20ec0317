/** Warnings about valid but suspicious settings, printed before a command starts. */
import { nearestName } from '../../text/nearest-name.ts';
import { fileVariable } from './read-settings.ts';
import { SETTINGS, type SettingName } from './setting-table.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Set by the supervisor for its processes, as it has already printed the warnings. */
export const SUPERVISED_VARIABLE = 'FLOWARDEN_SUPERVISED';

/** Variables of clients of the service, as the documentation names them. */
const CLIENT_VARIABLES = [
  'FLOWARDEN_URL',
  'FLOWARDEN_API_KEY',
  'FLOWARDEN_ORG_ID',
  'FLOWARDEN_ID_TOKEN',
  'FLOWARDEN_PULL_CLIENT_ID',
  'FLOWARDEN_PULL_CLIENT_SECRET',
  'FLOWARDEN_PULL_TOKEN',
];

/** Variables of the repository's own tests and benchmarks. */
const TEST_VARIABLE = /^FLOWARDEN_(?:BENCH|CHAOS|FUZZ|TEST)_/;

/** Variables that Kubernetes and Docker set in each container for a service whose name begins with `flowarden`. */
const SERVICE_VARIABLE =
  /_SERVICE_(?:HOST|PORT(?:_\w+)?)$|_PORT_\d+_(?:TCP|UDP|SCTP)(?:_(?:ADDR|PORT|PROTO))?$/;
const SERVICE_ADDRESS = /^(?:tcp|udp|sctp):\/\//;

/** Topics of warnings: unknown variables, or also the exposure of the service. */
export type WarningTopics = 'settings' | 'settings and exposure';

/** Returns the warnings of these topics; none in a process of the supervisor, which has printed them already. */
export function environmentWarnings(topics: WarningTopics, environment: Environment): readonly string[] {
  if (environment[SUPERVISED_VARIABLE]) return [];
  const exposure = topics === 'settings' ? [] : exposureWarnings(environment);
  return [...unknownSettings(environment), ...exposure];
}

/** Returns one sentence for each unknown variable that looks like a setting. */
export function unknownSettings(environment: Environment): readonly string[] {
  const names = Object.keys(SETTINGS) as SettingName[];
  const known = new Set<string>([
    ...names,
    ...names.filter((name) => 'isSecret' in SETTINGS[name]).map(fileVariable),
    ...CLIENT_VARIABLES,
    SUPERVISED_VARIABLE,
  ]);
  return Object.entries(environment)
    .filter(([name, value]) => name.startsWith('FLOWARDEN_') && value && !known.has(name))
    .filter(([name, value]) => !TEST_VARIABLE.test(name) && !isOfService(name, value!))
    .map(([name]) => {
      const nearest = nearestName(name, [...known]);
      const hint =
        nearest === undefined ? 'docs/settings.md lists all settings.' : `did you mean ${nearest}?`;
      return `${name} is not a setting and has no effect; ${hint}`;
    });
}

/** Returns one sentence for each problem of serving other machines. */
export function exposureWarnings(environment: Environment): readonly string[] {
  const { FLOWARDEN_HOST: host, FLOWARDEN_GRPC_HOST: grpcHost, FLOWARDEN_BASE_URL: baseUrl } = environment;
  const warnings: string[] = [];
  if (grpcHost && !isLoopback(grpcHost) && !environment.FLOWARDEN_TLS_CERT && !isEncrypted(baseUrl)) {
    warnings.push(
      `FLOWARDEN_GRPC_HOST is ${grpcHost} and nothing encrypts: keys and files of gRPC calls cross the network in clear text. Set FLOWARDEN_TLS_CERT and FLOWARDEN_TLS_KEY.`,
    );
  }
  if (!host || isLoopback(host)) return warnings;
  if (!environment.FLOWARDEN_TLS_CERT && !environment.FLOWARDEN_TRUSTED_PROXIES && !isEncrypted(baseUrl)) {
    warnings.push(
      `FLOWARDEN_HOST is ${host} and nothing encrypts: API keys cross the network in clear text. Set FLOWARDEN_TLS_CERT and FLOWARDEN_TLS_KEY, or, where a proxy encrypts, FLOWARDEN_BASE_URL to its https address.`,
    );
  }
  if (!baseUrl) {
    warnings.push(
      `FLOWARDEN_HOST is ${host} and FLOWARDEN_BASE_URL is not set: links in answers, webhooks and chats lead to an address that others may not reach. Set it to the address that people use.`,
    );
  }
  return warnings;
}

function isOfService(name: string, value: string): boolean {
  return SERVICE_VARIABLE.test(name) || SERVICE_ADDRESS.test(value);
}

/** Returns whether clients reach the service over TLS, or only on this machine. */
function isEncrypted(baseUrl: string | undefined): boolean {
  const url = URL.parse(baseUrl ?? '');
  return url !== null && (url.protocol === 'https:' || isLoopback(url.hostname));
}

/** Returns whether the host is this machine. */
export function isLoopback(host: string): boolean {
  return /^(?:localhost|127(?:\.\d+){3}|\[?::1\]?)$/.test(host);
}

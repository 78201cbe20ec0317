/**
 * Settings, read once from the environment and validated as a whole, as a frozen `Config`. No other file of `src`
 * reads it.
 */

import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import type { PlatformNaming } from '../../analysis/model/platform.ts';
import { LIMITS } from '../../limits.ts';
import type { LogLevel } from '../logging/log-level.ts';
import { StartError } from '../process/start-error.ts';
import { type CaptchaConfig, captchaConfig } from './captcha-setting.ts';
import { type S3Config, s3Config } from './s3-setting.ts';
import { readSettings, SETTINGS, type SettingName } from './setting-table.ts';
import type { SettingReader } from './setting-values.ts';
import { environmentWarnings, SUPERVISED_VARIABLE, type WarningTopics } from './setting-warnings.ts';
import { type TelemetryConfig, telemetryConfig } from './telemetry-setting.ts';
import { type TlsConfig, tlsConfig } from './tls-setting.ts';
import { type TokenConfig, tokenConfig } from './token-setting.ts';

export interface Config {
  /** Address of the REST and gRPC listeners. */
  readonly host: string;
  /** Port of REST and its pages; 0 = any free port. */
  readonly httpPort: number;
  /** Port of gRPC; 0 = any free port. */
  readonly grpcPort: number;
  /** `host:port` of the core for other processes; null = on this machine. */
  readonly coreAddress: string | null;
  /** Port of the core's own metrics, without authentication; null = none. */
  readonly coreMetricsPort: number | null;
  /** Port of the metrics of the jobs process, without authentication; null = none. */
  readonly jobsMetricsPort: number | null;
  /** Port of the metrics of the deliveries, without authentication; null = none. */
  readonly deliveriesMetricsPort: number | null;
  /** Absolute path of the folder for the embedded database and the files of the first start. */
  readonly dataDir: string;
  /** URL of Postgres; null = the embedded one. */
  readonly databaseUrl: string | null;
  /** True if that URL leads to a pooler that gives each transaction another connection. */
  readonly hasDatabasePooler: boolean;
  /** Connections to the database of one pool. */
  readonly databaseConnections: number;
  /** Prefix of links, without a trailing slash. */
  readonly baseUrl: string;
  /** Platform names in answers, webhooks and chat messages. */
  readonly platformNames: PlatformNaming;
  readonly logLevel: LogLevel;
  /** Telemetry settings; null = tracing is off. */
  readonly telemetry: TelemetryConfig | null;
  /** Threads that analyse files. */
  readonly workerThreads: number;
  /** Factor of every rate and concurrency limit; 0 = no limits. */
  readonly limitFactor: number;
  /** Secret that API keys are hashed with; null = the one that `serve` stores in the data folder. */
  readonly keyPepper: string | null;
  /** Keys that stored secrets are sealed with; null = the one that `serve` stores in the data folder. */
  readonly secretsKey: string | null;
  /** Keys that webhook secrets are sealed with; null = derived from `secretsKey`. */
  readonly webhookKey: string | null;
  /** True if webhooks may also have `http://` addresses. */
  readonly webhookAllowsHttp: boolean;
  /** Private networks that webhooks may reach. */
  readonly webhookNetworks: readonly string[];
  /** Networks of the proxies before the gateway whose client addresses are trusted. */
  readonly trustedProxies: readonly string[];
  /** Secret that identifies gateways to the core; null = none is trusted. */
  readonly gatewayToken: string | null;
  readonly tls: TlsConfig;
  /** Settings of bearer tokens; null = only API keys are accepted. */
  readonly tokens: TokenConfig | null;
  /** Bucket for files that outlive their request; null = the database. */
  readonly s3: S3Config | null;
  /** True if visitors without an account may scan files. */
  readonly hasFreeScanner: boolean;
  /** Captcha before leads; null = none. */
  readonly captcha: CaptchaConfig | null;
  /** True if npm has started this process, through a shell that forwards no signals. */
  readonly isNpmScript: boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Loads the settings of one reader; those of other readers count as unset. */
export function configFor(reader: SettingReader): Config {
  return loadConfig(process.env, reader);
}

/** Reads the settings of `flowarden validate`. The address is null if none is set. */
export function offlineConfig(environment: Environment = process.env): {
  readonly platformNames: Config['platformNames'];
  readonly baseUrl: string | null;
} {
  const { platformNames, baseUrl } = loadConfig(environment, 'validate');
  return { platformNames, baseUrl: environment.FLOWARDEN_BASE_URL ? baseUrl : null };
}

/**
 * Loads all settings, or those of one reader. An unset or empty variable takes its default; all invalid ones are
 * reported at once.
 */
export function loadConfig(environment: Environment = process.env, reader?: SettingReader): Config {
  const values = readSettings(environment, reader);
  const host = values.FLOWARDEN_HOST ?? '127.0.0.1';
  const httpPort = values.FLOWARDEN_HTTP_PORT ?? 8080;
  const tls = tlsConfig(values);
  return Object.freeze({
    host,
    httpPort,
    grpcPort: values.FLOWARDEN_GRPC_PORT ?? 50_051,
    coreAddress: values.FLOWARDEN_CORE_ADDRESS ?? null,
    coreMetricsPort: values.FLOWARDEN_CORE_METRICS_PORT ?? null,
    jobsMetricsPort: values.FLOWARDEN_JOBS_METRICS_PORT ?? null,
    deliveriesMetricsPort: values.FLOWARDEN_DELIVERIES_METRICS_PORT ?? null,
    dataDir: resolve(values.FLOWARDEN_DATA_DIR ?? '.flowarden'),
    databaseUrl: values.DATABASE_URL ?? null,
    hasDatabasePooler: values.FLOWARDEN_DATABASE_POOLER ?? false,
    databaseConnections: values.FLOWARDEN_DATABASE_CONNECTIONS ?? LIMITS.databaseConnectionsMax,
    baseUrl: values.FLOWARDEN_BASE_URL?.replace(/(?<!\/)\/+$/, '') ?? defaultBaseUrl(host, httpPort, tls),
    platformNames: values.FLOWARDEN_PLATFORM_NAMES ?? 'neutral',
    logLevel: values.FLOWARDEN_LOG_LEVEL ?? 'info',
    telemetry: telemetryConfig(values),
    workerThreads: values.FLOWARDEN_WORKER_THREADS ?? availableParallelism(),
    limitFactor: values.FLOWARDEN_LIMIT_FACTOR ?? 1,
    keyPepper: values.FLOWARDEN_KEY_PEPPER ?? null,
    tls,
    tokens: tokenConfig(values),
    secretsKey: values.FLOWARDEN_SECRETS_KEY ?? null,
    webhookKey: values.FLOWARDEN_WEBHOOK_KEY ?? null,
    webhookAllowsHttp: values.FLOWARDEN_WEBHOOK_ALLOW_HTTP ?? false,
    webhookNetworks: values.FLOWARDEN_WEBHOOK_NETWORKS ?? [],
    trustedProxies: values.FLOWARDEN_TRUSTED_PROXIES ?? [],
    gatewayToken: values.FLOWARDEN_GATEWAY_TOKEN ?? null,
    s3: s3Config(values),
    hasFreeScanner: values.FLOWARDEN_FREE_SCANNER ?? true,
    captcha: captchaConfig(values),
    isNpmScript: Boolean(environment.npm_lifecycle_event),
  });
}

/** Replaces the ports; a base URL that was derived from the port follows it. */
export function withPorts(config: Config, httpPort: number, grpcPort: number): Config {
  const { host, tls } = config;
  const derived = config.baseUrl === defaultBaseUrl(host, config.httpPort, tls);
  const baseUrl = derived ? defaultBaseUrl(host, httpPort, tls) : config.baseUrl;
  return Object.freeze({ ...config, httpPort, grpcPort, baseUrl });
}

/** Builds the environment of a child process: ours, with the decisions of `serve` as `config` has them. */
export function childEnvironment(
  config: Config,
  environment: Environment = process.env,
): Record<string, string | undefined> {
  return {
    ...environment,
    npm_lifecycle_event: config.isNpmScript ? 'start' : '',
    [SUPERVISED_VARIABLE]: 'true',
    FLOWARDEN_HTTP_PORT: String(config.httpPort),
    FLOWARDEN_GRPC_PORT: String(config.grpcPort),
    FLOWARDEN_DATA_DIR: config.dataDir,
    FLOWARDEN_BASE_URL: config.baseUrl,
    DATABASE_URL: config.databaseUrl ?? '',
    FLOWARDEN_KEY_PEPPER: config.keyPepper ?? '',
    FLOWARDEN_SECRETS_KEY: config.secretsKey ?? '',
    FLOWARDEN_WEBHOOK_KEY: config.webhookKey ?? '',
    FLOWARDEN_GATEWAY_TOKEN: config.gatewayToken ?? '',
  };
}

/** Builds the environment of a child process that must not know our settings: what any Node needs to start. */
export function bareEnvironment(environment: Environment = process.env): Record<string, string | undefined> {
  const { NODE_COMPILE_CACHE, PATH } = environment;
  return { NODE_COMPILE_CACHE, PATH };
}

/** Returns the warnings about the environment of a command with these topics, a sentence each. */
export function warningsOf(topics: WarningTopics): readonly string[] {
  return environmentWarnings(topics, process.env);
}

/** Returns a setting that this command requires, though others do not. @throws StartError when it is not set */
export function requireSetting(config: Config, name: keyof typeof REQUIRED): string {
  const value = config[name];
  if (value !== null) return value;
  const variable = REQUIRED[name];
  throw new StartError(
    `${variable} is not set. It must be ${SETTINGS[variable].allowed}; \`flowarden serve\` provides it by itself.`,
    2,
  );
}

/** Settings without a default that some commands require. */
const REQUIRED = {
  databaseUrl: 'DATABASE_URL',
  keyPepper: 'FLOWARDEN_KEY_PEPPER',
  secretsKey: 'FLOWARDEN_SECRETS_KEY',
  webhookKey: 'FLOWARDEN_WEBHOOK_KEY',
} as const satisfies Partial<Record<keyof Config, SettingName>>;

/**
 * Returns the address by which a program on this machine reaches a listener on `host`; a wildcard becomes the
 * loopback address.
 */
export function addressOf(host: string, port: number): string {
  const reachable = { '0.0.0.0': '127.0.0.1', '::': '::1' }[host] ?? host;
  return reachable.includes(':') ? `[${reachable}]:${port}` : `${reachable}:${port}`;
}

function defaultBaseUrl(host: string, httpPort: number, { server }: TlsConfig): string {
  return `${server ? 'https' : 'http'}://${addressOf(host, httpPort)}`;
}

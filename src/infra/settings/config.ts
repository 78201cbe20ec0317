/** The environment, read once and checked as a whole, as a frozen `Config`. Nothing else in `src` reads it. */

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
  /** Address that REST and gRPC listen on. */
  readonly host: string;
  /** Port of REST and its pages; 0 = any free one. */
  readonly httpPort: number;
  /** Port of gRPC; 0 = any free one. */
  readonly grpcPort: number;
  /** `host:port` where other processes find the core; null = on this machine. */
  readonly coreAddress: string | null;
  /** Port of the core's own metrics, without authentication; null = none. */
  readonly coreMetricsPort: number | null;
  /** Port of the metrics of the jobs process, without authentication; null = none. */
  readonly jobsMetricsPort: number | null;
  /** Port of the metrics of the deliveries, without authentication; null = none. */
  readonly deliveriesMetricsPort: number | null;
  /** Absolute path of the folder for the embedded database and the files of the first start. */
  readonly dataDir: string;
  /** Postgres to use; null = the embedded one. */
  readonly databaseUrl: string | null;
  /** Whether that address leads to a pooler that gives each transaction another connection. */
  readonly hasDatabasePooler: boolean;
  /** Connections to the database of one pool. */
  readonly databaseConnections: number;
  /** What links start with, without a slash at the end. */
  readonly baseUrl: string;
  /** Which names platforms have in answers, webhooks and chat messages. */
  readonly platformNames: PlatformNaming;
  readonly logLevel: LogLevel;
  /** How traces are collected; null = they are not. */
  readonly telemetry: TelemetryConfig | null;
  /** Threads that analyse files. */
  readonly workerThreads: number;
  /** Every rate and concurrency limit is multiplied by it; 0 = none. */
  readonly limitFactor: number;
  /** Secret that API keys are hashed with; null = the one that `serve` keeps in the data folder. */
  readonly keyPepper: string | null;
  /** Keys that stored secrets are sealed with; null = the one that `serve` keeps in the data folder. */
  readonly secretsKey: string | null;
  /** Keys that webhook secrets are sealed with; null = those that are derived of `secretsKey`. */
  readonly webhookKey: string | null;
  /** Whether webhooks may lead to `http://` addresses too. */
  readonly webhookAllowsHttp: boolean;
  /** Networks that webhooks may lead to although they are not public. */
  readonly webhookNetworks: readonly string[];
  /** Networks of the proxies before the gateway whose word on a client's address is believed. */
  readonly trustedProxies: readonly string[];
  /** Secret that the core knows its gateways by; null = it believes none. */
  readonly gatewayToken: string | null;
  readonly tls: TlsConfig;
  /** The tokens that are accepted beside API keys; null = none. */
  readonly tokens: TokenConfig | null;
  /** The bucket for files that outlive their request; null = the database. */
  readonly s3: S3Config | null;
  /** Whether anybody may scan files without an account. */
  readonly hasFreeScanner: boolean;
  /** The human verification before leads; null = there is none. */
  readonly captcha: CaptchaConfig | null;
  /** Whether npm has started this process, through a shell that passes no signal on. */
  readonly isNpmScript: boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The settings of this process as one of their readers sees them: what others alone read is as if nobody had set it. */
export function configFor(reader: SettingReader): Config {
  return loadConfig(process.env, reader);
}

/** Reads what `flowarden validate` is told by settings. The address is null where none is set. */
export function offlineConfig(environment: Environment = process.env): {
  readonly platformNames: Config['platformNames'];
  readonly baseUrl: string | null;
} {
  const { platformNames, baseUrl } = loadConfig(environment, 'validate');
  return { platformNames, baseUrl: environment.FLOWARDEN_BASE_URL ? baseUrl : null };
}

/**
 * Reads all settings, or those of one reader. An unset or empty variable takes its default; all bad ones are reported at
 * once.
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

/** The same settings on other ports; a base address that was derived from the port follows it. */
export function withPorts(config: Config, httpPort: number, grpcPort: number): Config {
  const { host, tls } = config;
  const derived = config.baseUrl === defaultBaseUrl(host, config.httpPort, tls);
  const baseUrl = derived ? defaultBaseUrl(host, httpPort, tls) : config.baseUrl;
  return Object.freeze({ ...config, httpPort, grpcPort, baseUrl });
}

/** The environment of a child process: ours, with what `serve` decides as it stands in `config`. */
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

/** The environment of a child process that shall know none of our settings: what any Node needs to start well. */
export function bareEnvironment(environment: Environment = process.env): Record<string, string | undefined> {
  const { NODE_COMPILE_CACHE, PATH } = environment;
  return { NODE_COMPILE_CACHE, PATH };
}

/** Returns what a command with these topics should warn of in its environment, a sentence each. */
export function warningsOf(topics: WarningTopics): readonly string[] {
  return environmentWarnings(topics, process.env);
}

/** A setting that this command cannot do without, though others can. */
export function requireSetting(config: Config, name: keyof typeof REQUIRED): string {
  const value = config[name];
  if (value !== null) return value;
  const variable = REQUIRED[name];
  throw new StartError(
    `${variable} is not set. It must be ${SETTINGS[variable].allowed}; \`flowarden serve\` provides it by itself.`,
    2,
  );
}

/** Settings without a default, which some commands need. */
const REQUIRED = {
  databaseUrl: 'DATABASE_URL',
  keyPepper: 'FLOWARDEN_KEY_PEPPER',
  secretsKey: 'FLOWARDEN_SECRETS_KEY',
  webhookKey: 'FLOWARDEN_WEBHOOK_KEY',
} as const satisfies Partial<Record<keyof Config, SettingName>>;

/** Where a program on this machine reaches what listens on `host`: "everywhere" is also here. */
export function addressOf(host: string, port: number): string {
  const reachable = { '0.0.0.0': '127.0.0.1', '::': '::1' }[host] ?? host;
  return reachable.includes(':') ? `[${reachable}]:${port}` : `${reachable}:${port}`;
}

function defaultBaseUrl(host: string, httpPort: number, { server }: TlsConfig): string {
  return `${server ? 'https' : 'http'}://${addressOf(host, httpPort)}`;
}

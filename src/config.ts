/** The environment, read once and checked as a whole, as a frozen `Config`. Nothing else in `src` reads it. */

import { isIP } from 'node:net';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { readNetworks } from './network/networks.ts';
import { type S3Config, s3Config } from './s3-setting.ts';
import {
  isSecret,
  jwksAddress,
  name,
  port,
  type Setting,
  webAddress,
  wholeNumber,
} from './setting-values.ts';
import { StartError } from './start-error.ts';
import { type TokenConfig, tokenConfig } from './token-setting.ts';

export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export interface Config {
  /** Address that REST and gRPC listen on. */
  readonly host: string;
  /** Port of REST and the web app; 0 = any free one. */
  readonly httpPort: number;
  /** Port of gRPC; 0 = any free one. */
  readonly grpcPort: number;
  /** `host:port` where other processes find the core; null = on this machine. */
  readonly coreAddress: string | null;
  /** Port of the core's own metrics, without authentication; null = none. */
  readonly coreMetricsPort: number | null;
  /** Port of the metrics of the jobs process, without authentication; null = none. */
  readonly jobsMetricsPort: number | null;
  /** Absolute path of the folder for the embedded database and the files of the first start. */
  readonly dataDir: string;
  /** Postgres to use; null = the embedded one. */
  readonly databaseUrl: string | null;
  /** What links start with, without a slash at the end. */
  readonly baseUrl: string;
  readonly logLevel: LogLevel;
  /** Threads that analyse files. */
  readonly workerThreads: number;
  /** Every rate and concurrency limit is multiplied by it; 0 = none. */
  readonly limitFactor: number;
  /** Secret that API keys are hashed with; null = the one that `serve` keeps in the data folder. */
  readonly keyPepper: string | null;
  /** Keys that stored secrets are sealed with; null = the one that `serve` keeps in the data folder. */
  readonly secretsKey: string | null;
  /** Whether webhooks may lead to `http://` addresses too. */
  readonly webhookAllowsHttp: boolean;
  /** Networks that webhooks may lead to although they are not public. */
  readonly webhookNetworks: readonly string[];
  /** Networks of the proxies before the gateway whose word on a client's address is believed. */
  readonly trustedProxies: readonly string[];
  /** Secret that the core knows its gateways by; null = it believes none. */
  readonly gatewayToken: string | null;
  /** The tokens that are accepted beside API keys; null = none. */
  readonly tokens: TokenConfig | null;
  /** The bucket for files that outlive their request; null = the database. */
  readonly s3: S3Config | null;
  /** Whether npm has started this process, through a shell that passes no signal on. */
  readonly isNpmScript: boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Every setting of the core, the jobs and the supervisor. No schema library: every start would wait for it. */
const SETTINGS = {
  FLOWARDEN_HOST: {
    read: (text) => (isIP(text) > 0 || text === 'localhost' ? text : null),
    allowed: 'an IP address, as 127.0.0.1 or 0.0.0.0',
  },
  FLOWARDEN_HTTP_PORT: port,
  FLOWARDEN_GRPC_PORT: port,
  FLOWARDEN_CORE_ADDRESS: {
    read: (text) => (/^[^\s/]+:\d{1,5}$/.test(text) ? text : null),
    allowed: 'an address as host:50051',
  },
  FLOWARDEN_CORE_METRICS_PORT: port,
  FLOWARDEN_JOBS_METRICS_PORT: port,
  FLOWARDEN_DATA_DIR: {
    read: (text) => (text.includes('\0') ? null : text),
    allowed: 'the path of a folder',
  },
  DATABASE_URL: {
    read: (text) => webAddress(text, ['postgres:', 'postgresql:']),
    allowed: 'an address as postgres://user:password@host:5432/database',
    show: (value) => value.replace(/:\/\/[^@]*@/, '://***@').replace(/password=[^&]*/i, 'password=***'),
  },
  FLOWARDEN_BASE_URL: {
    read: (text) => webAddress(text, ['http:', 'https:']),
    allowed: 'an http or https address',
  },
  FLOWARDEN_LOG_LEVEL: {
    read: (text) => LOG_LEVELS.find((level) => level === text) ?? null,
    allowed: `one of ${LOG_LEVELS.join(', ')}`,
  },
  FLOWARDEN_WORKER_THREADS: {
    read: (text) => wholeNumber(text, 1, 256),
    allowed: 'a whole number from 1 to 256',
  },
  FLOWARDEN_LIMIT_FACTOR: {
    read: (text) => (/^\d{1,5}(\.\d{1,3})?$/.test(text) ? Number(text) : null),
    allowed: 'a number from 0 (no limits) to 99999',
  },
  FLOWARDEN_KEY_PEPPER: {
    read: (text) => (text.length >= 32 && text.length <= 512 ? text : null),
    allowed: 'a secret of 32 to 512 characters',
    show: (value) => `a value of ${value.length} characters`,
  },
  FLOWARDEN_JWT_ISSUER: name,
  FLOWARDEN_JWT_AUDIENCE: name,
  FLOWARDEN_JWT_JWKS_URL: {
    read: jwksAddress,
    allowed: 'an https address (http only for this machine)',
  },
  FLOWARDEN_JWT_ORG_CLAIM: name,
  FLOWARDEN_JWT_ROLE_CLAIM: name,
  FLOWARDEN_SECRETS_KEY: {
    read: (text) => (text.split(',').every(isSecret) ? text : null),
    allowed: 'a secret of 32 to 512 characters, or several separated by commas, the one to seal with first',
    show: (value) => `a value of ${value.length} characters`,
  },
  FLOWARDEN_WEBHOOK_ALLOW_HTTP: {
    read: (text) => ({ true: true, false: false })[text] ?? null,
    allowed: 'true or false',
  },
  FLOWARDEN_WEBHOOK_NETWORKS: {
    read: readNetworks,
    allowed: 'networks separated by commas, as 10.20.0.0/16,fd00:1::/32',
  },
  FLOWARDEN_TRUSTED_PROXIES: {
    read: readNetworks,
    allowed: 'networks separated by commas, as 10.20.0.0/16,fd00:1::/32',
  },
  FLOWARDEN_GATEWAY_TOKEN: {
    read: (text) => (isSecret(text) ? text.trim() : null),
    allowed: 'a secret of 32 to 512 characters',
    show: (value) => `a value of ${value.length} characters`,
  },
  FLOWARDEN_S3_BUCKET: name,
  FLOWARDEN_S3_REGION: name,
  FLOWARDEN_S3_ENDPOINT: {
    read: (text) => webAddress(text, ['http:', 'https:']),
    allowed: 'an http or https address',
  },
  FLOWARDEN_S3_ACCESS_KEY_ID: name,
  FLOWARDEN_S3_SECRET_ACCESS_KEY: { ...name, show: (value) => `a value of ${value.length} characters` },
} as const satisfies Record<string, Setting<unknown>>;

type SettingName = keyof typeof SETTINGS;
type Values = {
  readonly [Name in SettingName]?: NonNullable<ReturnType<(typeof SETTINGS)[Name]['read']>>;
};

/** Reads the settings. An unset or empty variable takes its default; all bad ones are reported at once. */
export function loadConfig(environment: Environment = process.env): Config {
  const values = readSettings(environment);
  const host = values.FLOWARDEN_HOST ?? '127.0.0.1';
  const httpPort = values.FLOWARDEN_HTTP_PORT ?? 8080;
  return Object.freeze({
    host,
    httpPort,
    grpcPort: values.FLOWARDEN_GRPC_PORT ?? 50_051,
    coreAddress: values.FLOWARDEN_CORE_ADDRESS ?? null,
    coreMetricsPort: values.FLOWARDEN_CORE_METRICS_PORT ?? null,
    jobsMetricsPort: values.FLOWARDEN_JOBS_METRICS_PORT ?? null,
    dataDir: resolve(values.FLOWARDEN_DATA_DIR ?? '.flowarden'),
    databaseUrl: values.DATABASE_URL ?? null,
    baseUrl: values.FLOWARDEN_BASE_URL?.replace(/\/+$/, '') ?? defaultBaseUrl(host, httpPort),
    logLevel: values.FLOWARDEN_LOG_LEVEL ?? 'info',
    workerThreads: values.FLOWARDEN_WORKER_THREADS ?? availableParallelism(),
    limitFactor: values.FLOWARDEN_LIMIT_FACTOR ?? 1,
    keyPepper: values.FLOWARDEN_KEY_PEPPER ?? null,
    tokens: tokenConfig(values),
    secretsKey: values.FLOWARDEN_SECRETS_KEY ?? null,
    webhookAllowsHttp: values.FLOWARDEN_WEBHOOK_ALLOW_HTTP ?? false,
    webhookNetworks: values.FLOWARDEN_WEBHOOK_NETWORKS ?? [],
    trustedProxies: values.FLOWARDEN_TRUSTED_PROXIES ?? [],
    gatewayToken: values.FLOWARDEN_GATEWAY_TOKEN ?? null,
    s3: s3Config(values),
    isNpmScript: Boolean(environment.npm_lifecycle_event),
  });
}

/** The same settings on other ports; a base address that was derived from the port follows it. */
export function withPorts(config: Config, httpPort: number, grpcPort: number): Config {
  const derived = config.baseUrl === defaultBaseUrl(config.host, config.httpPort);
  const baseUrl = derived ? defaultBaseUrl(config.host, httpPort) : config.baseUrl;
  return Object.freeze({ ...config, httpPort, grpcPort, baseUrl });
}

/** The environment of a child process: ours, with every setting as it stands in `config`. */
export function childEnvironment(config: Config): Record<string, string | undefined> {
  return {
    ...process.env,
    npm_lifecycle_event: config.isNpmScript ? 'start' : '',
    FLOWARDEN_HOST: config.host,
    FLOWARDEN_HTTP_PORT: String(config.httpPort),
    FLOWARDEN_GRPC_PORT: String(config.grpcPort),
    FLOWARDEN_CORE_ADDRESS: config.coreAddress ?? '',
    FLOWARDEN_CORE_METRICS_PORT: portText(config.coreMetricsPort),
    FLOWARDEN_JOBS_METRICS_PORT: portText(config.jobsMetricsPort),
    FLOWARDEN_DATA_DIR: config.dataDir,
    DATABASE_URL: config.databaseUrl ?? '',
    FLOWARDEN_BASE_URL: config.baseUrl,
    FLOWARDEN_LOG_LEVEL: config.logLevel,
    FLOWARDEN_WORKER_THREADS: String(config.workerThreads),
    FLOWARDEN_LIMIT_FACTOR: String(config.limitFactor),
    FLOWARDEN_KEY_PEPPER: config.keyPepper ?? '',
    FLOWARDEN_JWT_ISSUER: config.tokens?.issuer ?? '',
    FLOWARDEN_JWT_AUDIENCE: config.tokens?.audience ?? '',
    FLOWARDEN_JWT_JWKS_URL: config.tokens?.jwksUrl ?? '',
    FLOWARDEN_JWT_ORG_CLAIM: config.tokens?.orgClaim ?? '',
    FLOWARDEN_JWT_ROLE_CLAIM: config.tokens?.roleClaim ?? '',
    FLOWARDEN_SECRETS_KEY: config.secretsKey ?? '',
    FLOWARDEN_WEBHOOK_ALLOW_HTTP: String(config.webhookAllowsHttp),
    FLOWARDEN_WEBHOOK_NETWORKS: config.webhookNetworks.join(','),
    FLOWARDEN_TRUSTED_PROXIES: config.trustedProxies.join(','),
    FLOWARDEN_GATEWAY_TOKEN: config.gatewayToken ?? '',
    FLOWARDEN_S3_BUCKET: config.s3?.bucket ?? '',
    FLOWARDEN_S3_REGION: config.s3?.region ?? '',
    FLOWARDEN_S3_ENDPOINT: config.s3?.endpoint ?? '',
    FLOWARDEN_S3_ACCESS_KEY_ID: config.s3?.credentials?.accessKeyId ?? '',
    FLOWARDEN_S3_SECRET_ACCESS_KEY: config.s3?.credentials?.secretAccessKey ?? '',
  };
}

function portText(port: number | null): string {
  return port === null ? '' : String(port);
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
} as const satisfies Partial<Record<keyof Config, SettingName>>;

/** Where a program on this machine reaches what listens on `host`: "everywhere" is also here. */
export function addressOf(host: string, port: number): string {
  const reachable = { '0.0.0.0': '127.0.0.1', '::': '::1' }[host] ?? host;
  return reachable.includes(':') ? `[${reachable}]:${port}` : `${reachable}:${port}`;
}

function defaultBaseUrl(host: string, httpPort: number): string {
  return `http://${addressOf(host, httpPort)}`;
}

function readSettings(environment: Environment): Values {
  const values: Partial<Record<SettingName, unknown>> = {};
  const problems: string[] = [];
  for (const name of Object.keys(SETTINGS) as SettingName[]) {
    const text = environment[name];
    if (text === undefined || text === '') continue;
    const setting: Setting<unknown> = SETTINGS[name];
    const value = setting.read(text);
    if (value !== null) values[name] = value;
    else
      problems.push(
        `  ${name} is ${setting.show?.(text) ?? JSON.stringify(text)}; it must be ${setting.allowed}.`,
      );
  }
  if (problems.length === 0) return values as Values;
  const count = problems.length === 1 ? 'A setting is' : `${problems.length} settings are`;
  throw new StartError(`${count} not valid:\n${problems.join('\n')}`, 2);
}

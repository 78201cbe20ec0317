/**
 * Settings, read once from the environment and validated as a whole, as a frozen `Config`. No other file of `src`
 * reads it.
 */

import { resolve } from 'node:path';
import { StartError } from '../process/start-error.ts';
import { type CaptchaConfig, type CaptchaWidget, captchaConfig, captchaWidget } from './captcha-setting.ts';
import { type MailConfig, mailConfig } from './mail-setting.ts';
import { type SignInConfig, signInConfig } from './people-setting.ts';
import { passedVariables, readSettings } from './read-settings.ts';
import { type S3Config, s3Config } from './s3-setting.ts';
import { type KeyedValues, SETTINGS, type SettingName } from './setting-table.ts';
import type { SettingReader } from './setting-values.ts';
import { environmentWarnings, SUPERVISED_VARIABLE, type WarningTopics } from './setting-warnings.ts';
import { type TelemetryConfig, telemetryConfig } from './telemetry-setting.ts';
import { type TlsConfig, tlsConfig } from './tls-setting.ts';
import { type TokenConfig, tokenConfig } from './token-setting.ts';

/** Settings of a process: the values of the table by their keys, and the groups. */
export interface Config extends Omit<KeyedValues, 'baseUrl'> {
  /** Prefix of links, without a trailing slash. */
  readonly baseUrl: string;
  /** Telemetry settings; null = tracing is off. */
  readonly telemetry: TelemetryConfig | null;
  readonly tls: TlsConfig;
  /** Settings of bearer tokens; null = only API keys are accepted. */
  readonly tokens: TokenConfig | null;
  /** Registration at the identity provider; null = people do not sign in there. */
  readonly signIn: SignInConfig | null;
  /** Bucket for files that outlive their request; null = the database. */
  readonly s3: S3Config | null;
  /** Mail server; null = no mails are sent. */
  readonly mail: MailConfig | null;
  /** Captcha before leads; null = none. */
  readonly captcha: CaptchaConfig | null;
  readonly captchaWidget: CaptchaWidget | null;
  /** True if npm has started this process, through a shell that forwards no signals. */
  readonly isNpmScript: boolean;
  /** True if a person has run `npm start`. */
  readonly isNpmStart: boolean;
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
  const keyed = readSettings(environment, reader);
  const { host, httpPort, baseUrl } = keyed;
  const tls = tlsConfig(keyed);
  const tokens = tokenConfig(keyed);
  return Object.freeze({
    ...keyed,
    dataDir: resolve(keyed.dataDir),
    baseUrl: baseUrl?.replace(/(?<!\/)\/+$/, '') ?? defaultBaseUrl(host, httpPort, tls),
    telemetry: telemetryConfig(keyed),
    tls,
    tokens,
    signIn: signInConfig(keyed, tokens !== null),
    s3: s3Config(keyed),
    mail: mailConfig(keyed),
    captcha: captchaConfig(keyed),
    captchaWidget: captchaWidget(keyed),
    isNpmScript: Boolean(environment.npm_lifecycle_event),
    isNpmStart: environment.npm_lifecycle_event === 'start',
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
    ...passedVariables(config),
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
  sourcesKey: 'FLOWARDEN_SOURCES_KEY',
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

/**
 * Table of all settings: their readers, parsers and documentation. It uses no schema library, which would delay
 * starts.
 */
import { availableParallelism } from 'node:os';
import { PLATFORM_NAMINGS } from '../../analysis/model/platform.ts';
import { INFRA_LIMITS } from '../limits.ts';
import { LOG_LEVELS } from '../logging/log-level.ts';
import { readNetworks, readTenantNetworks } from '../network/networks.ts';
import { CAPTCHA_SETTINGS } from './captcha-setting.ts';
import { ISSUER_SETTINGS } from './issuer-setting.ts';
import { MAIL_SETTINGS } from './mail-setting.ts';
import { PEOPLE_SETTINGS } from './people-setting.ts';
import { S3_SETTINGS } from './s3-setting.ts';
import {
  coreAddresses,
  httpAddress,
  isDecodable,
  isSecret,
  type KeyedOf,
  listenAddress,
  oneOf,
  pathOf,
  pooler,
  port,
  SERVING_ROLES,
  type Setting,
  trueOrFalse,
  webAddress,
  wholeNumber,
} from './setting-values.ts';
import { TELEMETRY_SETTINGS } from './telemetry-setting.ts';
import { TLS_SETTINGS } from './tls-setting.ts';
import { TOKEN_SETTINGS } from './token-setting.ts';

const NETWORKS = {
  read: readNetworks,
  allowed: 'networks separated by commas, as 10.20.0.0/16,fd00:1::/32',
} as const;

/** Settings in the order of the reference. */
export const SETTINGS = {
  FLOWARDEN_HOST: {
    ...listenAddress,
    readers: SERVING_ROLES,
    meaning: 'address that REST listens on; set up TLS before other machines can reach it',
  },
  FLOWARDEN_GRPC_HOST: {
    ...listenAddress,
    readers: SERVING_ROLES,
    meaning:
      'address that gRPC listens on. It stays on this machine unless you name another: a core that gateways, jobs or your own services call from elsewhere needs one',
  },
  FLOWARDEN_METRICS_HOST: {
    ...listenAddress,
    readers: SERVING_ROLES,
    meaning: 'address that the metrics of all processes listen on, without authentication: do not expose it',
  },
  FLOWARDEN_HTTP_PORT: {
    ...port,
    // The others build links from it.
    defaultValue: 8080,
    isPassed: true,
    readers: SERVING_ROLES,
    meaning: 'port of the REST gateway',
  },
  FLOWARDEN_GRPC_PORT: {
    ...port,
    defaultValue: 50_051,
    isPassed: true,
    readers: SERVING_ROLES,
    meaning: 'port of the gRPC core',
  },
  FLOWARDEN_CORE_ADDRESS: {
    ...coreAddresses,
    readers: ['gateway', 'jobs'],
    byDefault: 'this machine',
    meaning:
      '`host:port` of the core, for a gateway or jobs that run alone; for several cores, a name with an address record for each, or all addresses, separated by commas ([operations](operations.md#several-cores))',
  },
  FLOWARDEN_GATEWAY_METRICS_PORT: {
    ...port,
    readers: ['gateway'],
    meaning: 'port of the Prometheus metrics of the gateway, on `FLOWARDEN_METRICS_HOST`',
  },
  FLOWARDEN_CORE_METRICS_PORT: {
    ...port,
    readers: ['core'],
    meaning: 'port of the Prometheus metrics of the core',
  },
  FLOWARDEN_JOBS_METRICS_PORT: {
    ...port,
    readers: ['jobs'],
    meaning:
      'port of the Prometheus metrics of the jobs: sizes of the queues of jobs and deliveries, and outcomes of jobs',
  },
  FLOWARDEN_DELIVERIES_METRICS_PORT: {
    ...port,
    readers: ['deliveries'],
    meaning: 'port of the Prometheus metrics of the deliveries: outcomes and durations of their attempts',
  },
  FLOWARDEN_PULLS_METRICS_PORT: {
    ...port,
    readers: ['pulls'],
    meaning: 'port of the Prometheus metrics of the pulls: how they end, and how often a platform throttles',
  },
  FLOWARDEN_DATA_DIR: {
    ...pathOf('folder'),
    defaultValue: '.flowarden',
    isPassed: true,
    readers: ['serve', 'commands'],
    meaning: 'folder of the embedded Postgres and of `first-run.json`',
  },
  DATABASE_URL: {
    read: (text) => (isDecodable(text) ? webAddress(text, ['postgres:', 'postgresql:']) : null),
    allowed:
      'an address as postgres://user:password@host:5432/database, with signs as @ / # % in a password written %40 %2F %23 %25',
    show: (value) => value.replace(/:\/\/[^@]*@/, '://***@').replace(/password=[^&]*/i, 'password=***'),
    isSecret: true,
    isPassed: true,
    readers: ['core', 'jobs', 'deliveries', 'pulls', 'commands'],
    byDefault: '`serve`, and commands beside it: the embedded one',
    meaning: 'URL of the Postgres to use',
  },
  FLOWARDEN_DATABASE_POOLER: {
    ...pooler,
    defaultValue: false,
    readers: ['core', 'jobs', 'deliveries', 'pulls', 'commands'],
    meaning:
      '`true` when `DATABASE_URL` leads to a pooler that gives each transaction another connection, such as PgBouncer in transaction mode; `prepared` when it keeps prepared statements; the jobs reject one ([how to use it](deployment.md#a-connection-pooler))',
  },
  FLOWARDEN_DATABASE_CONNECTIONS: {
    read: (text) => wholeNumber(text, 2, 500),
    allowed: 'a whole number from 2 to 500',
    defaultValue: INFRA_LIMITS.databaseConnectionsMax,
    readers: ['core', 'jobs'],
    meaning: 'database connections of a core for calls; the jobs use three times as many',
  },
  FLOWARDEN_BASE_URL: {
    ...httpAddress,
    isPassed: true,
    readers: ['core', 'gateway', 'jobs', 'deliveries', 'validate', 'commands'],
    byDefault: 'address of the gateway; `validate` links nothing without it',
    meaning: 'prefix of the links in answers and reports',
  },
  FLOWARDEN_PLATFORM_NAMES: {
    ...oneOf(PLATFORM_NAMINGS),
    defaultValue: 'neutral',
    readers: ['core', 'jobs', 'deliveries', 'validate'],
    meaning:
      'platform names in answers, webhooks and chat messages: `neutral` (`platform_1`) or `vendor` (`uipath`). Requests may use both; stored data does not change',
  },
  FLOWARDEN_LOG_LEVEL: {
    ...oneOf(LOG_LEVELS),
    defaultValue: 'info',
    readers: ['core', 'gateway', 'jobs', 'deliveries', 'pulls', 'serve'],
    meaning: 'lowest level of log lines that are written',
  },
  FLOWARDEN_WORKER_THREADS: {
    read: (text) => wholeNumber(text, 1, 256),
    allowed: 'a whole number from 1 to 256',
    defaultValue: availableParallelism(),
    readers: ['core'],
    byDefault: 'number of processors',
    meaning: 'threads that analyse files',
  },
  FLOWARDEN_LIMIT_FACTOR: {
    read: (text) => (/^\d{1,5}(\.\d{1,3})?$/.test(text) ? Number(text) : null),
    allowed: 'a number from 0 (no limits) to 99999',
    defaultValue: 1,
    readers: ['core'],
    meaning: 'factor of every rate and concurrency limit ([limits](limits.md)); 0 disables them',
  },
  FLOWARDEN_KEY_PEPPER: {
    read: (text) => (text.length >= 32 && text.length <= 512 ? text : null),
    allowed: 'a secret of 32 to 512 characters',
    isSecret: true,
    isPassed: true,
    readers: ['core', 'commands'],
    byDefault: '`serve`: `key-pepper` in the data folder',
    meaning: 'secret that API keys are hashed with; changing it invalidates all keys',
  },
  FLOWARDEN_SECRETS_KEY: {
    read: (text) => (text.split(',').every(isSecret) ? text : null),
    allowed: 'a secret of 32 to 512 characters, or several separated by commas, the one to seal with first',
    isSecret: true,
    isPassed: true,
    readers: ['core', 'jobs'],
    byDefault: '`serve`: `secrets-key` in the data folder',
    meaning:
      'key that stored answers, refresh tokens of the identity provider and, without `FLOWARDEN_WEBHOOK_KEY`, webhook secrets are sealed with in the database; several separated by commas: the first seals, all open ([how to change it](webhooks.md#changing-the-key-of-the-secrets))',
  },
  FLOWARDEN_WEBHOOK_KEY: {
    read: (text) => (text.split(',').every(isSecret) ? text : null),
    allowed: 'a secret of 32 to 512 characters, or several separated by commas, the one to seal with first',
    isSecret: true,
    isPassed: true,
    readers: ['core', 'jobs', 'deliveries'],
    byDefault: 'derived of `FLOWARDEN_SECRETS_KEY`; deliveries that run alone need it',
    meaning:
      'key that webhook secrets are sealed with in the database: the only key of the deliveries. The core and the jobs need the same one',
  },
  FLOWARDEN_SOURCES_KEY: {
    read: (text) => (text.split(',').every(isSecret) ? text : null),
    allowed: 'a secret of 32 to 512 characters, or several separated by commas, the one to seal with first',
    isSecret: true,
    isPassed: true,
    readers: ['core', 'pulls'],
    byDefault: 'derived of `FLOWARDEN_SECRETS_KEY`; pulls that run alone need it',
    meaning:
      'key that credentials of [sources](sources.md) are sealed with in the database: the only key of the pulls. The core needs the same one',
  },
  FLOWARDEN_GATEWAY_TOKEN: {
    read: (text) => (isSecret(text) ? text.trim() : null),
    allowed: 'a secret of 32 to 512 characters',
    isSecret: true,
    isPassed: true,
    readers: ['core', 'gateway'],
    byDefault: '`serve`: made at each start',
    meaning:
      'shared secret of a core and its gateways; without it, a core that runs alone counts the invalid credentials of all REST clients together',
  },
  FLOWARDEN_TRUSTED_PROXIES: {
    ...NETWORKS,
    defaultValue: [],
    readers: ['gateway'],
    meaning:
      'networks of the proxies before the gateway, such as `10.0.0.0/8,fd00::/8`: their `X-Forwarded-For` is trusted',
  },
  FLOWARDEN_WEBHOOK_ALLOW_HTTP: {
    ...trueOrFalse,
    defaultValue: false,
    readers: ['core', 'deliveries'],
    meaning: '`true` also allows `http://` addresses for webhooks',
  },
  FLOWARDEN_WEBHOOK_NETWORKS: {
    ...NETWORKS,
    defaultValue: [],
    readers: ['core', 'deliveries'],
    meaning: 'private networks that webhooks may reach, such as `10.20.0.0/16,fd00:1::/32`',
  },
  FLOWARDEN_SOURCE_ALLOW_HTTP: {
    ...trueOrFalse,
    defaultValue: false,
    readers: ['core', 'pulls'],
    meaning: '`true` also allows `http://` addresses of this machine for sources, for development',
  },
  FLOWARDEN_SOURCE_NETWORKS: {
    read: readTenantNetworks,
    allowed: 'networks separated by commas, each for all or for one organisation, as 10.20.0.0/16=<id>',
    defaultValue: [],
    readers: ['core', 'pulls'],
    meaning:
      'private networks that sources may be in, such as `10.20.0.0/16`; `10.20.0.0/16=<id of an organisation>` allows it to that one alone',
  },
  FLOWARDEN_AUDIT_NETWORKS: {
    read: readTenantNetworks,
    allowed: 'networks separated by commas, each for all or for one organisation, as 10.20.0.0/16=<id>',
    defaultValue: [],
    readers: ['core', 'deliveries'],
    meaning:
      'private networks that [audit targets](audit-targets.md) may be in, such as `10.20.0.0/16`; `10.20.0.0/16=<id of an organisation>` allows it to that one alone',
  },
  FLOWARDEN_TICKET_NETWORKS: {
    read: readTenantNetworks,
    allowed: 'networks separated by commas, each for all or for one organisation, as 10.20.0.0/16=<id>',
    defaultValue: [],
    readers: ['core', 'deliveries'],
    meaning:
      'private networks that [ticket targets](tickets.md) may be in, such as `10.20.0.0/16`; `10.20.0.0/16=<id of an organisation>` allows it to that one alone',
  },
  FLOWARDEN_FREE_SCANNER: {
    ...trueOrFalse,
    defaultValue: true,
    readers: ['core', 'gateway'],
    meaning: '`false` disables [the free scanner](free-scanner.md), which needs no account',
  },
  FLOWARDEN_OUTLINES: {
    ...trueOrFalse,
    defaultValue: true,
    readers: ['core'],
    meaning:
      '`false` keeps no names and structure of workflows, so that results have [no picture](picture.md); an organisation can decide so for itself',
  },
  ...TLS_SETTINGS,
  ...TOKEN_SETTINGS,
  ...PEOPLE_SETTINGS,
  ...ISSUER_SETTINGS,
  ...S3_SETTINGS,
  ...MAIL_SETTINGS,
  ...CAPTCHA_SETTINGS,
  ...TELEMETRY_SETTINGS,
} as const satisfies Record<string, Setting<unknown>>;

export type SettingName = keyof typeof SETTINGS;

/** Values of all settings by their keys: as the environment has them, or their defaults. */
export type KeyedValues = KeyedOf<typeof SETTINGS>;

/** Installation on hosts: a database, and any number of each role, each on a host of its own. */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Sql } from '../../../src/infra/database/connections.ts';
import { connectOwner, inTransaction } from '../../../src/infra/database/database.ts';
import type { Transaction } from '../../../src/infra/database/transaction.ts';
import { insertCaller } from '../../postgres.ts';
import { familyCpuMs } from '../../processes.ts';
import { createNetwork, HOST_NETWORK, type Host, type Network } from '../network/network.ts';
import type { DatabaseReady } from './database-host.ts';
import { type ProcessOnHost, startOnHost } from './process-on-host.ts';

const CHECKOUT = join(import.meta.dirname, '../../..');
const DELAY_MS = 1;
const GRPC_PORT = 50_051;
const HTTP_PORT = 8080;
const METRICS_PORT = 9100;
/** Name with an address record for each core. */
export const CORES = 'cores';
/** Connections for the accounts of a row. */
const ACCOUNT_CONNECTIONS = 2;
const READ_MS_MAX = 60_000;

export type Role = 'core' | 'gateway' | 'jobs' | 'deliveries';
export type Settings = Readonly<Record<string, string>>;

/** Organisation with a key. */
export interface Caller {
  readonly orgId: string;
  readonly key: string;
}

/** Role on its host. */
export interface RoleOnHost extends ProcessOnHost {
  readonly role: Role;
  /** Address of REST, of a gateway. */
  readonly url: string;
  readonly grpcAddress: string;
  /** Returns its processor time so far, in milliseconds. */
  cpuMs(): number;
  /** Returns the sum of a metric over the series whose labels match. */
  metric(name: string, labels?: RegExp): Promise<number>;
}

export interface Installation {
  readonly network: Network;
  readonly databaseHost: Host;
  readonly databaseUrl: string;
  /** Starts a role on a new host. `root` is the checkout that it runs from. */
  start(role: Role, name: string, settings?: Settings, root?: string): Promise<RoleOnHost>;
  /** Starts a program of ours on a new host. */
  startProgram(name: string, argv: readonly string[], environment?: Settings): Promise<ProcessOnHost>;
  /** Runs a command of the operator; returns its output. */
  command(argv: readonly string[], root?: string): Promise<string>;
  /** Creates organisations, each with a key. */
  addCallers(count: number): Promise<readonly Caller[]>;
  /** Reads with the owner's rights, without the delay of a role. */
  query<Row>(work: (sql: Transaction) => Promise<Row>): Promise<Row>;
  /** Returns the processor time of Postgres so far, in milliseconds. */
  databaseCpuMs(): number;
}

/** Starts Postgres on a host of its own. */
export async function createInstallation(folder: string): Promise<Installation> {
  const network = createNetwork(folder);
  const databaseHost = network.addHost('db');
  const postgresFolder = join(folder, 'db');
  mkdirSync(postgresFolder, { mode: 0o755 });
  const base = { PATH: process.env.PATH, TMPDIR: process.env.TMPDIR, HOME: process.env.HOME };
  const program = join(import.meta.dirname, 'database-host.ts');
  const database = await startOnHost(databaseHost, {
    argv: [program, databaseHost.address, String(DELAY_MS), postgresFolder],
    environment: base,
  });
  const { url: databaseUrl, pid: postmaster } = database.ready as DatabaseReady;
  const pepper = randomBytes(32).toString('base64');
  const secrets = {
    DATABASE_URL: databaseUrl,
    FLOWARDEN_KEY_PEPPER: pepper,
    FLOWARDEN_SECRETS_KEY: randomBytes(32).toString('base64'),
    FLOWARDEN_WEBHOOK_KEY: randomBytes(32).toString('base64'),
    FLOWARDEN_GATEWAY_TOKEN: randomBytes(32).toString('base64'),
  };
  const common = (name: string) => ({
    ...base,
    ...secrets,
    FLOWARDEN_CORE_ADDRESS: `${CORES}:${GRPC_PORT}`,
    FLOWARDEN_DATA_DIR: join(folder, name),
    FLOWARDEN_GRPC_PORT: String(GRPC_PORT),
    FLOWARDEN_HTTP_PORT: String(HTTP_PORT),
    FLOWARDEN_LIMIT_FACTOR: '0',
    FLOWARDEN_LOG_LEVEL: 'warn',
    FLOWARDEN_WEBHOOK_ALLOW_HTTP: 'true',
    FLOWARDEN_WEBHOOK_NETWORKS: HOST_NETWORK,
    // Each thread that starts costs half a second of a processor.
    FLOWARDEN_WORKER_THREADS: '1',
  });
  const owner: Sql = connectOwner(databaseUrl, ACCOUNT_CONNECTIONS);
  return {
    network,
    databaseHost,
    databaseUrl,
    async start(role, name, settings = {}, root = CHECKOUT) {
      const host = network.addHost(name);
      const started = await startOnHost(host, {
        argv: [join(root, 'bin/flowarden.mjs'), role],
        environment: {
          ...common(name),
          FLOWARDEN_HOST: host.address,
          FLOWARDEN_GRPC_HOST: host.address,
          FLOWARDEN_METRICS_HOST: host.address,
          FLOWARDEN_BASE_URL: `http://${host.address}:${HTTP_PORT}`,
          [`FLOWARDEN_${role.toUpperCase()}_METRICS_PORT`]: String(METRICS_PORT),
          ...settings,
        },
      });
      const metricsUrl = `http://${host.address}:${METRICS_PORT}/metrics`;
      return {
        ...started,
        role,
        url: `http://${host.address}:${HTTP_PORT}`,
        grpcAddress: `${host.address}:${GRPC_PORT}`,
        cpuMs: () => familyCpuMs(started.pid),
        async metric(metric, labels) {
          const text = await fetch(metricsUrl).then((answer) => answer.text());
          return sumOf(text, metric, labels);
        },
      };
    },
    startProgram: (name, argv, environment = {}) =>
      startOnHost(network.addHost(name), { argv, environment: { ...base, ...environment } }),
    async command(argv, root = CHECKOUT) {
      const run = promisify(execFile);
      const environment = { ...common('operator') };
      const { stdout } = await run(process.execPath, [join(root, 'bin/flowarden.mjs'), ...argv], {
        env: environment,
      });
      return stdout;
    },
    async addCallers(count) {
      const callers: Caller[] = [];
      for (let index = 0; index < count; index += 1)
        callers.push(await insertCaller(owner, pepper, `Organisation ${index}`));
      return callers;
    },
    query: (work) => inTransaction(owner, work, READ_MS_MAX),
    databaseCpuMs: () => familyCpuMs(postmaster),
  };
}

function sumOf(text: string, metric: string, labels?: RegExp): number {
  let sum = 0;
  for (const line of text.split('\n')) {
    const [, name, series = '', value] = /^(\w+)(?:\{([^}]*)\})? (\S+)$/.exec(line) ?? [];
    if (name === metric && (labels === undefined || labels.test(series))) sum += Number(value);
  }
  return sum;
}

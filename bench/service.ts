/** Whole service for a figure: supervisor, Postgres, core, gateway, jobs, as `flowarden serve` starts them. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { embeddedUrl } from '../src/infra/embedded-postgres/embedded-postgres.ts';
import { familyCpuMs } from './processes.ts';

/** The program's launcher. */
export const PROGRAM = join(import.meta.dirname, '../bin/flowarden.mjs');

/** Process of the service. */
export type ServiceRole = 'core' | 'gateway' | 'jobs' | 'deliveries';

export interface Service {
  /** Base URL of REST. */
  readonly url: string;
  /** URL of the owner of the embedded Postgres. */
  readonly databaseUrl: string;
  /** Headers of every request: the first organisation and its key. */
  readonly headers: Readonly<Record<string, string>>;
  /** Link by which the first person signs in. */
  readonly signInUrl: string;
  /** Sends a request with the first organisation's key. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** Returns the peak memory of a role since the last `forgetPeaks`, in MiB. */
  peakMiB(role: 'core' | 'gateway'): number;
  /** Returns the current memory of a role, in MiB. */
  residentMiB(role: 'core' | 'gateway'): number;
  forgetPeaks(): void;
  /** Returns the processor time of a role so far, in milliseconds. */
  cpuMs(role: ServiceRole): number;
  /** Returns the processor time of Postgres so far, in milliseconds. */
  databaseCpuMs(): number;
  stop(): Promise<void>;
}

/** Starts the process alone; the caller must read its standard output. */
export function launch(dataDir: string, settings: Readonly<Record<string, string>> = {}): ChildProcess {
  return spawn(process.execPath, [PROGRAM, 'serve'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      FLOWARDEN_DATA_DIR: dataDir,
      FLOWARDEN_HTTP_PORT: '0',
      FLOWARDEN_GRPC_PORT: '0',
      FLOWARDEN_LOG_LEVEL: 'error',
      DATABASE_URL: '',
      ...settings,
    },
  });
}

/** Starts the service on an empty data folder, without rate limits unless the settings contain some. */
export async function startService(
  dataDir: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<Service> {
  const child = launch(dataDir, { FLOWARDEN_LIMIT_FACTOR: '0', ...settings });
  await ready(child);
  const run = JSON.parse(readFileSync(join(dataDir, 'first-run.json'), 'utf8')) as Record<string, string>;
  const headers = { Authorization: `ApiKey ${run.apiKey}`, 'X-Org-Id': run.orgId! };
  const statusOf = (role: string, field: string): number => {
    const status = readFileSync(`/proc/${rolePid(child.pid!, role)}/status`, 'utf8');
    return Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)?.[1] ?? 0) / 1024;
  };
  const [postmaster, , , databasePort] = readFileSync(
    join(dataDir, 'postgres', 'postmaster.pid'),
    'utf8',
  ).split('\n');
  return {
    url: run.restUrl!,
    databaseUrl: embeddedUrl(dataDir, Number(databasePort)),
    headers,
    signInUrl: run.signInUrl!,
    fetch: (path, init = {}) =>
      fetch(run.restUrl + path, { ...init, headers: { ...init.headers, ...headers } }),
    peakMiB: (role) => statusOf(role, 'VmHWM'),
    residentMiB: (role) => statusOf(role, 'VmRSS'),
    forgetPeaks() {
      for (const role of ['core', 'gateway']) {
        writeFileSync(`/proc/${rolePid(child.pid!, role)}/clear_refs`, '5');
      }
    },
    cpuMs: (role) => familyCpuMs(rolePid(child.pid!, role)),
    databaseCpuMs: () => familyCpuMs(Number(postmaster)),
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** Resolves when the process reports that it is ready. Reads on afterwards, because a full pipe would stop it. */
function ready(child: ChildProcess): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  child.stdout!.on('data', (chunk) => {
    if (String(chunk).includes('is ready')) resolve();
  });
  child.once('exit', () => reject(new Error('flowarden serve ended without being ready')));
  return promise;
}

/** Returns the process of a role among the descendants of the supervisor. */
function rolePid(supervisor: number, role: string): number {
  const family = new Set([supervisor]);
  const pids = readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0)
    .sort((a, b) => a - b);
  for (const pid of pids) {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
      if (!family.has(parent)) continue;
      family.add(pid);
      const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
      if (words.includes(role)) return pid;
    } catch {
      // It has ended meanwhile.
    }
  }
  throw new Error(`There is no process of the role ${role}`);
}

/** The soaked service: everything that `flowarden serve` starts, in a folder of its own, with a webhook receiver. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../src/processes/supervisor/ports.ts';
import type { FirstRun } from '../../src/service/access/first-run.ts';

const LAUNCHER = join(import.meta.dirname, '../../bin/flowarden.mjs');
const START_MS_MAX = 120_000;
/** Keys that share the traffic: the limits of one must not hide those of the organisation. */
const KEYS = 5;

export interface SoakedService {
  readonly orgId: string;
  readonly restUrl: string;
  readonly grpcAddress: string;
  readonly keys: readonly string[];
  readonly webhookId: string;
  /** A validation whose result can be read. */
  readonly validationId: string;
  /** Address of each role's metrics. */
  readonly metrics: Readonly<Record<'gateway' | 'core' | 'jobs' | 'deliveries', string>>;
  /** Returns the number of deliveries that the receiver got. */
  received(): number;
  /** Stops it in order; resolves with its exit code. */
  stop(): Promise<number | null>;
}

/** Starts the service with a share of its limits. It listens on 127.0.0.1 alone. */
export async function startSoaked(limitFactor: number): Promise<SoakedService> {
  const receiver = await startReceiver();
  const newPort = () => freePort('127.0.0.1', 0, '');
  const [gatewayPort, corePort, jobsPort, deliveriesPort] = [
    await newPort(),
    await newPort(),
    await newPort(),
    await newPort(),
  ];
  const folder = mkdtempSync(join(tmpdir(), 'flowarden-soak-'));
  // Started by root, Postgres runs as another user, who needs access.
  chmodSync(folder, 0o711);
  const dataDir = join(folder, 'data');
  const child = spawn(process.execPath, [LAUNCHER, 'serve'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      FLOWARDEN_DATA_DIR: dataDir,
      FLOWARDEN_HTTP_PORT: '0',
      FLOWARDEN_GRPC_PORT: '0',
      FLOWARDEN_GATEWAY_METRICS_PORT: String(gatewayPort),
      FLOWARDEN_CORE_METRICS_PORT: String(corePort),
      FLOWARDEN_JOBS_METRICS_PORT: String(jobsPort),
      FLOWARDEN_DELIVERIES_METRICS_PORT: String(deliveriesPort),
      FLOWARDEN_WEBHOOK_ALLOW_HTTP: 'true',
      FLOWARDEN_WEBHOOK_NETWORKS: '127.0.0.0/8',
      // This process would have to read a line for each request.
      FLOWARDEN_LOG_LEVEL: 'warn',
      FLOWARDEN_LIMIT_FACTOR: String(limitFactor),
    },
  });
  const log = gather(child);
  const ended = once(child, 'exit') as Promise<[number | null]>;
  async function stop(): Promise<number | null> {
    child.kill('SIGTERM');
    const [code] = await ended;
    await receiver.close();
    rmSync(folder, { recursive: true, force: true });
    return code;
  }
  try {
    await untilReady(child, log);
    const run = JSON.parse(readFileSync(join(dataDir, 'first-run.json'), 'utf8')) as FirstRun;
    const keys = await makeKeys(run);
    const webhook = await manage<{ id: string }>(run, '/org-webhooks', { url: receiver.url });
    return {
      ...run,
      keys,
      webhookId: webhook.id,
      validationId: await validateOnce(run),
      metrics: {
        gateway: `http://127.0.0.1:${gatewayPort}/metrics`,
        core: `http://127.0.0.1:${corePort}/metrics`,
        jobs: `http://127.0.0.1:${jobsPort}/metrics`,
        deliveries: `http://127.0.0.1:${deliveriesPort}/metrics`,
      },
      received: receiver.count,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

function gather(child: ChildProcess): () => string {
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (text += chunk));
  return () => text;
}

async function untilReady(child: ChildProcess, log: () => string): Promise<void> {
  const deadline = Date.now() + START_MS_MAX;
  while (!log().includes(' is ready ')) {
    if (child.exitCode !== null || Date.now() > deadline)
      throw new Error(`The service did not start:\n${log()}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function manage<Answer>(run: FirstRun, path: string, body: object): Promise<Answer> {
  const answer = await fetch(`${run.restUrl}/api/v1${path}`, {
    method: 'POST',
    headers: {
      Authorization: `ApiKey ${run.apiKey}`,
      'X-Org-Id': run.orgId,
      'Content-Type': 'application/json',
    },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Answer;
}

async function makeKeys(run: FirstRun): Promise<readonly string[]> {
  const keys: string[] = [];
  for (let index = 1; index <= KEYS; index += 1) {
    const made = await manage<{ secret: string }>(run, '/api-keys', {
      name: `Soak ${index}`,
      scopes: ['analysis:write', 'analysis:read', 'webhooks:manage'],
    });
    keys.push(made.secret);
  }
  return keys;
}

async function validateOnce({ restUrl, apiKey, orgId }: FirstRun): Promise<string> {
  const form = new FormData();
  form.set('platform', 'uipath');
  form.set(
    'file',
    new Blob(['<Activity xmlns="http://schemas.microsoft.com/netfx/2009/xaml/activities"/>']),
    'A.xaml',
  );
  const headers = { Authorization: `ApiKey ${apiKey}`, 'X-Org-Id': orgId };
  const answer = await fetch(`${restUrl}/api/v1/validate`, { method: 'POST', headers, body: form });
  return ((await answer.json()) as { validationId: string }).validationId;
}

async function startReceiver() {
  let count = 0;
  const server = createServer((request, response) => {
    count += 1;
    request.resume().once('end', () => response.writeHead(204).end());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/soak`,
    count: () => count,
    async close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

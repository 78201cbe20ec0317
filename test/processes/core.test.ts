/** The core as a process: it starts, answers, counts, and ends in order. */
import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { type Client, status } from '@grpc/grpc-js';
import { ScannerServiceService } from '../../src/gen/flowarden/v1/scanner.ts';
import { programVersion } from '../../src/infra/process/install-root.ts';
import { freePort } from '../../src/processes/supervisor/ports.ts';
import { COMPILE_CACHE } from '../support/compile-cache.ts';
import { testDatabase } from '../support/database/database.ts';
import { until } from '../support/processes.ts';
import { IN_FULL_RUN_ONLY } from '../support/ring.ts';
import { connect } from '../support/service/core.ts';
import { checkHealth, watchHealth } from '../support/service/health.ts';

const MAIN = join(import.meta.dirname, '../../src/main.ts');
const database = await testDatabase();
const started: ChildProcess[] = [];
after(() => {
  for (const child of started) child.kill('SIGKILL');
});

/** Starts `flowarden core`; its output can be read as text. */
function core(settings: Record<string, string>): {
  readonly child: ChildProcess;
  readonly output: () => string;
} {
  const child = fork(MAIN, ['core'], {
    execArgv: [],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      ...process.env,
      NODE_COMPILE_CACHE: COMPILE_CACHE,
      DATABASE_URL: database.url,
      FLOWARDEN_KEY_PEPPER: 'p'.repeat(32),
      FLOWARDEN_SECRETS_KEY: 's'.repeat(32),
      FLOWARDEN_WORKER_THREADS: '1',
      FLOWARDEN_GRPC_PORT: '0',
      ...settings,
    },
  });
  started.push(child);
  let text = '';
  child.stderr?.on('data', (part: Buffer) => {
    text += part.toString();
  });
  return { child, output: () => text };
}

/** Returns the code of the error of a free scan's report. */
function scanError(client: Client): Promise<status | undefined> {
  const { path, requestSerialize, responseDeserialize } = ScannerServiceService.getScan;
  return new Promise((resolve) => {
    client.makeUnaryRequest(path, requestSerialize, responseDeserialize, { shareToken: '' }, (error) =>
      resolve(error?.code),
    );
  });
}

describe('the core process', () => {
  it('serves, counts its calls, and ends with code 0 on SIGTERM while its health is watched', async () => {
    const metricsPort = await freePort('127.0.0.1', 0, '');
    const { child, output } = core({
      FLOWARDEN_CORE_METRICS_PORT: String(metricsPort),
      FLOWARDEN_FREE_SCANNER: 'false',
    });
    const [message] = (await once(child, 'message')) as [
      { type: string; role: string; details: { port: number } },
    ];
    assert.deepEqual([message.type, message.role], ['ready', 'core']);
    const client = connect(message.details.port);
    await until('it serves', async () => (await checkHealth(client)) === 'SERVING');
    const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    assert.match(metrics, /^flowarden_analysis_threads 1$/m);
    assert.match(metrics, /^flowarden_analysis_waiting 0$/m);
    assert.match(metrics, /^# TYPE flowarden_async_validation_seconds histogram$/m);
    assert.equal((await fetch(`http://127.0.0.1:${metricsPort}/`)).status, 404);
    assert.equal(await scanError(client), status.UNIMPLEMENTED, 'the operator wants no free scans');
    const beats = () => database.owner`select role, version from program_beats`;
    await until('the heartbeat', async () => (await beats()).length > 0);
    assert.deepEqual([...(await beats())], [{ role: 'core', version: programVersion() }]);
    const watch = watchHealth(client);
    assert.equal(await watch.next(), 'SERVING');
    child.kill('SIGTERM');
    const [code] = await once(child, 'exit');
    assert.equal(code, 0, output());
    assert.deepEqual([...(await beats())], []);
    assert.equal(await watch.next(), 'NOT_SERVING');
    client.close();
  });

  // `role-process.test.ts` covers it for every role.
  it('ends when its parent goes away', { skip: IN_FULL_RUN_ONLY }, async () => {
    const { child, output } = core({});
    await once(child, 'message');
    child.disconnect();
    const [code] = await once(child, 'exit');
    assert.equal(code, 0, output());
  });

  it('says which port it cannot have, and ends', { skip: IN_FULL_RUN_ONLY }, async () => {
    const { child, output } = core({ FLOWARDEN_GRPC_PORT: new URL(database.url).port });
    const [code] = await once(child, 'exit');
    assert.equal(code, 1);
    assert.match(output(), /flowarden: The core cannot listen on port \d+: .*EADDRINUSE/);
  });
});

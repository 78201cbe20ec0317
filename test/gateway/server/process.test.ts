/** The gateway as a process: it says when it serves, ends in order, and names bad settings. */
import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { loadGatewayConfig } from '../../../gateway/server/config.ts';
import { COMPILE_CACHE } from '../../support/compile-cache.ts';
import { until } from '../../support/processes.ts';
import { CREDENTIALS, form, startCore, type TestCore } from '../support/support.ts';

const MAIN = join(import.meta.dirname, '../../../src/main.ts');

function run(environment: Readonly<Record<string, string>>): ChildProcess {
  return fork(MAIN, ['gateway'], {
    execArgv: [],
    env: { ...process.env, NODE_COMPILE_CACHE: COMPILE_CACHE, FLOWARDEN_HTTP_PORT: '0', ...environment },
    silent: true,
  });
}

describe('the gateway process', () => {
  let core: TestCore;
  const called = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  before(async () => {
    core = await startCore({
      async getValidation() {
        called.resolve();
        await answered.promise;
        return { validation: undefined, run: undefined };
      },
    });
  });
  after(() => core.stop());

  it('says its real port, finishes what runs, and then ends with 0', async () => {
    const child = run({ FLOWARDEN_CORE_ADDRESS: `127.0.0.1:${core.port}` });
    const [message] = (await once(child, 'message')) as [
      { type: string; role: string; details: { port: number } },
    ];
    assert.equal(message.type, 'ready');
    assert.equal(message.role, 'gateway');
    const url = `http://127.0.0.1:${message.details.port}`;
    const validated = await fetch(`${url}/api/v1/validate`, {
      method: 'POST',
      body: form(),
      headers: CREDENTIALS,
    });
    assert.equal(validated.status, 200);
    const running = fetch(`${url}/api/v1/results/0199f3a2-7c1e-7a10-8f3e-0c5d2b7a9e42`, {
      headers: CREDENTIALS,
    });
    await called.promise;
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    await until('it accepts no connection', () =>
      fetch(`${url}/healthz`).then(
        () => false,
        () => true,
      ),
    );
    answered.resolve();
    // The canned answer is empty, so it is a 500: what counts is that it arrives.
    assert.equal((await running).status, 500);
    assert.deepEqual(await exited, [0, null]);
  });

  it('names every bad setting and ends with 2', async () => {
    const child = run({ FLOWARDEN_HTTP_PORT: 'eighty', FLOWARDEN_BASE_URL: 'flowarden' });
    let text = '';
    child.stderr?.on('data', (chunk) => {
      text += chunk;
    });
    assert.deepEqual(await once(child, 'exit'), [2, null]);
    assert.match(text, /^flowarden: 2 settings are not valid:\n {2}FLOWARDEN_HTTP_PORT is "eighty"/);
    assert.match(text, /FLOWARDEN_BASE_URL is "flowarden"; it must be an http or https address/);
    assert.doesNotMatch(text, / at /);
  });
});

describe('the settings of the gateway', () => {
  it('have defaults that only this machine can reach', () => {
    assert.partialDeepStrictEqual(loadGatewayConfig({}), {
      host: '127.0.0.1',
      metricsHost: '127.0.0.1',
      httpPort: 8080,
      gatewayMetricsPort: null,
      coreAddress: '127.0.0.1:50051',
      tls: { server: null, core: null, coreName: null },
      baseUrl: null,
      trustedProxies: [],
      gatewayToken: null,
      freeScanner: true,
      logLevel: 'info',
      telemetry: null,
    });
  });

  for (const [fact, environment, expected] of [
    ['finds the core beside it', { FLOWARDEN_HOST: '10.1.2.3', FLOWARDEN_GRPC_PORT: '7' }, '127.0.0.1:7'],
    ['finds it on an address of its own', { FLOWARDEN_GRPC_HOST: '10.1.2.3' }, '10.1.2.3:50051'],
    ['finds it on IPv6', { FLOWARDEN_GRPC_HOST: '::' }, '[::1]:50051'],
    ['uses the configured address', { FLOWARDEN_CORE_ADDRESS: 'core.internal:9000' }, 'core.internal:9000'],
    ['knows several cores', { FLOWARDEN_CORE_ADDRESS: 'core-1:9000, [::1]:7' }, 'core-1:9000,[::1]:7'],
  ] as const) {
    it(fact, () => {
      assert.equal(loadGatewayConfig(environment).coreAddress, expected);
    });
  }

  it('name the trusted proxies, and show no secret when they are wrong', () => {
    const proxies = { FLOWARDEN_TRUSTED_PROXIES: '10.0.0.0/8, fd00::/8' };
    const config = loadGatewayConfig({ ...proxies, FLOWARDEN_GATEWAY_TOKEN: 't'.repeat(32) });
    assert.deepEqual(config.trustedProxies, ['10.0.0.0/8', 'fd00::/8']);
    const wrong = { FLOWARDEN_TRUSTED_PROXIES: '10.0.0.1', FLOWARDEN_GATEWAY_TOKEN: 'too-short' };
    assert.throws(
      () => loadGatewayConfig(wrong),
      ({ message }: Error) =>
        /PROXIES is "10.0.0.1"; it must be networks/.test(message) &&
        !message.includes(wrong.FLOWARDEN_GATEWAY_TOKEN),
    );
  });

  it('reject trusted proxies that the core would not learn of', () => {
    assert.throws(() => loadGatewayConfig({ FLOWARDEN_TRUSTED_PROXIES: '10.0.0.0/8' }), {
      message: /needs FLOWARDEN_GATEWAY_TOKEN: .+openssl rand/,
    });
  });

  it('drop the slash at the end of the base address', () => {
    assert.equal(
      loadGatewayConfig({ FLOWARDEN_BASE_URL: 'https://a.example/flow/' }).baseUrl,
      'https://a.example/flow',
    );
  });
});

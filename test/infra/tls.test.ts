/** Encryption: whom gateway, core and metrics let in, certificates that are renewed, and files that are wrong. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { get } from 'node:https';
import { connect as connectPlain } from 'node:net';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { type ConnectionOptions, connect as connectTls } from 'node:tls';
import { Client, type ServiceError, status } from '@grpc/grpc-js';
import { pino } from 'pino';
import { loadGatewayConfig } from '../../gateway/server/config.ts';
import { type Gateway, startGateway } from '../../gateway/server/start.ts';
import { StartError } from '../../src/infra/process/start-error.ts';
import { loadConfig } from '../../src/infra/settings/config.ts';
import { listenForMetrics } from '../../src/infra/telemetry/metrics-listener.ts';
import { coreAccess, secureAccess } from '../../src/infra/tls/core-credentials.ts';
import { openMaterial } from '../../src/infra/tls/live-material.ts';
import { readMaterial } from '../../src/infra/tls/material.ts';
import { checkTls } from '../../src/processes/supervisor/check-tls.ts';
import { makeCertificate, type TestCertificate } from '../support/certificates.ts';
import { until } from '../support/processes.ts';
import { testCore } from '../support/service/core.ts';
import { checkHealth } from '../support/service/health.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const HOUR_MS = 3_600_000;
const folder = temporaryFolder();
const authority = makeCertificate({ name: 'Our authority', isAuthority: true });
const stranger = makeCertificate({ name: 'Their authority', isAuthority: true });
const hosts = ['core.test', '127.0.0.1'];
const own = makeCertificate({ name: 'ours', issuer: authority, hosts });
const client = makeCertificate({ name: 'client', issuer: authority });
const intruder = makeCertificate({ name: 'client', issuer: stranger });
const lines: string[] = [];
const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });

let filesMade = 0;
function fileOf(text: string): string {
  filesMade += 1;
  const path = join(folder, `${filesMade}.pem`);
  writeFileSync(path, text);
  return path;
}

const SERVER = {
  FLOWARDEN_TLS_CERT: fileOf(own.cert),
  FLOWARDEN_TLS_KEY: fileOf(own.key),
  FLOWARDEN_TLS_CLIENT_CA: fileOf(authority.cert),
};
const CALLER = {
  FLOWARDEN_CORE_TLS_CA: fileOf(authority.cert),
  FLOWARDEN_CORE_TLS_CERT: fileOf(client.cert),
  FLOWARDEN_CORE_TLS_KEY: fileOf(client.key),
};
const serverFiles = loadConfig(SERVER).tls.server!;
const material = openMaterial(serverFiles, log, { reloadMs: 20 });
after(() => material.close());
const core = await testCore({ tls: material });
const address = `127.0.0.1:${core.server.port}`;
const caller = await core.identity();

async function gatewayOf(settings: Readonly<Record<string, string>>): Promise<Gateway> {
  const config = loadGatewayConfig({
    FLOWARDEN_HTTP_PORT: '0',
    FLOWARDEN_CORE_ADDRESS: address,
    ...settings,
  });
  const gateway = await startGateway(config, log);
  after(() => gateway.stop());
  return gateway;
}

interface Answer {
  readonly status: number;
  readonly hsts: string | undefined;
  readonly issuer: string;
}

/** Sends a request over a connection of its own. Rejects when there is none. */
async function request(port: number, path: string, options: ConnectionOptions = {}): Promise<Answer> {
  const headers = { authorization: `ApiKey ${caller.key}`, 'x-org-id': caller.orgId };
  const request = get({
    port,
    path,
    headers,
    host: '127.0.0.1',
    agent: false,
    ca: authority.cert,
    ...options,
  });
  const [response] = await once(request, 'response');
  const answer = {
    status: response.statusCode,
    hsts: response.headers['strict-transport-security'],
    issuer: response.socket.getPeerCertificate().issuer.CN,
  };
  response.resume();
  await once(response, 'end');
  return answer;
}

/** Returns whether the other side requires another certificate: it sends an alert, or ends the connection. */
function isTurnedAway(error: NodeJS.ErrnoException): boolean {
  return /^(?:ERR_SSL_.*ALERT|ECONNRESET)/.test(error.code ?? '');
}

describe('a gateway with a certificate', () => {
  const { FLOWARDEN_TLS_CLIENT_CA: _, ...withoutClients } = SERVER;
  const started = gatewayOf({ ...withoutClients, ...CALLER });

  it('answers over TLS what it requests from the core over TLS, and sends browsers HSTS', async () => {
    const gateway = await started;
    assert.match(gateway.baseUrl, /^https:/);
    const answer = await request(gateway.port, '/api/v1/rules');
    assert.equal(answer.status, 200);
    assert.match(answer.hsts ?? '', /max-age=\d+/);
  });

  it('accepts a certificate for any of the configured cores', async () => {
    const FLOWARDEN_CORE_ADDRESS = `127.0.0.2:${core.server.port},${address}`;
    const gateway = await gatewayOf({ ...withoutClients, ...CALLER, FLOWARDEN_CORE_ADDRESS });
    assert.equal((await request(gateway.port, '/api/v1/rules')).status, 200);
  });

  for (const [version, isServed] of [
    ['TLSv1.1', false],
    ['TLSv1.2', true],
    ['TLSv1.3', true],
  ] as const) {
    it(`${isServed ? 'speaks' : 'rejects'} ${version}`, async () => {
      const { port } = await started;
      // A client of today would not even offer the old one.
      const ciphers = 'DEFAULT@SECLEVEL=0';
      const answer = request(port, '/healthz', { minVersion: version, maxVersion: version, ciphers });
      if (isServed) assert.equal((await answer).status, 200);
      else await assert.rejects(answer, /alert|version|protocol/i);
    });
  }

  for (const path of ['/healthz', '/api/v1/rules']) {
    it(`says nothing of ${path} in plain`, async () => {
      const { port } = await started;
      const socket = connectPlain(port, '127.0.0.1');
      let text = '';
      socket.on('data', (chunk) => (text += chunk));
      socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`);
      await once(socket, 'close');
      assert.doesNotMatch(text, /HTTP|flowarden/);
    });
  }
});

describe('a client of a gateway that requires certificates', () => {
  const started = gatewayOf({ ...SERVER, ...CALLER });
  for (const [fact, identity, isServed] of [
    ['with one of the authority is let in', client, true],
    ['without one is not', null, false],
    ['with one of another authority is not', intruder, false],
  ] as const) {
    it(fact, async () => {
      const { port } = await started;
      const answer = request(
        port,
        '/api/v1/rules',
        identity ? { cert: identity.cert, key: identity.key } : {},
      );
      if (isServed) assert.equal((await answer).status, 200);
      else await assert.rejects(answer, isTurnedAway);
    });
  }
});

describe('a caller of a core that requires certificates', () => {
  const access = (settings: Readonly<Record<string, string>>) =>
    coreAccess(loadConfig(settings).tls, address, log);
  const table: readonly (readonly [fact: string, settings: Record<string, string>, isServed: boolean])[] = [
    ['with one of the authority is served', CALLER, true],
    ['may know it by another name', { ...CALLER, FLOWARDEN_CORE_TLS_NAME: 'core.test' }, true],
    ['does not take it for a wrong name', { ...CALLER, FLOWARDEN_CORE_TLS_NAME: 'other.test' }, false],
    ['without one is rejected', { FLOWARDEN_CORE_TLS_CA: CALLER.FLOWARDEN_CORE_TLS_CA }, false],
    [
      'with one of another authority is rejected',
      {
        ...CALLER,
        FLOWARDEN_CORE_TLS_CERT: fileOf(intruder.cert),
        FLOWARDEN_CORE_TLS_KEY: fileOf(intruder.key),
      },
      false,
    ],
    [
      'does not believe another authority',
      { ...CALLER, FLOWARDEN_CORE_TLS_CA: fileOf(stranger.cert) },
      false,
    ],
    ['in plain is rejected', {}, false],
  ];
  for (const [fact, settings, isServed] of table) {
    it(fact, async () => {
      const { credentials, options } = access(settings);
      const channel = new Client(address, credentials, options);
      const health = checkHealth(channel);
      if (isServed) assert.equal(await health, 'SERVING');
      else await assert.rejects(health, ({ code }: ServiceError) => code === status.UNAVAILABLE);
      channel.close();
    });
  }
});

describe('metrics of a role with certificates', () => {
  it('are read over TLS alone', async () => {
    const listener = await listenForMetrics(async () => 'flowarden_up 1', '127.0.0.1', 0, material);
    after(() => listener.close());
    const { cert, key } = client;
    assert.equal((await request(listener.port, '/metrics', { cert, key })).status, 200);
    assert.equal((await request(listener.port, '/healthz', { cert, key })).status, 200);
    await assert.rejects(request(listener.port, '/metrics'), isTurnedAway);
    await assert.rejects(fetch(`http://127.0.0.1:${listener.port}/metrics`));
  });
});

describe('certificates whose files change', () => {
  const authorities = () => Buffer.from(authority.cert + stranger.cert);
  /** Returns the issuer of the server's certificate, for a client that trusts both authorities. */
  async function issuerShown(port: number): Promise<string> {
    const socket = connectTls({
      port,
      host: '127.0.0.1',
      ca: authorities(),
      cert: client.cert,
      key: client.key,
    });
    await once(socket, 'secureConnect');
    const { issuer } = socket.getPeerCertificate();
    socket.destroy();
    return issuer.CN as string;
  }
  function put(certificate: TestCertificate, what: readonly ('cert' | 'key')[] = ['cert', 'key']): void {
    if (what.includes('cert')) writeFileSync(serverFiles.cert!.path, certificate.cert);
    if (what.includes('key')) writeFileSync(serverFiles.key!.path, certificate.key);
  }
  const renewed = makeCertificate({ name: 'ours', issuer: stranger, hosts });
  const said = (text: string) => until(text, () => lines.some((line) => line.includes(text)));

  it('are used by new connections of the core, and half a renewal changes nothing', async () => {
    assert.equal(await issuerShown(core.server.port), 'Our authority');
    lines.length = 0;
    put(renewed, ['cert']);
    await said('changed certificates cannot be used; the last ones stay');
    assert.equal(await issuerShown(core.server.port), 'Our authority');
    put(renewed, ['key']);
    await said('changed certificates are used from now on');
    assert.equal(await issuerShown(core.server.port), 'Their authority');
    put(own);
    await until(
      'the first ones are back',
      async () => (await issuerShown(core.server.port)) === 'Our authority',
    );
  });

  it('are used by the next connection of a caller', async () => {
    const paths = { cert: fileOf(intruder.cert), key: fileOf(intruder.key) };
    const { tls } = loadConfig({
      ...CALLER,
      FLOWARDEN_CORE_TLS_CERT: paths.cert,
      FLOWARDEN_CORE_TLS_KEY: paths.key,
    });
    const callers = openMaterial(tls.core!, log, { reloadMs: 20 });
    const { credentials, options } = secureAccess(callers, ['core.test']);
    const channel = new Client(address, credentials, {
      ...options,
      'grpc.initial_reconnect_backoff_ms': 100,
      'grpc.max_reconnect_backoff_ms': 100,
    });
    await assert.rejects(checkHealth(channel));
    writeFileSync(paths.cert, client.cert);
    writeFileSync(paths.key, client.key);
    await until('it is let in', () => checkHealth(channel).catch(() => false));
    channel.close();
    callers.close();
  });

  it('are spoken of before they end', async () => {
    const soon = makeCertificate({
      name: 'ours',
      issuer: authority,
      hosts,
      until: new Date(Date.now() + HOUR_MS),
    });
    const { server } = loadConfig({
      FLOWARDEN_TLS_CERT: fileOf(soon.cert),
      FLOWARDEN_TLS_KEY: fileOf(soon.key),
    }).tls;
    lines.length = 0;
    openMaterial(server!, log, { reloadMs: 20 }).close();
    assert.match(lines.join(''), /the certificate ends soon/);
  });
});

describe('the start with a file that is wrong', () => {
  const past = new Date(Date.now() - 2 * HOUR_MS);
  const late = makeCertificate({ name: 'x', from: past, until: new Date(Date.now() - HOUR_MS) });
  const early = makeCertificate({ name: 'x', from: new Date(Date.now() + HOUR_MS) });
  const locked = own.privateKey.export({
    type: 'pkcs8',
    format: 'pem',
    cipher: 'aes-256-cbc',
    passphrase: 'hush',
  });
  const damaged = own.cert.replace(/\n.{8}/, '\nAAAAAAAA');
  const table: readonly (readonly [fact: string, cert: string, key: string, message: RegExp])[] = [
    ['that is missing', join(folder, 'none'), fileOf(own.key), /TLS_CERT \(.*none\) cannot be read: ENOENT/],
    ['that is a folder', folder, fileOf(own.key), /TLS_CERT .* cannot be read: EISDIR/],
    ['that is far too large', fileOf('x'.repeat(2_000_000)), fileOf(own.key), /larger than 1048576 bytes/],
    [
      'without a certificate',
      fileOf(own.key),
      fileOf(own.key),
      /TLS_CERT .* holds no certificate in PEM form/,
    ],
    [
      'with a damaged certificate',
      fileOf(damaged),
      fileOf(own.key),
      /certificate of FLOWARDEN_TLS_CERT .* is damaged/,
    ],
    ['without a key', fileOf(own.cert), fileOf(own.cert), /TLS_KEY .* holds no private key in PEM form/],
    [
      'with a key under a passphrase',
      fileOf(own.cert),
      fileOf(String(locked)),
      /TLS_KEY .* has a passphrase/,
    ],
    [
      'with the key of another certificate',
      fileOf(own.cert),
      fileOf(client.key),
      /does not belong to the certificate/,
    ],
    [
      'with a certificate that has ended',
      fileOf(late.cert),
      fileOf(late.key),
      /ended at 20.*Put a new one there/,
    ],
    [
      'with a certificate of the future',
      fileOf(early.cert),
      fileOf(early.key),
      /begins at 20.*Check the clock/,
    ],
  ];
  for (const [fact, cert, key, message] of table) {
    it(`${fact} says so, and no key`, () => {
      const { server } = loadConfig({ FLOWARDEN_TLS_CERT: cert, FLOWARDEN_TLS_KEY: key }).tls;
      assert.throws(
        () => readMaterial(server!, new Date()),
        (error: unknown) =>
          error instanceof StartError && message.test(error.message) && !/PRIVATE/.test(error.message),
      );
    });
  }

  it('of authorities needs one that is valid, beside which old ones may stay', () => {
    const files = (ca: string) => loadConfig({ ...SERVER, FLOWARDEN_TLS_CLIENT_CA: fileOf(ca) }).tls.server!;
    assert.throws(() => readMaterial(files(late.cert), new Date()), /TLS_CLIENT_CA .* ended at/);
    assert.ok(readMaterial(files(late.cert + authority.cert), new Date()).ca);
  });
});

describe('settings of encryption', () => {
  for (const [names, message] of [
    [['FLOWARDEN_TLS_CERT'], /must be set together/],
    [['FLOWARDEN_TLS_CLIENT_CA'], /needs both/],
    [['FLOWARDEN_CORE_TLS_CA', 'FLOWARDEN_CORE_TLS_KEY'], /must be set together/],
    [['FLOWARDEN_CORE_TLS_CERT', 'FLOWARDEN_CORE_TLS_KEY'], /need FLOWARDEN_CORE_TLS_CA/],
    [['FLOWARDEN_CORE_TLS_NAME'], /need FLOWARDEN_CORE_TLS_CA/],
  ] as const) {
    it(`that are ${names.join(' and ')} alone are rejected`, () => {
      const settings = Object.fromEntries(names.map((name) => [name, 'x']));
      assert.throws(() => loadConfig(settings), message);
      assert.throws(() => loadGatewayConfig(settings), message);
    });
  }

  for (const [fact, settings, message] of [
    ['without the authority of the core', SERVER, /FLOWARDEN_CORE_TLS_CA must be set together/],
    [
      'that require certificates need one for the gateway',
      { ...SERVER, FLOWARDEN_CORE_TLS_CA: CALLER.FLOWARDEN_CORE_TLS_CA },
      /needs FLOWARDEN_CORE_TLS_CERT/,
    ],
  ] as const) {
    it(`${fact} do not start \`serve\``, () => {
      assert.throws(() => checkTls(loadConfig(settings).tls), message);
    });
  }

  it('that are whole start `serve`, whose address is then https', () => {
    const config = loadConfig({ ...SERVER, ...CALLER });
    checkTls(config.tls);
    assert.equal(config.baseUrl, 'https://127.0.0.1:8080');
  });
});

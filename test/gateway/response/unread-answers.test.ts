/** Answers that their readers are slow to take: how many bytes may wait, and for how long. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect as tlsConnect } from 'node:tls';
import { GATEWAY_LIMITS } from '../../../gateway/limits.ts';
import { piecesOf, writePieces } from '../../../gateway/response/answer-writer.ts';
import type { UnreadLimits } from '../../../gateway/response/unread-answers.ts';
import { createHttpServer } from '../../../gateway/server/server.ts';
import type { LiveMaterial } from '../../../src/infra/tls/live-material.ts';
import { makeCertificate } from '../../support/certificates.ts';
import { until } from '../../support/processes.ts';
import { resultMessage, VALIDATION_ID } from '../support/messages.ts';
import {
  CREDENTIALS,
  rawRequest,
  startCore,
  startTestGateway,
  type TestGateway,
} from '../support/support.ts';

const RESULT = `/api/v1/results/${VALIDATION_ID}`;
const OTHER_ORGANISATION = '7b1d7f0e-52c4-4b0e-9d0a-6b1f2a3c4d5e';
/** More than the kernel takes in for a client that does not read. */
const BODY_BYTES = 12 * 1024 * 1024;

/** A gateway whose results have so many bytes, and a few more. */
async function start(t: TestContext, limits: Partial<UnreadLimits>): Promise<TestGateway> {
  const description = 'x'.repeat(1024);
  const result = resultMessage();
  const findings = Array.from({ length: BODY_BYTES / 1024 }, () => ({ ...result.findings[0]!, description }));
  const core = await startCore({
    getValidation: () => ({ validation: { ...result, findings }, run: undefined }),
  });
  const gateway = await startTestGateway({ corePort: core.port, unreadLimits: limits });
  t.after(async () => {
    await gateway.stop();
    core.stop();
  });
  return gateway;
}

/** Requests the result and reads nothing. Returns when the answer has begun. */
async function holdAnswer(t: TestContext, { port }: Pick<TestGateway, 'port'>): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  t.after(() => socket.destroy());
  const headers = Object.entries(CREDENTIALS).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`GET ${RESULT} HTTP/1.1\r\nHost: gateway\r\n${headers.join('')}\r\n`);
  await once(socket, 'readable');
  return socket;
}

async function read({ url }: Pick<TestGateway, 'url'>, path: string, headers: HeadersInit) {
  const answer = await fetch(url + path, { headers });
  const text = await answer.text();
  const { error } = JSON.parse(text) as { readonly error?: Record<'code' | 'message', string> };
  return { status: answer.status, error, retryAfter: answer.headers.get('retry-after'), text };
}

describe('answers that are not read', () => {
  it('are bounded for each organisation, and others are answered', async (t) => {
    const gateway = await start(t, { unreadOrganisationBytesMax: 2 * BODY_BYTES });
    const unread = await holdAnswer(t, gateway);
    const rejected = await read(gateway, RESULT, CREDENTIALS);
    assert.deepEqual(
      [rejected.status, rejected.error?.code, rejected.retryAfter],
      [429, 'concurrency_limited', '1'],
    );
    assert.match(rejected.error!.message, /answers to this organisation wait to be read/);
    const small = await read(gateway, '/api/v1/platforms', CREDENTIALS);
    const other = await read(gateway, RESULT, { ...CREDENTIALS, 'X-Org-Id': OTHER_ORGANISATION });
    assert.deepEqual([small.status, other.status], [200, 200]);
    unread.destroy();
    await until('the bytes are free', async () => (await read(gateway, RESULT, CREDENTIALS)).status === 200);
  });

  it('are bounded in all', async (t) => {
    const gateway = await start(t, { unreadBytesMax: 2 * BODY_BYTES });
    await holdAnswer(t, gateway);
    const rejected = await read(gateway, RESULT, { ...CREDENTIALS, 'X-Org-Id': OTHER_ORGANISATION });
    assert.deepEqual([rejected.status, rejected.error?.code], [429, 'concurrency_limited']);
  });

  it('do not count any more once they are read, and one alone is never too large', async (t) => {
    const gateway = await start(t, { unreadOrganisationBytesMax: 1 });
    for (let turn = 0; turn < 3; turn += 1)
      assert.equal((await read(gateway, RESULT, CREDENTIALS)).status, 200);
  });

  it('are whole when they are read, also behind another one on the same connection', async (t) => {
    const gateway = await start(t, {});
    const { text: body } = await read(gateway, RESULT, CREDENTIALS);
    const headers = Object.entries(CREDENTIALS).map(([name, value]) => `${name}: ${value}\r\n`);
    const request = `GET ${RESULT} HTTP/1.1\r\nHost: gateway\r\n${headers.join('')}`;
    const { text } = await rawRequest(gateway.port, (socket) => {
      socket.write(`${request}\r\n${request}Connection: close\r\n\r\n`);
    });
    const lengths = [...text.matchAll(/^[0-9a-f]+\r\n/gm)].map(([hex]) => Number.parseInt(hex, 16));
    const bytes = lengths.reduce((sum, length) => sum + length, 0);
    assert.equal(bytes, 2 * Buffer.byteLength(body));
  });

  it('are bounded for each address of anonymous callers', async (t) => {
    const gateway = await start(t, { unreadAddressBytesMax: 1 });
    const { text } = await rawRequest(gateway.port, (socket) => {
      const request = 'GET /openapi.json HTTP/1.1\r\nHost: gateway\r\n';
      // Both are answered before the first answer can leave.
      socket.write(`${request}\r\n${request}Connection: close\r\n\r\n`);
    });
    const statuses = [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => status);
    assert.deepEqual(statuses, ['200', '429']);
    assert.ok(text.includes('answers to this address wait to be read'));
    assert.equal((await fetch(`${gateway.url}/openapi.json`)).status, 200);
  });
});

const certificate = makeCertificate({ name: 'ours', hosts: ['127.0.0.1'] });
const MATERIAL: LiveMaterial = {
  current: () => ({
    cert: Buffer.from(certificate.cert),
    key: Buffer.from(certificate.key),
    ca: null,
    expiresAt: null,
  }),
  onChange: () => () => {},
  close() {},
};

for (const [kind, material, open] of [
  ['a plain connection', null, (port: number) => connect(port, '127.0.0.1')],
  [
    'a connection over TLS',
    MATERIAL,
    (port: number) => tlsConnect({ port, host: '127.0.0.1', rejectUnauthorized: false }),
  ],
] as const) {
  describe(kind, () => {
    const STALL_MS = 1_000;
    const BODY = Buffer.alloc(240 * GATEWAY_LIMITS.answerPieceBytes, 'x');

    async function sendRequest(t: TestContext, request: string): Promise<Socket> {
      const limits = { ...GATEWAY_LIMITS, connectionCheckMs: 50, answerStallMsMax: STALL_MS };
      const server = createHttpServer(limits, material);
      server.on('request', (_request, response) => void writePieces(response, piecesOf(BODY)));
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      const socket = open((server.address() as AddressInfo).port).on('error', () => {});
      t.after(() => {
        socket.destroy();
        server.close();
        server.closeAllConnections();
      });
      socket.write(request);
      return socket;
    }

    it('whose answer makes no progress is destroyed, even if it sends meanwhile', async (t) => {
      const socket = await sendRequest(t, 'GET / HTTP/1.1\r\nHost: a\r\n\r\nGET /');
      const sending = setInterval(() => socket.write('x'), 50);
      t.after(() => clearInterval(sending));
      const startedMs = performance.now();
      await new Promise((resolve) => socket.once('close', resolve));
      assert.ok(performance.now() - startedMs >= STALL_MS);
    });

    it('that reads slowly and steadily gets the whole answer, however long it takes', async (t) => {
      const socket = await sendRequest(t, 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
      const startedMs = performance.now();
      let bytes = 0;
      for await (const chunk of socket as AsyncIterable<Buffer>) {
        bytes += chunk.length;
        await sleep(chunk.length / 6_000);
      }
      const tookMs = performance.now() - startedMs;
      assert.ok(bytes > BODY.length);
      assert.ok(tookMs > 2 * STALL_MS, `${tookMs} ms`);
    });
  });
}

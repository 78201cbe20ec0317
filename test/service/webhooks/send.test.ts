/** Receivers of every kind, and names that lead where they must not: one attempt against each. */
import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { type LookupAddress, lookup as systemLookup } from 'node:dns';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { Webhook } from 'standardwebhooks';
import type { AttemptOutcome, WebhookTarget } from '../../../src/contract/webhook.ts';
import { createAddressGuard } from '../../../src/infra/network/address-guard.ts';
import { createResolveAll } from '../../../src/infra/network/guarded-lookup.ts';
import { deliveryBody } from '../../../src/service/webhooks/messages/body.ts';
import { createResolve } from '../../../src/service/webhooks/resolve.ts';
import {
  createSender,
  type Post,
  type SenderOptions,
  WEBHOOK_ANSWER_BYTES_STORED_MAX,
} from '../../../src/service/webhooks/sending/send.ts';
import { makeWebhookSecret } from '../../../src/service/webhooks/sending/sign.ts';
import { startReceiver } from '../../support/service/receiver.ts';
import { webhookEvent } from '../../support/service/webhook-event.ts';

const FIXTURES = join(import.meta.dirname, '../../fixtures/webhooks');
const tls = {
  key: readFileSync(join(FIXTURES, 'receiver.key'), 'utf8'),
  cert: readFileSync(join(FIXTURES, 'receiver.crt'), 'utf8'),
};
/** For receivers that answer: a busy machine must not look like a slow one. */
const ATTEMPT_MS = 10_000;
/** For those that never do. */
const SHORT_ATTEMPT_MS = 2_000;
const secret = makeWebhookSecret();

function sender(options: Partial<SenderOptions> = {}, allowedNetworks = ['127.0.0.0/8']) {
  const made = createSender({
    guard: createAddressGuard({ allowsHttp: true, allowedNetworks }),
    version: '0.0.0-test',
    attemptMsMax: ATTEMPT_MS,
    ...options,
  });
  after(() => made.close());
  return made;
}

function post(url: string, target: WebhookTarget = 'generic'): Post {
  const event = webhookEvent();
  const body = deliveryBody(event, target, 'https://flowarden.example');
  return { url, deliveryId: event.id, event: event.kind, target, body, secret, nextSecret: null };
}

const answer =
  (status: number, headers: Record<string, string> = {}, body = ''): RequestListener =>
  (_, response) =>
    void response.writeHead(status, headers).end(body);

interface Case {
  readonly title: string;
  readonly behaviour: RequestListener;
  readonly outcome: AttemptOutcome;
  readonly status: number | null;
  readonly target?: WebhookTarget;
  readonly retryAfterMs?: number;
}

const ZOO: readonly Case[] = [
  { title: 'answers 200', behaviour: answer(200, {}, 'ok'), outcome: 'success', status: 200 },
  { title: 'answers 202', behaviour: answer(202), outcome: 'success', status: 202, target: 'chat-b' },
  { title: 'answers 204', behaviour: answer(204), outcome: 'success', status: 204 },
  {
    title: 'redirects',
    behaviour: answer(302, { location: 'http://169.254.169.254/' }),
    outcome: 'redirect',
    status: 302,
  },
  {
    title: 'redirects for good',
    behaviour: answer(308, { location: '/' }),
    outcome: 'redirect',
    status: 308,
  },
  { title: 'answers 401', behaviour: answer(401), outcome: 'client_error', status: 401 },
  { title: 'answers 410', behaviour: answer(410), outcome: 'gone', status: 410 },
  { title: 'answers 429', behaviour: answer(429), outcome: 'rate_limited', status: 429 },
  {
    title: 'answers 429 and says when',
    behaviour: answer(429, { 'retry-after': '7' }),
    outcome: 'rate_limited',
    status: 429,
    retryAfterMs: 7_000,
  },
  {
    title: 'answers 503 and says when',
    behaviour: answer(503, { 'retry-after': '9' }),
    outcome: 'server_error',
    status: 503,
    retryAfterMs: 9_000,
  },
  {
    title: 'answers 200 with an error text in a chat',
    behaviour: answer(200, {}, 'Webhook message delivery failed with error: HTTP error 429'),
    outcome: 'error_in_body',
    status: 200,
    target: 'chat-b',
  },
  { title: 'never answers', behaviour: () => {}, outcome: 'timeout', status: null },
  {
    title: 'never ends its answer',
    behaviour: (_, response) => void response.writeHead(200).write('begun'),
    outcome: 'timeout',
    status: null,
  },
  {
    title: 'answers without end',
    behaviour: (_, response) => {
      response.writeHead(200);
      const pour = () => {
        while (!response.destroyed && response.write('x'.repeat(16_384)));
      };
      response.on('drain', pour);
      pour();
    },
    outcome: 'success',
    status: 200,
  },
  {
    title: 'resets the connection',
    behaviour: (request) => void request.socket.resetAndDestroy(),
    outcome: 'connection_failed',
    status: null,
  },
  {
    title: 'answers with no HTTP',
    behaviour: (request) => void request.socket.end('SSH-2.0-OpenSSH_9.6\r\n\r\n'),
    outcome: 'invalid_response',
    status: null,
  },
];

describe('one attempt', () => {
  for (const { title, behaviour, outcome, status, target, retryAfterMs } of ZOO) {
    it(`to a receiver that ${title}: ${outcome}`, async () => {
      const receiver = await startReceiver(behaviour);
      const attemptMsMax = outcome === 'timeout' ? SHORT_ATTEMPT_MS : ATTEMPT_MS;
      const result = await sender({ attemptMsMax }).send(
        post(`http://127.0.0.1:${receiver.port}/hook`, target),
      );
      assert.equal(result.outcome, outcome, result.error ?? '');
      assert.equal(result.statusCode, status);
      assert.equal(result.retryAfterMs, retryAfterMs);
      assert.equal(result.error === null, status !== null);
      assert.equal(receiver.posts.length, 1, 'it was asked once');
      assert.ok(result.answer.length <= WEBHOOK_ANSWER_BYTES_STORED_MAX);
      assert.ok(outcome !== 'timeout' || result.durationMs >= SHORT_ATTEMPT_MS, `${result.durationMs} ms`);
      assert.ok(result.durationMs < ATTEMPT_MS, `${result.durationMs} ms`);
    });
  }

  it('carries the documented headers over the very bytes', async () => {
    const receiver = await startReceiver(answer(200));
    const sent = post(`http://127.0.0.1:${receiver.port}/hook?a=b`);
    await sender().send(sent);
    const [received] = receiver.posts;
    assert.ok(received);
    assert.ok(received.body.equals(Buffer.from(sent.body)));
    assert.equal(received.path, '/hook?a=b');
    assert.equal(received.headers['content-type'], 'application/json');
    assert.equal(received.headers['x-service-event'], 'validation.completed');
    assert.equal(received.headers['x-service-delivery'], sent.deliveryId);
    assert.equal(received.headers['x-service-target'], 'generic');
    assert.match(String(received.headers['x-service-signature']), /^sha256=[0-9a-f]{64}$/);
    new Webhook(secret).verify(received.body, received.headers as Record<string, string>);
  });

  it('records the beginning of a long answer', async () => {
    const receiver = await startReceiver(answer(500, {}, `begin${'字'.repeat(30_000)}`));
    const { answer: recorded } = await sender().send(post(`http://127.0.0.1:${receiver.port}/`));
    assert.match(recorded, /^begin字+$/);
    assert.ok(Buffer.byteLength(recorded) > WEBHOOK_ANSWER_BYTES_STORED_MAX - 3);
  });

  it('fails where nothing listens', async () => {
    const closed = createServer();
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
    const { port } = closed.address() as { port: number };
    await new Promise((resolve) => closed.close(resolve));
    const result = await sender().send(post(`http://127.0.0.1:${port}/`));
    assert.equal(result.outcome, 'connection_failed');
    assert.match(result.error ?? '', /ECONNREFUSED/);
  });
});

/** Answers every name with the next list of addresses. */
function resolver(...answers: readonly (readonly string[])[]) {
  let queries = 0;
  return (_name: string, done: (error: null, addresses: LookupAddress[]) => void) => {
    const addresses = answers[Math.min(queries, answers.length - 1)]!;
    queries += 1;
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  };
}

describe('a name', () => {
  it('that leads to a trusted certificate is delivered to over TLS', async () => {
    const receiver = await startReceiver(answer(200), tls);
    const to = sender({ resolveAll: resolver(['127.0.0.1']), ca: tls.cert });
    const result = await to.send(post(`https://receiver.test:${receiver.port}/`));
    assert.equal(result.outcome, 'success', result.error ?? '');
  });

  it('whose certificate is not trusted, or is of another name, is not', async () => {
    const receiver = await startReceiver(answer(200), tls);
    const resolveAll = resolver(['127.0.0.1']);
    const untrusted = await sender({ resolveAll }).send(post(`https://receiver.test:${receiver.port}/`));
    const other = await sender({ resolveAll, ca: tls.cert }).send(
      post(`https://other.test:${receiver.port}/`),
    );
    assert.deepEqual([untrusted.outcome, other.outcome], ['tls_failed', 'tls_failed']);
    assert.equal(receiver.posts.length, 0);
  });

  it('that is unknown, or that has no address, fails as such', async () => {
    const unknown = Object.assign(new Error('getaddrinfo ENOTFOUND nowhere.test'), { code: 'ENOTFOUND' });
    const lost = sender({ resolveAll: (_, done) => done(unknown, []) });
    assert.equal((await lost.send(post('https://nowhere.test/'))).outcome, 'name_not_resolved');
    const empty = sender({ resolveAll: resolver([]) });
    assert.equal((await empty.send(post('https://empty.test/'))).outcome, 'name_not_resolved');
  });

  const LEADING: readonly (readonly [string, readonly string[]])[] = [
    ['this machine', ['127.0.0.1']],
    ['a private network', ['10.1.2.3']],
    ['a metadata service', ['169.254.169.254']],
    ['a private address written as IPv6', ['::ffff:10.1.2.3']],
    ['a private address among public ones', ['1.1.1.1', '10.1.2.3']],
    ['a private address before public ones', ['10.1.2.3', '1.1.1.1']],
  ];
  for (const [where, addresses] of LEADING) {
    it(`that leads to ${where} is not called`, async () => {
      const receiver = await startReceiver(answer(200));
      const to = sender({ resolveAll: resolver(addresses) }, []);
      const result = await to.send(post(`http://rebinding.test:${receiver.port}/`));
      assert.equal(result.outcome, 'address_not_allowed', result.error ?? '');
      assert.equal(receiver.posts.length, 0);
    });
  }

  it('that changes its mind between two attempts is looked at again', async () => {
    const receiver = await startReceiver((_, response) =>
      response.writeHead(200, { connection: 'close' }).end(),
    );
    const to = sender({ resolveAll: resolver(['127.0.0.2'], ['127.0.0.1']) }, ['127.0.0.2/32']);
    const first = await to.send(post(`http://rebinding.test:${receiver.port}/`));
    const second = await to.send(post(`http://rebinding.test:${receiver.port}/`));
    // Nothing listens at the first address: the attempt was allowed.
    assert.deepEqual([first.outcome, second.outcome], ['connection_failed', 'address_not_allowed']);
    assert.equal(receiver.posts.length, 0);
  });

  it('that is a literal is checked at every attempt too', async () => {
    const receiver = await startReceiver(answer(200));
    const strict = sender({}, []);
    for (const host of ['127.0.0.1', '2130706433', '0x7f.1', '[::ffff:127.0.0.1]', 'localhost']) {
      const result = await strict.send(post(`http://${host}:${receiver.port}/`));
      assert.equal(result.outcome, 'address_not_allowed', host);
    }
    assert.equal(receiver.posts.length, 0);
  });

  it('that the guard allowed and the peer belies is left before a byte is sent', async () => {
    const ended = Promise.withResolvers<number>();
    const server = createServer((socket) => {
      let bytes = 0;
      socket.on('error', ended.reject).on('data', (chunk) => void (bytes += chunk.length));
      socket.on('close', () => ended.resolve(bytes));
    }).listen(0, '127.0.0.1');
    after(() => server.close());
    await once(server, 'listening');
    // The resolver's address passes as another one would that is public; the open connection shows the truth.
    let checks = 0;
    const guard = { allowsHttp: true, allows: () => (checks += 1) === 1 };
    const to = sender({ guard, resolveAll: resolver(['127.0.0.1']) });
    const result = await to.send(post(`http://proxy.test:${(server.address() as AddressInfo).port}/`));
    assert.equal(result.outcome, 'address_not_allowed', result.error ?? '');
    assert.match(result.error ?? '', /^The peer/);
    assert.equal(await ended.promise, 0);
  });

  /** A name server that takes questions and never answers. */
  async function silentServer() {
    const socket = createSocket('udp4');
    after(() => socket.close());
    await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
    return [`127.0.0.1:${socket.address().port}`];
  }

  it('whose name server is silent is not waited for for long', async () => {
    const begunMs = performance.now();
    const resolve = createResolve({ servers: await silentServer(), msMax: 100 });
    assert.deepEqual(await resolve('hooks.example.com'), []);
    assert.ok(performance.now() - begunMs < 4_000);
  });

  it('whose name server is silent holds no thread that other names need', async () => {
    const servers = await silentServer();
    const to = sender({ resolveAll: createResolveAll({ servers, msMax: 8_000 }), attemptMsMax: 4_000 });
    const silent = Array.from({ length: 8 }, (_, count) => to.send(post(`http://silent-${count}.test/`)));
    let hasEnded = false;
    for (const sending of silent) void sending.then(() => (hasEnded = true));
    // Needs a thread, as look-ups of the system do.
    await new Promise((resolve) => systemLookup('127.0.0.1.', resolve));
    assert.equal(hasEnded, false);
    const results = await Promise.all(silent);
    assert.ok(results.every(({ outcome }) => outcome === 'timeout'));
  });

  it('that only this machine knows is found by its own means', async () => {
    const receiver = await startReceiver(answer(200));
    const result = await sender({ resolveAll: createResolveAll() }).send(
      post(`http://localhost:${receiver.port}/`),
    );
    assert.equal(result.outcome, 'success', result.error ?? '');
  });
});

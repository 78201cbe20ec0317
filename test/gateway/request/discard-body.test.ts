/** Rejected uploads whose senders read nothing before they have sent everything. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { createDiscardBudget, type DiscardLimits } from '../../../gateway/request/discard-body.ts';
import { outcome, startCore, startTestGateway, type TestGateway, uploadHead } from '../support/support.ts';

const MIB = 1024 * 1024;
const LARGE = 11 * MIB;
/** Within the limit of a file, and more than the kernel takes in for a receiver that does not read. */
const SMALLER = { 'Content-Length': 9 * MIB };

async function start(t: TestContext, limits: Partial<DiscardLimits> = {}): Promise<TestGateway> {
  const core = await startCore();
  const gateway = await startTestGateway({ corePort: core.port, discardLimits: limits });
  t.after(async () => {
    await gateway.stop();
    core.stop();
  });
  return gateway;
}

/** Sends everything and only then reads. Returns the answer; null when sending has failed. */
async function sendThenRead(
  { port }: Pick<TestGateway, 'port'>,
  head: string,
  body: Buffer,
): Promise<string | null> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }).on('error', () => {});
  socket.pause();
  try {
    await once(socket, 'connect');
    socket.write(head);
    const failure = await new Promise<Error | null | undefined>(
      (resolve) => void socket.write(body, resolve),
    );
    if (failure) return null;
    let text = '';
    for await (const chunk of socket as AsyncIterable<Buffer>) text += chunk.toString();
    return text;
  } finally {
    socket.destroy();
  }
}

const chunked = (bytes: number): Buffer =>
  Buffer.concat([
    Buffer.from(`${bytes.toString(16)}\r\n`),
    Buffer.alloc(bytes),
    Buffer.from('\r\n0\r\n\r\n'),
  ]);

describe('a sender that reads only after it has sent everything', () => {
  for (const [fact, headers, expected, path] of [
    ['a file that is too large', {}, [413, 'file_too_large']],
    ['no credentials', { Authorization: '' }, [401, 'authentication_required']],
    ['a compressed body', { 'Content-Encoding': 'gzip', ...SMALLER }, [400, 'unsupported_content_type']],
    ['a path that is not there', {}, [404, 'route_not_found'], '/api/v1/nowhere'],
  ] as const) {
    it(`gets the answer to ${fact}`, async (t) => {
      const gateway = await start(t);
      const all = { 'Content-Length': LARGE, ...headers };
      const text = await sendThenRead(gateway, uploadHead(all, path), Buffer.alloc(all['Content-Length']));
      assert.deepEqual(outcome(text ?? ''), expected);
      assert.match(text!, /\r\nConnection: close\r\n/);
      assert.match(text!, /\}$/);
    });
  }

  it('gets the answer to a body without a length', async (t) => {
    const gateway = await start(t);
    const head = uploadHead({ 'Transfer-Encoding': 'chunked', Authorization: '' });
    const text = await sendThenRead(gateway, head, chunked(LARGE));
    assert.deepEqual(outcome(text ?? ''), [401, 'authentication_required']);
  });

  it('is read no further when the bytes of its address are used up', async (t) => {
    const gateway = await start(t, { discardedAddressBytesMax: MIB });
    const connected = once(gateway.server, 'connection') as Promise<[Socket]>;
    const head = uploadHead({ 'Content-Length': LARGE });
    await sendThenRead(gateway, head, Buffer.alloc(LARGE));
    const [connection] = await connected;
    if (!connection.closed) await once(connection, 'close');
    assert.ok(connection.bytesRead < 2 * MIB, `${connection.bytesRead} bytes were read`);
  });

  it('is disconnected when it falls silent', async (t) => {
    const gateway = await start(t);
    const connected = once(gateway.server, 'connection') as Promise<[Socket]>;
    const socket = connect({ port: gateway.port, host: '127.0.0.1', allowHalfOpen: true });
    t.after(() => socket.destroy());
    socket.on('error', () => {}).resume();
    socket.write(uploadHead({ 'Content-Length': LARGE }));
    await once(socket, 'end');
    const [connection] = await connected;
    if (!connection.closed) await once(connection, 'close');
  });
});

describe('the bytes that are read in vain', () => {
  it('are bounded for each address and in all, until the next period', () => {
    let nowMs = 0;
    const limits = { discardMsMax: 1_000, discardedBytesMax: 25, discardedAddressBytesMax: 10 };
    const mayRead = createDiscardBudget(limits, () => nowMs);
    assert.deepEqual([mayRead('a', 10), mayRead('a', 1), mayRead('b', 10)], [true, false, true]);
    assert.deepEqual([mayRead('c', 6), mayRead('c', 5)], [false, true]);
    nowMs = 999;
    assert.equal(mayRead('d', 1), false);
    nowMs = 1_000;
    assert.deepEqual([mayRead('a', 10), mayRead('d', 10)], [true, true]);
  });
});

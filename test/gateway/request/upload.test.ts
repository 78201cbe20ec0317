/** Uploads that are too large, broken, slow or hostile. */
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Request, Response } from 'express';
import { freedSink } from '../../../gateway/core/uploads/byte-sink.ts';
import { createUploadMemory } from '../../../gateway/core/uploads/upload-memory.ts';
import { gatherBody } from '../../../gateway/request/body-arrival.ts';
import { BODY_TIMES } from '../../../gateway/request/body-limits.ts';
import { until } from '../../support/processes.ts';
import { call } from '../support/api.ts';
import { resultMessage } from '../support/messages.ts';
import { sendUpload, startRejectingGateway } from '../support/rejecting.ts';
import {
  CREDENTIALS,
  FILE_PART,
  multipart,
  outcome,
  PLATFORM_PART,
  rawRequest,
  startCore,
  startTestGateway,
  type TestGateway,
  uploadHead,
} from '../support/support.ts';

const MIB = 1024 * 1024;

describe('an upload', () => {
  let gateway: TestGateway;
  /** Give up sooner: after a silence, or in all. */
  let impatient: TestGateway;
  let brief: TestGateway;
  before(async () => {
    gateway = await startRejectingGateway();
    impatient = await startRejectingGateway({ idleMsMax: 300 });
    brief = await startRejectingGateway({ uploadMsMax: 900 });
  });
  after(() => Promise.all([gateway, impatient, brief].map((one) => one.stop())));
  const send = (body: string, headers: Record<string, string | number> = {}) =>
    sendUpload(gateway, body, headers);

  describe('over the limit', () => {
    it('is rejected by its Content-Length before a byte of the body is sent', async () => {
      const { text } = await rawRequest(gateway.port, (socket) => {
        socket.write(uploadHead({ 'Content-Length': 20 * MIB }));
      });
      assert.deepEqual(outcome(text), [413, 'file_too_large']);
      assert.match(text, /\r\nConnection: close\r\n/);
      assert.match(text, /20,971,520 bytes/);
      assert.match(text, /10,485,760/);
    });

    it('does not cost the answer when the sender sends on', async () => {
      const { text, reset } = await rawRequest(gateway.port, async (socket) => {
        socket.write(uploadHead({ 'Content-Length': 200 * MIB }));
        const chunk = Buffer.alloc(MIB);
        for (let sent = 0; sent < 8 && !socket.destroyed; sent += 1) socket.write(chunk);
      });
      assert.deepEqual(outcome(text), [413, 'file_too_large']);
      assert.equal(reset, false);
    });

    it('is hardly read when it states more than is read in vain', async () => {
      const connected = once(gateway.server, 'connection');
      await rawRequest(gateway.port, (socket) => {
        socket.write(uploadHead({ 'Content-Length': 300 * MIB }));
        socket.write(Buffer.alloc(19 * MIB));
      });
      const [connection] = (await connected) as [Socket];
      if (!connection.closed) await once(connection, 'close');
      assert.ok(connection.bytesRead < MIB / 4, `${connection.bytesRead} bytes were read`);
    });

    it('is answered at the limit when it is chunked, before the rest has come', async () => {
      let sent = 0;
      const { text } = await rawRequest(gateway.port, async (socket) => {
        let isAnswered = false;
        socket.once('data', () => (isAnswered = true));
        socket.write(uploadHead({ 'Transfer-Encoding': 'chunked' }));
        const start = '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n';
        socket.write(`${start.length.toString(16)}\r\n${start}\r\n`);
        const chunk = Buffer.concat([
          Buffer.from(`${MIB.toString(16)}\r\n`),
          Buffer.alloc(MIB),
          Buffer.from('\r\n'),
        ]);
        while (sent < 100 * MIB && !isAnswered) {
          if (!socket.write(chunk) && !(await drained(socket))) break;
          sent += MIB;
        }
      });
      assert.deepEqual(outcome(text), [413, 'file_too_large']);
      assert.match(text, /\r\nConnection: close\r\n/);
      assert.ok(sent < 60 * MIB, `${sent / MIB} MiB were taken`);
    });

    it('is rejected one byte over the limit', async () => {
      const body = multipart([PLATFORM_PART, ['name="file"; filename="a"', 'x'.repeat(10 * MIB + 1)]]);
      assert.deepEqual(outcome((await send(body)).text), [413, 'file_too_large']);
    });

    it('is rejected when the rest of the form makes a chunked body too large', async () => {
      const filler = 'x'.repeat(11 * MIB);
      const { text } = await rawRequest(gateway.port, (socket) => {
        const body = `${filler}\r\n${multipart([FILE_PART])}`;
        socket.write(
          `${uploadHead({ 'Transfer-Encoding': 'chunked' })}${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
        );
      });
      assert.deepEqual(outcome(text), [413, 'request_too_large']);
    });
  });

  describe('that is not allowed to begin', () => {
    for (const [fact, headers, expected] of [
      ['without credentials', { Authorization: '' }, [401, 'authentication_required']],
      ['of a wrong type', { 'Content-Type': 'application/json' }, [400, 'unsupported_content_type']],
      ['without a type', { 'Content-Type': '' }, [400, 'unsupported_content_type']],
      ['that is compressed', { 'Content-Encoding': 'gzip' }, [400, 'unsupported_content_type']],
    ] as const) {
      it(`is rejected ${fact} while its body is still to come`, async () => {
        const { text } = await rawRequest(gateway.port, (socket) => {
          socket.write(uploadHead({ 'Content-Length': 5 * MIB, ...headers }));
        });
        assert.deepEqual(outcome(text), expected);
      });
    }

    it('gets no 100 Continue when it is rejected', async () => {
      const { text } = await rawRequest(gateway.port, (socket) => {
        socket.write(uploadHead({ 'Content-Length': 50 * MIB, Expect: '100-continue' }));
      });
      assert.deepEqual(outcome(text), [413, 'file_too_large']);
    });

    it('gets 100 Continue when it is admitted', async () => {
      const body = multipart([PLATFORM_PART]);
      const { text } = await rawRequest(gateway.port, async (socket) => {
        socket.write(
          uploadHead({ 'Content-Length': body.length, Expect: '100-continue', Connection: 'close' }),
        );
        const [first] = await once(socket, 'data');
        assert.match(String(first), /^HTTP\/1\.1 100 Continue/);
        socket.write(body);
      });
      assert.match(text, /"code":"missing_file"/);
    });
  });

  describe('that stops', () => {
    it('is given up after the longest silence', async () => {
      const { text, milliseconds } = await rawRequest(impatient.port, (socket) => {
        socket.write(`${uploadHead({ 'Content-Length': 5000 })}--b\r\n`);
      });
      assert.deepEqual(outcome(text), [400, 'upload_too_slow']);
      assert.match(text, /\r\nConnection: close\r\n/);
      assert.match(text, /Nothing of the body has arrived/);
      assert.ok(milliseconds >= 280, `${milliseconds} ms`);
    });

    it('is given up after the longest time although something still comes', async () => {
      const { text, milliseconds } = await rawRequest(brief.port, async (socket) => {
        socket.write(`${uploadHead({ 'Content-Length': 5000 })}--b\r\n`);
        for (let count = 0; count < 100 && socket.writable; count += 1) {
          await sleep(100);
          socket.write('x');
        }
      });
      assert.deepEqual(outcome(text), [400, 'upload_too_slow']);
      assert.ok(milliseconds >= 850, `${milliseconds} ms`);
    });

    it('because the sender ended is answered', async () => {
      const { text } = await rawRequest(gateway.port, (socket) => {
        socket.end(`${uploadHead({ 'Content-Length': 5000 })}--b\r\n`);
      });
      assert.deepEqual(outcome(text), [400, 'upload_incomplete']);
    });

    it('because the sender vanished leaves nothing behind', async () => {
      await rawRequest(gateway.port, async (socket) => {
        socket.write(uploadHead({ 'Content-Length': 5000, Expect: '100-continue' }));
        await once(socket, 'data');
        socket.write('--b\r\n');
        socket.resetAndDestroy();
      });
      await until('the end is noted', () => /"status":499/.test(gateway.logLines.slice(-2).join('')));
      await until('its connection is closed', () => {
        const { promise, resolve } = Promise.withResolvers<boolean>();
        gateway.server.getConnections((_error, count) => resolve(count === 0));
        return promise;
      });
    });

    it('short of its Content-Length is given up', async () => {
      const body = multipart([PLATFORM_PART, FILE_PART]);
      const { text } = await sendUpload(impatient, body, { 'Content-Length': body.length + 10 });
      assert.deepEqual(outcome(text), [400, 'upload_too_slow']);
    });

    it('beyond its Content-Length is rejected as a broken form or as a broken next request', async () => {
      const body = multipart([PLATFORM_PART, FILE_PART]);
      const { text } = await send(body, { 'Content-Length': body.length - 20, Connection: 'keep-alive' });
      const [status, code] = outcome(text);
      assert.equal(status, 400);
      assert.ok(['malformed_multipart', 'invalid_request'].includes(code), code);
    });
  });

  it('arrives as it was sent, however many come at once and go away in the middle', async (context) => {
    const sumOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
    const core = await startCore({
      validate: ({ request }) => ({
        validation: { ...resultMessage(), filename: `${request.filename} ${sumOf(request.file)}` },
        blocked: false,
      }),
    });
    const whole = await startTestGateway({ corePort: core.port });
    context.after(async () => {
      await whole.stop();
      core.stop();
    });
    const goAway = () =>
      rawRequest(whole.port, async (socket) => {
        socket.write(uploadHead({ 'Content-Length': 3 * MIB }));
        socket.write(Buffer.alloc(MIB, 'x'));
        await sleep(5);
        socket.resetAndDestroy();
      });
    const send = async (number: number) => {
      const bytes = randomBytes(1 + number * 40_000);
      const name = `${number}.xaml`;
      const body = Buffer.concat([
        Buffer.from(
          `--b\r\nContent-Disposition: form-data; name="platform"\r\n\r\nplatform_1\r\n--b\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n`,
        ),
        bytes,
        Buffer.from('\r\n--b--\r\n'),
      ]);
      // Every other one does not say how long it is.
      const init = number % 2 === 0 ? { body } : { body: new Blob([body]).stream(), duplex: 'half' };
      const { status, body: answer } = await call(whole, '/api/v1/validate', {
        method: 'POST',
        headers: { ...CREDENTIALS, 'Content-Type': 'multipart/form-data; boundary=b' },
        ...init,
      } as RequestInit);
      assert.deepEqual([status, answer.filename], [200, `${name} ${sumOf(bytes)}`]);
    };
    await Promise.all(Array.from({ length: 12 }, (_, number) => Promise.all([send(number), goAway()])));
  });

  it('that is rejected leaves a small body unread and the connection open', async () => {
    for (let round = 0; round < 3; round += 1) {
      const answer = await call(gateway, '/api/v1/validate', {
        method: 'POST',
        body: 'x'.repeat(1000),
        headers: { ...CREDENTIALS, 'Content-Type': 'text/plain' },
      });
      assert.equal(answer.body.error.code, 'unsupported_content_type');
      assert.equal(answer.headers.get('connection'), 'keep-alive');
    }
  });
});

describe('the body of an upload', () => {
  it('takes memory as it arrives, not as its sender announces', () => {
    const sink = freedSink(10 * MIB, 10 * MIB, createUploadMemory()(null));
    sink.add(Buffer.alloc(1));
    assert.ok(sink.finish().buffer.byteLength < MIB);
    sink.free();
  });

  it('is whole however it grows', () => {
    for (const expected of [null, 3 * MIB + 1]) {
      const sent = randomBytes(3 * MIB + 1);
      const sink = freedSink(expected, 10 * MIB, createUploadMemory()(null));
      for (let place = 0; place < sent.length; place += 65_536)
        sink.add(Buffer.copyBytesFrom(sent, place, 65_536));
      assert.equal(sink.finish().compare(sent), 0);
      sink.free();
    }
  });

  it('that comes fast lets others have their turn', async () => {
    let sent = 0;
    const body = new Readable({
      read() {
        sent += 65_536;
        this.push(sent > 4 * MIB ? null : Buffer.alloc(65_536));
      },
    });
    const limits = { ...BODY_TIMES, bodyBytesMax: 10 * MIB, tooSlowCode: 'upload_too_slow' } as const;
    const whole = gatherBody(body as Request, {} as Response, limits);
    let most = 0;
    for (let before = 0; before < sent || sent === 0; await new Promise(setImmediate)) {
      most = Math.max(most, sent - before);
      before = sent;
    }
    assert.equal((await whole).length, 4 * MIB);
    assert.ok(most <= MIB / 2, `${most} bytes were read in one turn`);
  });
});

async function drained(socket: NodeJS.EventEmitter): Promise<boolean> {
  const gone = new AbortController();
  const { signal } = gone;
  try {
    return await Promise.race([
      once(socket, 'drain', { signal }).then(() => true),
      once(socket, 'close', { signal }).then(() => false),
    ]);
  } catch {
    return false;
  } finally {
    gone.abort();
  }
}

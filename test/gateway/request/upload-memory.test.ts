/** The memory that uploads take while they arrive: limited per organisation and in all, and given back. */

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { after, describe, it, type TestContext } from 'node:test';
import { UPLOAD_PIECE_BYTES } from '../../../gateway/core/uploads/file-pieces.ts';
import type { UploadLimits } from '../../../gateway/core/uploads/upload-memory.ts';
import { CONTRACT_LIMITS } from '../../../src/contract/limits.ts';
import type { UploadValidationRequest } from '../../../src/gen/flowarden/v1/validation.ts';
import { until } from '../../support/processes.ts';
import { runMessage } from '../support/messages.ts';
import {
  CREDENTIALS,
  form,
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
const OTHER = { ...CREDENTIALS, 'X-Org-Id': '7b1d7f0e-52c4-4b0e-9d0a-6b1f2a3c4d5e' };
const HEAD = uploadHead({ 'Content-Length': 3 * MIB, Connection: 'close' });
const BEGUN = `${multipart([PLATFORM_PART], '')}--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n`;

const core = await startCore();
after(() => core.stop());

async function start(t: TestContext, uploadLimits: Partial<UploadLimits>): Promise<TestGateway> {
  const gateway = await startTestGateway({ corePort: core.port, uploadLimits });
  t.after(() => gateway.stop());
  return gateway;
}

/** Begins an upload of 3 MiB and sends most of it. Returns when the gateway, which is in this process, has read that. */
async function beginUpload(t: TestContext, { port, server }: TestGateway): Promise<Socket> {
  const taken = once(server, 'connection') as Promise<[Socket]>;
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  t.after(() => socket.destroy());
  const text = HEAD + BEGUN + 'x'.repeat(2 * MIB);
  socket.write(text);
  const [other] = await taken;
  await until('it has arrived', () => other.bytesRead === text.length);
  return socket;
}

async function upload({ url }: TestGateway, headers: Record<string, string> = CREDENTIALS) {
  const body = form({}, 'x'.repeat(2 * MIB));
  const answer = await fetch(`${url}/api/v1/validate`, { method: 'POST', headers, body });
  const { error } = (await answer.json()) as { readonly error?: Record<'code' | 'message', string> };
  return { status: answer.status, error, retryAfter: answer.headers.get('retry-after') };
}

describe('uploads that are gathered in memory', () => {
  it('are limited for each organisation by what has arrived, and others go on', async (t) => {
    const gateway = await start(t, { uploadOrganisationBytesMax: 4 * MIB });
    const held = await beginUpload(t, gateway);
    const rejected = await upload(gateway);
    assert.deepEqual(
      [rejected.status, rejected.error?.code, rejected.retryAfter],
      [429, 'concurrency_limited', '1'],
    );
    assert.match(rejected.error!.message, /^The upload memory of this organisation/);
    assert.equal((await upload(gateway, OTHER)).status, 200);
    held.destroy();
    await until('the memory is free', async () => (await upload(gateway)).status === 200);
  });

  it('are limited in all', async (t) => {
    const gateway = await start(t, { uploadBytesMax: 4 * MIB });
    await beginUpload(t, gateway);
    const rejected = await upload(gateway, OTHER);
    assert.deepEqual([rejected.status, rejected.error?.code], [429, 'concurrency_limited']);
  });

  it('give their memory back, however they end', async (t) => {
    const gateway = await start(t, { uploadBytesMax: 4 * MIB });
    for (let turn = 0; turn < 3; turn += 1) {
      const cutOff = await beginUpload(t, gateway);
      cutOff.destroy();
      await until('the memory is free', async () => (await upload(gateway)).status === 200);
      const broken = await rawRequest(gateway.port, (socket) => {
        socket.write(`${HEAD}${'x'.repeat(3 * MIB)}`);
      });
      assert.deepEqual(outcome(broken.text), [400, 'malformed_multipart']);
      await until('the memory is free', async () => (await upload(gateway)).status === 200);
    }
  });
});

/** Part of an upload that the core has received. */
interface Received {
  bytes: number;
  readonly digest: ReturnType<typeof createHash>;
  platform: string;
  isCancelled: boolean;
}

describe('uploads that are validated later', () => {
  const UPLOADS = 50;
  const SENT = 2 * MIB;
  /** Of each upload the gateway holds the piece that waits for the end, and the one that it fills. */
  const HELD_MAX = 3 * UPLOAD_PIECE_BYTES;
  const START = `${multipart([PLATFORM_PART], '')}--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n`;
  const END = '\r\n--b--\r\n';
  const head = uploadHead(
    {
      'Content-Length': START.length + CONTRACT_LIMITS.fileBytesAsyncMax + END.length,
      Connection: 'close',
    },
    '/api/v1/validate/async',
  );

  it('pass through in pieces: while fifty arrive slowly, the core has all that was sent but the last pieces', async (t) => {
    const received: Received[] = [];
    const receiving = await startCore({
      uploadValidation(call, done) {
        const upload: Received = { bytes: 0, digest: createHash('sha256'), platform: '', isCancelled: false };
        received.push(upload);
        call.once('cancelled', () => {
          upload.isCancelled = true;
        });
        call.on('data', ({ content, submission }: UploadValidationRequest) => {
          upload.bytes += content.length;
          upload.digest.update(content);
          upload.platform += submission?.platform ?? '';
        });
        call.once('end', () => done(null, { run: runMessage() }));
      },
    });
    t.after(() => receiving.stop());
    // Not one byte may be gathered.
    const limits = { uploadBytesMax: 0, uploadOrganisationBytesMax: 0 };
    const gateway = await startTestGateway({ corePort: receiving.port, uploadLimits: limits });
    t.after(() => gateway.stop());
    const file = Buffer.alloc(CONTRACT_LIMITS.fileBytesAsyncMax, 'flow of bytes');
    const sockets = Array.from({ length: UPLOADS }, () => {
      const socket = connect(gateway.port, '127.0.0.1').on('error', () => {});
      t.after(() => socket.destroy());
      socket.write(head + START);
      socket.write(file.subarray(0, SENT));
      return socket;
    });
    await until(
      'the core has nearly all that was sent',
      () => received.length === UPLOADS && received.every(({ bytes }) => bytes >= SENT - HELD_MAX),
    );

    const [first, ...others] = sockets;
    let answer = '';
    first!.on('data', (text) => {
      answer += text;
    });
    first!.write(file.subarray(SENT));
    first!.write(END);
    await once(first!, 'close');
    assert.match(answer, /^HTTP\/1\.1 200 /);
    const whole = received.find(({ bytes }) => bytes === file.length);
    assert.equal(whole?.digest.digest('hex'), createHash('sha256').update(file).digest('hex'));
    assert.equal(whole?.platform, 'platform_1');

    for (const socket of others) socket.destroy();
    await until(
      'all others are cancelled',
      () => received.filter(({ isCancelled }) => isCancelled).length >= UPLOADS - 1,
    );
    assert.ok(received.every((upload) => upload === whole || upload.platform === ''));
  });
});

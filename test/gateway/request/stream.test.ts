/** Endpoints that hand the file of a form on as it comes. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { textField } from '../../../gateway/endpoint/fields.ts';
import { defineStreamRoute, NOTHING } from '../../../gateway/endpoint/route.ts';
import { until } from '../../support/processes.ts';
import {
  FILE_PART,
  multipart,
  outcome,
  rawRequest,
  startCore,
  startTestGateway,
  type TestCore,
  type TestGateway,
} from '../support/support.ts';

const MIB = 1024 * 1024;
const FILE_BYTES_MAX = 64 * MIB;

/** End of each file at the endpoint, and its bytes until then. */
const stores: { ended: string; bytes: number }[] = [];
let read: (file: Readable) => Promise<string>;

const route = defineStreamRoute({
  method: 'POST',
  path: '/streams',
  operationId: 'stream',
  tag: 'Service',
  summary: 'x',
  description: 'x',
  access: 'open',
  params: NOTHING,
  query: NOTHING,
  errors: [],
  body: {
    kind: 'stream',
    spelling: 'snake',
    fileBytesMax: FILE_BYTES_MAX,
    fileDescription: 'x',
    schema: z.strictObject({ label: textField(10, 'x').optional() }),
  },
  answers: { 200: { description: 'x', message: 'flowarden.rest.v1.StatusResponse' } },
  async handle({ receive }) {
    const { body, stored, filename } = await receive(async (file, name) => {
      const store = { ended: 'open', bytes: 0 };
      stores.push(store);
      file.on('data', (chunk: Buffer) => {
        store.bytes += chunk.length;
      });
      file.pause();
      try {
        const result = await read(file);
        store.ended = 'whole';
        return `${name} ${result}`;
      } catch (error) {
        store.ended = (error as Error).message;
        throw error;
      }
    });
    return { status: 200, body: { status: `${stored} ${filename} ${body.label ?? 'none'}` } };
  },
});

async function hash(file: Readable): Promise<string> {
  const sum = createHash('sha256');
  for await (const chunk of file) sum.update(chunk);
  return sum.digest('hex').slice(0, 8);
}

describe('a form that is handed on as it comes', () => {
  let core: TestCore;
  let gateway: TestGateway;
  before(async () => {
    core = await startCore();
    gateway = await startTestGateway({ corePort: core.port, routes: [route], bodyTimes: { idleMsMax: 300 } });
  });
  after(async () => {
    await gateway.stop();
    core.stop();
  });
  const head = (length: number | string) =>
    `POST /streams HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: multipart/form-data; boundary=b\r\n${length}\r\n\r\n`;
  const send = (body: string) =>
    rawRequest(gateway.port, (socket) => {
      socket.write(head(`Content-Length: ${Buffer.byteLength(body)}`) + body);
    });

  it('takes fields before and after the file', async () => {
    read = hash;
    const { text } = await send(multipart([FILE_PART, ['name="label"', 'late']]));
    assert.match(text, /"status":"Main.xaml \w{8} Main.xaml late"/);
    assert.match((await send(multipart([['name="label"', 'soon'], FILE_PART]))).text, /Main.xaml soon"/);
  });

  it('takes no more from the sender than its reader takes in, and does not blame the sender for the wait', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    read = async (file) => {
      const sum = createHash('sha256');
      for await (const chunk of file) {
        sum.update(chunk);
        // Longer than the longest silence that a sender may have: this one is ours.
        await promise;
      }
      return sum.digest('hex').slice(0, 8);
    };
    const start = '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n';
    const chunk = Buffer.alloc(MIB, 'flow');
    const chunks = 60;
    let sent = 0;
    const { text } = await rawRequest(gateway.port, async (socket) => {
      socket.write(head(`Content-Length: ${start.length + chunks * MIB + 9}`) + start);
      let held = false;
      for (; sent < chunks; sent += 1) {
        if (socket.write(chunk)) continue;
        const moved = once(socket, 'drain').then(() => true);
        if (await (held ? moved : Promise.race([moved, sleep(700, false)]))) continue;
        held = true;
        resolve();
        assert.ok(sent < 20, `${sent} MiB were taken in by a gateway that had handed on nothing`);
        await moved;
      }
      assert.ok(held);
      socket.write('\r\n--b--\r\n');
    });
    const sum = createHash('sha256')
      .update(Buffer.alloc(chunks * MIB, 'flow'))
      .digest('hex');
    assert.match(text, new RegExp(`a ${sum.slice(0, 8)} a none`));
    assert.equal(stores.at(-1)?.bytes, chunks * MIB);
  });

  const broken: readonly (readonly [
    fact: string,
    body: string,
    status: number,
    code: string,
    ended: RegExp,
  ])[] = [
    [
      'is too large',
      multipart([['name="file"; filename="a"', 'x'.repeat(FILE_BYTES_MAX + 1)]]),
      413,
      'file_too_large',
      /limit/,
    ],
    [
      'ends within the file',
      '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nxx',
      400,
      'malformed_multipart',
      /Unexpected end/,
    ],
    [
      'has a bad field after the file',
      multipart([FILE_PART, ['name="bogus"', 'x']]),
      400,
      'unexpected_field',
      /whole/,
    ],
    ['has an empty file', multipart([['name="file"; filename="a"', '']]), 400, 'empty_file', /whole/],
    ['has two files', multipart([FILE_PART, FILE_PART]), 400, 'too_many_files', /whole/],
  ];
  for (const [fact, body, status, code, ended] of broken) {
    it(`is rejected when it ${fact}, and the receiver of the file gets the error`, async () => {
      read = hash;
      const count = stores.length;
      const { text } = await send(body);
      assert.deepEqual(outcome(text), [status, code]);
      assert.equal(stores.length, count + 1);
      assert.match(stores.at(-1)?.ended ?? '', ended);
    });
  }

  it('is rejected without a file, and no receiver is called', async () => {
    const count = stores.length;
    assert.deepEqual(outcome((await send(multipart([['name="label"', 'a']]))).text), [400, 'missing_file']);
    assert.equal(stores.length, count);
  });

  it('breaks off when the sender falls silent', async () => {
    read = hash;
    const { text } = await rawRequest(gateway.port, (socket) => {
      socket.write(head('Content-Length: 5000'));
      socket.write('--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nxx');
    });
    assert.deepEqual(outcome(text), [400, 'upload_too_slow']);
    assert.match(stores.at(-1)?.ended ?? '', /Nothing of the body has arrived/);
  });

  it('breaks off when the sender goes away', async () => {
    read = hash;
    const count = stores.length;
    await rawRequest(gateway.port, async (socket) => {
      socket.write(head('Content-Length: 5000'));
      socket.write('--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nxx');
      await until('the file has begun', () => stores.length > count);
      socket.resetAndDestroy();
    });
    await until('it has ended', () => stores.at(-1)!.ended !== 'open');
    assert.match(stores.at(-1)!.ended, /connection ended/);
  });

  it('answers with the error of the receiver of the file', async () => {
    read = async () => {
      throw new Error('the disk is full');
    };
    const { text } = await send(multipart([FILE_PART]));
    assert.deepEqual(outcome(text), [500, 'internal_error']);
  });
});

/** Files that are validated later, as they arrive: stored piece by piece, and gone when the upload does not end well. */

import assert from 'node:assert/strict';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { after, describe, it } from 'node:test';
import type { ServiceError } from '@grpc/grpc-js';
import { UPLOAD_PIECE_BYTES } from '../../../gateway/core/uploads/file-pieces.ts';
import { CONTRACT_LIMITS } from '../../../src/contract/limits.ts';
import { eachTag } from '../../../src/contract/runs/run-tags.ts';
import {
  ValidationServiceService as Methods,
  type UploadValidationRequest,
  type ValidationSubmission,
} from '../../../src/gen/flowarden/v1/validation.ts';
import { uuidV7 } from '../../../src/infra/database/uuid-v7.ts';
import { ASYNC_WAITING_MAX } from '../../../src/service/validations/submit-validation.ts';
import { call } from '../../gateway/support/api.ts';
import {
  FILE_PART,
  multipart,
  PLATFORM_PART,
  rawRequest,
  startTestGateway,
} from '../../gateway/support/support.ts';
import { until } from '../../support/processes.ts';
import { richError } from '../../support/rich-error.ts';
import { asyncService, SAMPLE } from '../../support/service/async-service.ts';
import type { Identity } from '../../support/service/core.ts';

const MIB = 1024 * 1024;
const PATH = '/api/v1/validate/async';
const { core, gateway, submit } = await asyncService();
const { owner } = core.database;

/** Counts the stored rows of an organisation. */
async function rowsOf({ orgId }: Identity): Promise<Readonly<Record<'blobs' | 'chunks' | 'runs', number>>> {
  const [row] = await owner`
    select (select count(*) from blobs where org_id = ${orgId})::int as blobs,
      (select count(*) from blob_chunks where org_id = ${orgId})::int as chunks,
      (select count(*) from validations where org_id = ${orgId})::int as runs`;
  return row as Awaited<ReturnType<typeof rowsOf>>;
}
const NOTHING = { blobs: 0, chunks: 0, runs: 0 };

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const headersOf = ({ key, orgId }: Identity) => ({ Authorization: `ApiKey ${key}`, 'X-Org-Id': orgId });

/** The one file that an organisation has stored, and the run of it. */
async function storedOf({ orgId }: Identity) {
  const [blob, ...others] = await owner`
    select id, bytes::int as bytes, state from blobs where org_id = ${orgId}`;
  assert.deepEqual(others, []);
  const chunks = await owner<{ content: Buffer }[]>`
    select content from blob_chunks where org_id = ${orgId} order by number`;
  const [run] = await owner`
    select blob_id, encode(content_sha256, 'hex') as sha256, content_bytes::int as bytes from validations where org_id = ${orgId}`;
  return { blob, run, digest: sha256(Buffer.concat(chunks.map(({ content }) => content))) };
}

/** Fills the queue of an organisation. */
async function fillQueue({ orgId }: Identity, places = 0): Promise<void> {
  await owner`
    insert into validations (org_id, id, status, platform, filename, enforcement_mode, content_sha256, content_bytes, blob_id)
    select ${orgId}, uuid_v7_floor(now() + n * interval '1 ms'), 'queued', 'uipath', 'x', 'warning', '', 1, ${uuidV7()}
    from generate_series(1, ${ASYNC_WAITING_MAX - places}) n`;
}

describe('an upload over REST', () => {
  for (const bytes of [1, UPLOAD_PIECE_BYTES - 1, UPLOAD_PIECE_BYTES, 3 * MIB + 17]) {
    it(`of ${bytes} bytes is stored as it was sent`, async () => {
      const who = await core.identity();
      const file = randomBytes(bytes);
      const { status, body } = await submit({}, file, '/validate/async', {}, who);
      assert.equal(status, 200, JSON.stringify(body));
      const { blob, run, digest } = await storedOf(who);
      assert.deepEqual([blob?.state, blob?.bytes, digest], ['kept', bytes, sha256(file)]);
      assert.deepEqual([run?.blobId, run?.bytes, run?.sha256], [blob?.id, bytes, sha256(file)]);
    });
  }

  it('may have its fields behind the file', async () => {
    const who = await core.identity();
    const { status, body } = await rest(who, multipart([FILE_PART, PLATFORM_PART]));
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual(await rowsOf(who), { blobs: 1, chunks: 1, runs: 1 });
  });

  const large = 'x'.repeat(2 * MIB);
  const rejections: readonly (readonly [
    fact: string,
    parts: Parameters<typeof multipart>[0],
    code: string,
  ])[] = [
    ['has no file', [PLATFORM_PART], 'missing_file'],
    ['has an empty file', [PLATFORM_PART, ['name="file"; filename="a"', '']], 'empty_file'],
    ['names no platform', [['name="file"; filename="a"', large]], 'missing_field'],
    [
      'names an unknown platform',
      [
        ['name="platform"', 'nobodys'],
        ['name="file"; filename="a"', large],
      ],
      'unknown_platform',
    ],
    [
      'has an unknown field behind the file',
      [PLATFORM_PART, ['name="file"; filename="a"', large], ['name="bogus"', 'x']],
      'unexpected_field',
    ],
    ['has two files', [PLATFORM_PART, ['name="file"; filename="a"', large], FILE_PART], 'too_many_files'],
    [
      'names a webhook that is not allowed',
      [PLATFORM_PART, ['name="webhook_url"', 'https://127.0.0.1/'], ['name="file"; filename="a"', large]],
      'webhook_url_not_allowed',
    ],
  ];
  for (const [fact, parts, code] of rejections) {
    it(`that ${fact} leaves nothing`, async () => {
      const who = await core.identity();
      const { status, body } = await rest(who, multipart(parts));
      assert.deepEqual([status, body.error?.code], [400, code]);
      await until('nothing is left', async () => isEqual(await rowsOf(who), NOTHING));
    });
  }

  it('of one byte too many leaves nothing', async () => {
    const who = await core.identity();
    const file = Buffer.alloc(CONTRACT_LIMITS.fileBytesAsyncMax + 1);
    const { status, body } = await submit({}, file, '/validate/async', {}, who);
    assert.deepEqual([status, body.error?.code], [413, 'file_too_large']);
    await until('nothing is left', async () => isEqual(await rowsOf(who), NOTHING));
  });

  it('that breaks off leaves nothing', async () => {
    const who = await core.identity();
    const socket = await beginUpload(who, gateway.port);
    await until('a part of it is stored', async () => (await rowsOf(who)).chunks > 0);
    socket.resetAndDestroy();
    await until('nothing is left', async () => isEqual(await rowsOf(who), NOTHING));
  });

  it('that is repeated with its Idempotency-Key is stored once, and another file under that key is rejected', async () => {
    const who = await core.identity();
    const key = { 'Idempotency-Key': randomUUID() };
    const file = randomBytes(2 * MIB);
    const first = await submit({}, file, '/validate/async', key, who);
    const again = await submit({}, file, '/validate/async', key, who);
    assert.deepEqual([again.status, again.body], [200, first.body]);
    assert.equal(again.headers.get('idempotent-replayed'), 'true');
    const other = await submit({}, randomBytes(2 * MIB), '/validate/async', key, who);
    assert.deepEqual([other.status, other.body.error.code], [409, 'idempotency_key_reused']);
    const { blob, digest } = await storedOf(who);
    assert.deepEqual([blob?.state, digest], ['kept', sha256(file)]);
    assert.equal((await rowsOf(who)).runs, 1);
  });
});

describe('an upload to a full queue', () => {
  it('is rejected without being stored, and only when it has no other error', async () => {
    const who = await core.identity();
    await fillQueue(who);
    const file = randomBytes(2 * MIB);
    const full = await submit({}, file, '/validate/async', {}, who);
    assert.deepEqual([full.status, full.body.error.code], [429, 'queue_full']);
    const wrong = await submit({ platform: 'nobodys' }, file, '/validate/async', {}, who);
    assert.deepEqual([wrong.status, wrong.body.error.code], [400, 'unknown_platform']);
    const { blobs, chunks } = await rowsOf(who);
    assert.deepEqual([blobs, chunks], [0, 0]);
  });

  it('has the answer of the first time when it came before', async () => {
    const who = await core.identity();
    await fillQueue(who, 1);
    const key = { 'Idempotency-Key': randomUUID() };
    const first = await submit({}, SAMPLE, '/validate/async', key, who);
    assert.equal(first.status, 200);
    const again = await submit({}, SAMPLE, '/validate/async', key, who);
    assert.deepEqual([again.status, again.body], [200, first.body]);
    assert.equal((await rowsOf(who)).blobs, 1);
  });
});

describe('an upload over gRPC', () => {
  const submission: ValidationSubmission = {
    filename: 'Main.xaml',
    platform: 'uipath',
    enforcementMode: '',
    ruleset: '',
    policyPack: '',
    environment: '',
    ...eachTag(() => ''),
    metadata: '',
    webhookUrl: '',
  };
  const piece = (content: Buffer): UploadValidationRequest => ({ content, submission: undefined });
  const wanted = { content: Buffer.alloc(0), submission };
  const pieces = (bytes: number) =>
    Array.from({ length: Math.ceil(bytes / MIB) }, (_, index) =>
      piece(Buffer.alloc(Math.min(MIB, bytes - index * MIB), 'x')),
    );
  const upload = (who: Identity, messages: readonly UploadValidationRequest[]) =>
    core.send(Methods.uploadValidation, messages, who);

  it('of exactly the limit is accepted, and rejected with one byte more, which leaves nothing', async () => {
    const who = await core.identity();
    const { run } = await upload(who, [...pieces(CONTRACT_LIMITS.fileBytesAsyncMax), wanted]);
    assert.equal(run?.status, 'queued');
    assert.equal((await storedOf(who)).blob?.bytes, CONTRACT_LIMITS.fileBytesAsyncMax);
    const other = await core.identity();
    const error = await upload(other, [...pieces(CONTRACT_LIMITS.fileBytesAsyncMax + 1), wanted]).catch(
      (failure: ServiceError) => failure,
    );
    assert.equal(richError(error as ServiceError).reason, 'FILE_TOO_LARGE');
    assert.deepEqual(await rowsOf(other), NOTHING);
  });

  for (const [order, messages] of [
    ['before its pieces', [wanted, piece(SAMPLE)]],
    ['between its pieces', [piece(SAMPLE.subarray(0, 9)), wanted, piece(SAMPLE.subarray(9))]],
    ['with its last piece', [piece(SAMPLE.subarray(0, 9)), { content: SAMPLE.subarray(9), submission }]],
  ] as const) {
    it(`may have its submission ${order}`, async () => {
      const who = await core.identity();
      await upload(who, messages);
      assert.equal((await storedOf(who)).digest, sha256(SAMPLE));
    });
  }

  for (const [fact, messages, reason] of [
    ['nothing at all', [], 'MISSING_FIELD'],
    ['no submission', [piece(SAMPLE)], 'MISSING_FIELD'],
    ['two submissions', [wanted, piece(SAMPLE), wanted], 'CONFLICTING_FIELDS'],
    ['no bytes', [wanted], 'EMPTY_FILE'],
    ['a piece that is too large', [piece(Buffer.alloc(MIB + 1)), wanted], 'INVALID_FIELD'],
    [
      'no file name',
      [piece(SAMPLE), { ...wanted, submission: { ...submission, filename: '' } }],
      'MISSING_FIELD',
    ],
  ] as const) {
    it(`with ${fact} is rejected and leaves nothing`, async () => {
      const who = await core.identity();
      const error = await upload(who, messages).catch((failure: ServiceError) => failure);
      assert.equal(richError(error as ServiceError).reason, reason);
      assert.deepEqual(await rowsOf(who), NOTHING);
    });
  }
});

describe('an upload whose core is lost', () => {
  /** A way to the core that breaks once, when these bytes have come. */
  async function breakingWay(mark: string) {
    const lost = Promise.withResolvers<Socket>();
    let isHeard = true;
    const proxy = createServer((socket) => {
      const upstream = connect(core.server.port, '127.0.0.1');
      let isDeaf = false;
      for (const end of [socket, upstream]) end.on('error', () => {});
      upstream.on('close', () => socket.destroy()).on('data', (bytes) => isDeaf || socket.write(bytes));
      socket.on('close', () => upstream.destroy());
      socket.on('data', (bytes) => {
        upstream.write(bytes);
        if (!isHeard || !bytes.includes(mark)) return;
        isDeaf = true;
        isHeard = false;
        lost.resolve(socket);
      });
    });
    const behind = await startTestGateway({ corePort: await listening(proxy) });
    after(async () => {
      await behind.stop();
      proxy.close();
    });
    return { behind, lost: lost.promise };
  }

  it('is sent again when its file is of one piece, and is done once', async () => {
    const who = await core.identity();
    const { behind, lost } = await breakingWay('mark-of-one-piece');
    const body = new FormData();
    body.set('platform', 'uipath');
    body.set('label', 'mark-of-one-piece');
    body.set('file', new Blob([new Uint8Array(SAMPLE)]), 'Main.xaml');
    const answer = call(behind, PATH, { method: 'POST', headers: headersOf(who), body });
    const socket = await lost;
    await until('it is queued', async () => (await rowsOf(who)).runs === 1);
    socket.destroy();
    assert.equal((await answer).status, 200);
    await until('one is left', async () => isEqual(await rowsOf(who), { blobs: 1, chunks: 1, runs: 1 }));
  });

  it('is answered with 503 when its file is of several, and leaves nothing', async () => {
    const who = await core.identity();
    const { behind, lost } = await breakingWay('mark-of-several-pieces');
    const sending = rawRequest(behind.port, async (socket) => {
      const file = ['name="file"; filename="a"', `mark-of-several-pieces${'x'.repeat(MIB)}`] as const;
      const text = multipart([PLATFORM_PART, file], '');
      const rest = `${'x'.repeat(MIB / 2)}\r\n--b--\r\n`;
      socket.write(headFor(who, text.length + rest.length) + text);
      (await lost).destroy();
      // All of it: the gateway may learn of the loss no earlier than with the last piece.
      socket.write(rest);
    });
    const { text } = await sending;
    assert.match(text, /^HTTP\/1\.1 503 .*"code":"engine_unavailable"/s);
    await until('nothing is left', async () => isEqual(await rowsOf(who), NOTHING));
  });
});

function isEqual(one: object, other: object): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Sends a form that was written by hand. */
function rest(who: Identity, body: string) {
  const headers = { ...headersOf(who), 'Content-Type': 'multipart/form-data; boundary=b' };
  return call(gateway, PATH, { method: 'POST', headers, body });
}

function headFor(who: Identity, length: number): string {
  const lines = {
    Host: 'gateway',
    ...headersOf(who),
    'Content-Type': 'multipart/form-data; boundary=b',
    'Content-Length': length,
  };
  const text = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`);
  return `POST ${PATH} HTTP/1.1\r\n${text.join('')}\r\n`;
}

/** Sends 3 MiB of a file of 20. */
async function beginUpload(who: Identity, port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  await once(socket, 'connect');
  const file = ['name="file"; filename="a"', 'x'.repeat(3 * MIB)] as const;
  socket.write(headFor(who, 20 * MIB) + multipart([PLATFORM_PART, file], ''));
  return socket;
}

async function listening(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

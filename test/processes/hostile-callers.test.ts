/** Callers that send what is broken, endless or slow, many at once: others are answered, and nothing of them is left. */

import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { DATABASE_WAITING_MAX } from '../../src/infra/database/load-shedding.ts';
import { INFRA_LIMITS } from '../../src/infra/limits.ts';
import { createLimiter } from '../../src/service/rate-limits/limiter.ts';
import {
  FILE_PART,
  multipart,
  outcome,
  PLATFORM_PART,
  rawRequest,
  startTestGateway,
  uploadHead,
} from '../gateway/support/support.ts';
import { descriptors, steadyDescriptors } from '../support/descriptors.ts';
import { until } from '../support/processes.ts';
import { testCore } from '../support/service/core.ts';

const MIB = 1024 * 1024;
const ROUNDS = 3;

const core = await testCore({
  // Ten times as many as the contract grants, so that it is the requests that fail and not their number.
  limiter: ({ app }) => createLimiter({ sql: app, factor: 10, onError() {} }),
});
const gateway = await startTestGateway({
  corePort: core.server.port,
  bodyTimes: { idleMsMax: 500, uploadMsMax: 3_000 },
});
after(() => gateway.stop());
const identity = await core.identity();
const credentials = { Authorization: `ApiKey ${identity.key}`, 'X-Org-Id': identity.orgId };

const XAML =
  '<Activity xmlns="http://schemas.microsoft.com/netfx/2009/xaml/activities"><Sequence DisplayName="Main"/></Activity>';
const file = (name: string, content = XAML) => [`name="file"; filename="${name}"`, content] as const;

type Write = NonNullable<Parameters<typeof rawRequest>[1]>;
const whole =
  (body: string, headers: Record<string, string | number> = {}): Write =>
  (socket) => {
    const length = { 'Content-Length': Buffer.byteLength(body), Connection: 'close' };
    socket.write(uploadHead({ ...credentials, ...length, ...headers }) + body);
  };
const begun = '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n';

/** Requests of hostile callers and their answers; null: none, as they have gone. */
const HOSTILE: Readonly<Record<string, readonly [write: Write, answer: readonly [number, string] | null]>> = {
  'two files': [whole(multipart([PLATFORM_PART, FILE_PART, FILE_PART])), [400, 'too_many_files']],
  'no file': [whole(multipart([PLATFORM_PART])), [400, 'missing_file']],
  'an empty file': [whole(multipart([PLATFORM_PART, file('a', '')])), [400, 'empty_file']],
  'a name with NUL': [whole(multipart([PLATFORM_PART, file('a\0.xaml')])), [400, 'malformed_multipart']],
  'a field of the prototype': [
    whole(multipart([['name="__proto__"', 'x'], PLATFORM_PART, FILE_PART])),
    [400, 'unexpected_field'],
  ],
  'a thousand fields': [
    whole(multipart([...Array.from({ length: 1000 }, (_, i) => [`name="f${i}"`, 'x'] as const), FILE_PART])),
    [400, 'unexpected_field'],
  ],
  'no boundary': [
    whole(multipart([FILE_PART]), { 'Content-Type': 'multipart/form-data' }),
    [400, 'malformed_multipart'],
  ],
  'a length that is too long': [
    whole(multipart([PLATFORM_PART, FILE_PART]), { 'Content-Length': 5_000 }),
    [400, 'upload_too_slow'],
  ],
  'too much, announced': [
    (socket) => void socket.write(uploadHead({ ...credentials, 'Content-Length': 20 * MIB })),
    [413, 'file_too_large'],
  ],
  'too much, in chunks': [
    (socket) => {
      socket.write(uploadHead({ ...credentials, 'Transfer-Encoding': 'chunked' }));
      socket.write(`${begun.length.toString(16)}\r\n${begun}\r\n`);
      const size = 11 * MIB;
      socket.write(`${size.toString(16)}\r\n`);
      socket.write(Buffer.alloc(size));
    },
    [413, 'file_too_large'],
  ],
  'a byte now and then': [
    async (socket) => {
      socket.write(`${uploadHead({ ...credentials, 'Content-Length': 5_000 })}${begun}`);
      for (let count = 0; count < 60 && socket.writable; count += 1) {
        await sleep(100);
        socket.write('x');
      }
    },
    [400, 'upload_too_slow'],
  ],
  silence: [
    (socket) => void socket.write(`${uploadHead({ ...credentials, 'Content-Length': 5_000 })}${begun}`),
    [400, 'upload_too_slow'],
  ],
  'an end in the middle': [
    (socket) => void socket.end(`${uploadHead({ ...credentials, 'Content-Length': 5_000 })}${begun}`),
    [400, 'upload_incomplete'],
  ],
  'a way out in the middle': [
    async (socket) => {
      socket.write(`${uploadHead({ ...credentials, 'Content-Length': 5 * MIB })}${begun}`);
      socket.write(Buffer.alloc(MIB));
      await sleep(50);
      socket.resetAndDestroy();
    },
    null,
  ],
  'a way out before the answer': [
    async (socket) => {
      const body = multipart([PLATFORM_PART, FILE_PART]);
      socket.write(uploadHead({ ...credentials, 'Content-Length': body.length }) + body);
      await sleep(1);
      socket.resetAndDestroy();
    },
    null,
  ],
};

async function validate(name: string): Promise<{ readonly status: number; readonly filename: string }> {
  const { text } = await rawRequest(gateway.port, whole(multipart([PLATFORM_PART, file(name)])));
  return { status: outcome(text)[0], filename: /"filename":"([^"]*)"/.exec(text)?.[1] ?? text };
}

const connectionsOf = () =>
  new Promise<number>((resolve) => gateway.server.getConnections((_error, count) => resolve(count)));
const temporaryFiles = () => readdirSync(tmpdir()).filter((name) => /multer|upload|busboy/i.test(name));

test('a path stays below its root', async () => {
  for (const name of [
    '../../etc/passwd.xaml',
    '..\\..\\etc\\passwd.xaml',
    '/etc/passwd.xaml',
    'C:\\etc\\passwd.xaml',
  ]) {
    assert.deepEqual(await validate(name), { status: 200, filename: 'etc/passwd.xaml' }, name);
  }
});

async function sendAll(): Promise<void> {
  const all = Object.entries(HOSTILE).map(async ([what, [write, expected]]) => {
    const { text } = await rawRequest(gateway.port, write);
    if (expected !== null) assert.deepEqual(outcome(text), expected, what);
  });
  await Promise.all(all);
  await until('its connections are closed', async () => (await connectionsOf()) <= 1);
}

test('hostile callers get what they deserve, others are answered, and nothing is left', async () => {
  // As many connections to the database as ever are opened now, and stay.
  await Promise.all(
    Array.from({ length: 2 * INFRA_LIMITS.databaseConnectionsMax }, () => validate('a.xaml')),
  );
  const before = { descriptors: await steadyDescriptors(), files: temporaryFiles() };
  let isOver = false;
  const others = (async () => {
    const statuses: number[] = [];
    while (!isOver) {
      statuses.push((await validate('a.xaml')).status);
      await sleep(20);
    }
    return statuses;
  })();
  try {
    for (let round = 0; round < ROUNDS; round += 1) await sendAll();
  } finally {
    isOver = true;
  }
  const statuses = await others;
  assert.ok(statuses.length > ROUNDS, String(statuses.length));
  assert.deepEqual(new Set(statuses), new Set([200]));

  assert.deepEqual(temporaryFiles(), before.files);
  const held = () => core.database.owner`select * from slots_in_use where in_use > 0`;
  await until('every slot is given back', async () => (await held()).length === 0);
  assert.ok(
    descriptors() <= before.descriptors + 2,
    `${descriptors()} descriptors, ${before.descriptors} before`,
  );
});

test('calls that the database cannot serve soon are rejected at once, and the others are served later', async () => {
  const blocker = await core.database.owner.reserve();
  await blocker`begin`;
  await blocker`lock table validations in access exclusive mode`;
  const url = `http://127.0.0.1:${gateway.port}/api/v1/results/0199f3a2-7c1e-7a10-8f3e-0c5d2b7a9e42`;
  const served = INFRA_LIMITS.databaseConnectionsMax + DATABASE_WAITING_MAX;
  const excess = 50;
  let rejected = 0;
  const calls = Array.from({ length: served + excess }, async () => {
    const { status, headers } = await fetch(url, { headers: credentials });
    if (status !== 429) return status;
    rejected += 1;
    assert.equal(headers.get('retry-after'), '1');
    return status;
  });
  await until('those too many are refused', () => rejected >= excess);
  await blocker`rollback`;
  blocker.release();
  const statuses = await Promise.all(calls);
  assert.equal(statuses.filter((status) => status === 404).length, statuses.length - rejected);
  assert.ok(rejected < excess + 20, `${rejected} refused`);
});

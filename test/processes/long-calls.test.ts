/** Calls that last: however many one organisation holds, another's calls and the readiness are answered at once. */
import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { after, afterEach, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { GATEWAY_LIMITS } from '../../gateway/limits.ts';
import { FIELD_LIMITS } from '../../src/gen/contract/field-limits.ts';
import { form, startTestGateway, uploadHead } from '../gateway/support/support.ts';
import { until } from '../support/processes.ts';
import { type Identity, testCore } from '../support/service/core.ts';

/** More than 256, a common limit of gRPC servers for one connection. */
const MANY = 300;
/** Concurrent calls, so few that the core does not reject them because its database is busy. */
const AT_ONCE = 50;
const XAML =
  '<Activity xmlns="http://schemas.microsoft.com/netfx/2009/xaml/activities"><Sequence DisplayName="Main"/></Activity>';
const BEGUN = '--b\r\nContent-Disposition: form-data; name="file"; filename="Main.xaml"\r\n\r\n<Activity';

const core = await testCore();
const gateway = await startTestGateway({ corePort: core.server.port });
after(() => gateway.stop());
const [greedy, other] = [await core.identity(), await core.identity()];

const headersOf = ({ key, orgId }: Identity) => ({ Authorization: `ApiKey ${key}`, 'X-Org-Id': orgId });
const validate = (identity: Identity) =>
  fetch(`${gateway.url}/api/v1/validate`, {
    method: 'POST',
    headers: headersOf(identity),
    body: form({}, XAML),
  });

const sockets: Socket[] = [];
function closeSockets(): void {
  for (const socket of sockets.splice(0)) socket.destroy();
}
afterEach(closeSockets);

/** Opens connections that send this and then nothing; returns how many of them have been answered. */
async function holdRequests(count: number, text: string): Promise<() => number> {
  const answered = new Set<Socket>();
  for (let begun = 0; begun < count; begun += AT_ONCE) {
    for (let index = begun; index < Math.min(count, begun + AT_ONCE); index += 1) {
      const socket = connect(gateway.port, '127.0.0.1', () => socket.write(text));
      socket.on('data', () => answered.add(socket)).on('error', () => {});
      sockets.push(socket);
    }
    await sleep(50);
  }
  return () => answered.size;
}

async function assertServed(identity: Identity): Promise<void> {
  const [list, ready, result] = await Promise.all([
    fetch(`${gateway.url}/api/v1/validations`, { headers: headersOf(identity) }),
    fetch(`${gateway.url}/readyz`),
    validate(identity),
  ]);
  assert.deepEqual([list.status, ready.status, result.status], [200, 200, 200]);
}

test('long polls of one organisation delay no other calls', async () => {
  const submitted = await fetch(`${gateway.url}/api/v1/validate/async`, {
    method: 'POST',
    headers: headersOf(greedy),
    body: form({}, XAML),
  });
  const { validationId } = (await submitted.json()) as { readonly validationId: string };
  const lines = Object.entries(headersOf(greedy)).map(([name, value]) => `${name}: ${value}\r\n`);
  const path = `/api/v1/results/${validationId}?wait=${FIELD_LIMITS['GetValidationRequest.waitSeconds'].max}`;
  const answered = await holdRequests(MANY, `GET ${path} HTTP/1.1\r\nHost: gateway\r\n${lines.join('')}\r\n`);
  await assertServed(other);
  await assertServed(greedy);
  assert.ok(MANY - answered() > 256, `${answered()} answered`);
});

test('slow uploads of one organisation delay no other calls, and are limited', async () => {
  const text = uploadHead({ ...headersOf(greedy), 'Content-Length': 5_000 }) + BEGUN;
  const rejected = await until('the share is used up', async () => {
    await holdRequests(AT_ONCE, text);
    const answer = await validate(greedy);
    if (answer.status !== 429) return null;
    const { error } = (await answer.json()) as { readonly error: Record<'code' | 'message', string> };
    return error.message.includes('uploads') ? { answer, error } : null;
  });
  assert.ok(sockets.length >= GATEWAY_LIMITS.openedCallsOrgMax);
  const { answer, error } = rejected!;
  assert.deepEqual([error.code, answer.headers.get('retry-after')], ['concurrency_limited', '1']);
  await assertServed(other);
  assert.equal((await validate(greedy)).status, 429, 'the uploads still hold their share');
  closeSockets();
  await until('the permits are released', async () => (await validate(greedy)).status === 200);
});

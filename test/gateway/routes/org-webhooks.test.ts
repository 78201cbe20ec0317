/** Webhooks and their delivery log over REST, with a whole core behind the gateway and real receivers. */

import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { after, test } from 'node:test';
import { EVENT_KINDS_DEFAULT } from '../../../src/contract/event.ts';
import { createLogger } from '../../../src/infra/logging/log.ts';
import { createAddressGuard } from '../../../src/infra/network/address-guard.ts';
import { createSeal } from '../../../src/infra/sealing/seal.ts';
import { createDeliveryRun } from '../../../src/service/webhooks/delivery/delivery-run.ts';
import { createSender } from '../../../src/service/webhooks/sending/send.ts';
import { WEBHOOKS_PER_ORGANISATION_MAX } from '../../../src/service/webhooks/webhooks.ts';
import { testCore } from '../../support/service/core.ts';
import { type Receiver, startReceiver } from '../../support/service/receiver.ts';
import { SECRETS_KEY } from '../../support/service/webhook.ts';
import { call, callAs } from '../support/api.ts';
import { form, startTestGateway } from '../support/support.ts';

const guard = createAddressGuard({ allowsHttp: true, allowedNetworks: ['127.0.0.0/8'] });
const ADDRESSES: Readonly<Record<string, readonly string[]>> = {
  'inside.example.com': ['10.1.2.3'],
  'both.example.com': ['93.184.215.14', '::ffff:10.1.2.3'],
  'public.example.com': ['93.184.215.14'],
};
const core = await testCore({ webhooks: { guard, resolve: async (name) => ADDRESSES[name] ?? [] } });
const gateway = await startTestGateway({ corePort: core.server.port });
after(() => gateway.stop());
const sender = createSender({ guard, version: '0.0.0-test', attemptMsMax: 2_000 });
after(() => sender.close());
const run = createDeliveryRun({
  sql: core.database.ownerSql,
  sender,
  holder: 'test',
  seal: createSeal(SECRETS_KEY),
  baseUrl: 'https://flowarden.example',
  log: createLogger('silent', 'test'),
  now: () => new Date(),
  random: () => 0.5,
});
const admin = await core.identity();
const PATH = '/api/v1/org-webhooks';
const XAML =
  '<Activity xmlns="http://schemas.microsoft.com/netfx/2009/xaml/activities"><Sequence DisplayName="Main"/></Activity>';
const ADDRESS = 'https://public.example.com/a?b=c';

function send(method: string, path: string, body?: unknown, identity = admin, headers = {}) {
  return callAs(identity, gateway, method, path, body, headers);
}

const answer =
  (status: number, body = ''): RequestListener =>
  (_, response) =>
    void response.writeHead(status).end(body);

/** A receiver with a webhook to it in an organisation of its own. */
async function setting(behaviour: RequestListener, input: object = {}) {
  const identity = await core.identity();
  const receiver = await startReceiver(behaviour);
  const url = `http://127.0.0.1:${receiver.port}/hook`;
  const { status, body } = await send('POST', PATH, { url, ...input }, identity);
  assert.equal(status, 201);
  return { identity, receiver, path: `${PATH}/${body.id}`, secret: body.secret as string };
}

async function validate(identity: typeof admin): Promise<void> {
  const { status } = await call(gateway, '/api/v1/validate', {
    method: 'POST',
    headers: { Authorization: `ApiKey ${identity.key}`, 'X-Org-Id': identity.orgId },
    body: form({}, XAML),
  });
  assert.equal(status, 200);
}

const signedWith = (secret: string, { posts }: Receiver, header = 'x-service-signature'): boolean => {
  const { headers, body } = posts.at(-1)!;
  return headers[header] === `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
};

test('a webhook is created with its secret shown once, read, changed member by member, and deleted', async () => {
  const made = await send('POST', PATH, { url: ADDRESS, description: 'Tickets' });
  assert.equal(made.status, 201);
  assert.equal(made.headers.get('location'), `${PATH}/${made.body.id}`);
  assert.equal(made.headers.get('x-service-case'), 'snake');
  const { secret, ...shown } = made.body;
  assert.match(secret, /^whsec_/);
  assert.equal(shown.secret_preview, `${secret.slice(0, 10)}…${secret.slice(-5)}`);
  assert.deepEqual(
    [shown.target, shown.status, shown.events],
    ['generic', 'enabled', [...EVENT_KINDS_DEFAULT]],
  );
  const path = `${PATH}/${shown.id}`;
  const read = await send('GET', path);
  assert.deepEqual(read.body, shown);
  const changed = await send('PATCH', path, { description: null, events: ['validation.completed'] });
  assert.deepEqual(
    { ...changed.body, updated_at: '' },
    { ...shown, description: null, events: ['validation.completed'], updated_at: '' },
  );
  const same = await send('PATCH', path, {});
  assert.deepEqual(
    [same.status, same.body],
    [200, changed.body],
    'a change that names nothing changes nothing',
  );
  assert.equal((await send('DELETE', path)).status, 204);
  assert.equal((await send('GET', path)).status, 404);
  assert.equal((await send('DELETE', path)).status, 404);
});

test('answers are in camelCase on request, and bodies are read in both spellings', async () => {
  const camel = { 'X-Service-Case': 'camel' };
  const { body } = await send('POST', PATH, { url: ADDRESS, target: 'slack' }, admin, camel);
  assert.deepEqual(
    [body.target, body.nextSecretEffectiveAt, typeof body.secretPreview],
    ['chat-a', null, 'string'],
  );
  const teams = await send('POST', PATH, { url: ADDRESS, target: 'teams' });
  assert.equal(teams.body.target, 'chat-b');
  for (const input of [{ effective_in_hours: 1 }, { effectiveInHours: 1 }]) {
    const rotated = await send('POST', `${PATH}/${body.id}/rotate`, input);
    assert.match(rotated.body.secret, /^whsec_/);
    const hours = (Date.parse(rotated.body.next_secret_effective_at) - Date.now()) / 3_600_000;
    assert.ok(hours > 0.9 && hours <= 1, String(hours));
  }
});

const REJECTED: readonly (readonly [string, object, string])[] = [
  ['without an address', {}, 'missing_field'],
  ['with an empty address', { url: '' }, 'invalid_webhook_url'],
  ['with an address without a scheme', { url: 'hooks.example.com' }, 'invalid_webhook_url'],
  ['with a long address', { url: `https://a.example/${'x'.repeat(2_048)}` }, 'invalid_webhook_url'],
  ['of a metadata service', { url: 'https://169.254.169.254/' }, 'webhook_url_not_allowed'],
  ['with a name of this network', { url: 'https://inside.example.com/' }, 'webhook_url_not_allowed'],
  ['with a name that is here and there', { url: 'https://both.example.com/' }, 'webhook_url_not_allowed'],
  ['for an unknown target', { url: ADDRESS, target: 'email' }, 'invalid_field'],
  ['for no events', { url: ADDRESS, events: [] }, 'invalid_field'],
  ['for an unknown event', { url: ADDRESS, events: ['validation.started'] }, 'invalid_field'],
  ['with a long description', { url: ADDRESS, description: 'x'.repeat(201) }, 'invalid_field'],
  ['with a secret of the caller', { url: ADDRESS, secret: 'whsec_mine' }, 'unexpected_field'],
];
for (const [what, input, code] of REJECTED) {
  test(`a webhook ${what} → 400 ${code}`, async () => {
    const rejected = await send('POST', PATH, input);
    assert.deepEqual([rejected.status, rejected.body.error.code], [400, code]);
    assert.ok(!rejected.text.includes('10.1.2.3'), 'what a name server says inside is not told outside');
  });
}

test('a name is checked again when the address changes; one that does not resolve yet is accepted', async () => {
  const { body } = await send('POST', PATH, { url: 'https://not-yet.example.com/' });
  const path = `${PATH}/${body.id}`;
  const rejected = await send('PATCH', path, { url: 'https://inside.example.com/' });
  assert.deepEqual([rejected.status, rejected.body.error.code], [400, 'webhook_url_not_allowed']);
  assert.equal((await send('GET', path)).body.url, 'https://not-yet.example.com/');
});

test('an organisation has at most twenty webhooks; a list is read page by page', async () => {
  const identity = await core.identity();
  const ids: string[] = [];
  for (let count = 0; count < WEBHOOKS_PER_ORGANISATION_MAX; count += 1) {
    ids.unshift((await send('POST', PATH, { url: ADDRESS }, identity)).body.id);
  }
  const rejected = await send('POST', PATH, { url: ADDRESS }, identity);
  assert.deepEqual([rejected.status, rejected.body.error.code], [409, 'webhook_limit_reached']);
  const first = await send('GET', `${PATH}?page_size=15`, undefined, identity);
  const second = await send(
    'GET',
    `${PATH}?pageSize=15&cursor=${first.body.next_cursor}`,
    undefined,
    identity,
  );
  const listed = [...first.body.webhooks, ...second.body.webhooks];
  assert.deepEqual(
    listed.map(({ id }) => id),
    ids,
  );
  assert.equal(second.body.next_cursor, null);
  assert.ok(listed.every((webhook) => !('secret' in webhook)));
  const forged = await send('GET', `${PATH}?cursor=x`, undefined, identity);
  assert.deepEqual([forged.status, forged.body.error.code], [400, 'invalid_cursor']);
});

test('a validation is delivered, and the log has the result', async () => {
  const { identity, receiver, path, secret } = await setting(answer(200, 'thanks'));
  await validate(identity);
  await run.sendDue();
  assert.equal(receiver.posts.length, 1);
  assert.ok(signedWith(secret, receiver));
  const { body: list } = await send('GET', `${path}/deliveries?status=succeeded`, undefined, identity);
  const [delivery] = list.deliveries;
  assert.equal(delivery.id, receiver.posts[0]!.headers['x-service-delivery']);
  assert.deepEqual([delivery.event, delivery.attempts, delivery.test], ['validation.completed', 1, false]);
  const { body: details } = await send('GET', `${path}/deliveries/${delivery.id}`, undefined, identity);
  assert.equal(details.body, receiver.posts[0]!.body.toString());
  const [attempt] = details.attempts;
  assert.deepEqual(
    [attempt.outcome, attempt.status_code, attempt.error, attempt.response_body],
    ['success', 200, null, 'thanks'],
  );
  const { last_delivery_at, last_success_at } = (await send('GET', path, undefined, identity)).body;
  assert.ok(last_delivery_at === last_success_at && last_success_at !== null);
});

test('a rotation has both secrets sign until its time, and then the new one alone', async () => {
  const { identity, receiver, path, secret } = await setting(answer(204));
  const test = async () => {
    assert.equal((await send('POST', `${path}/test`, undefined, identity)).status, 202);
    await run.sendDue();
  };
  const { body: rotated } = await send('POST', `${path}/rotate`, {}, identity);
  await test();
  assert.ok(signedWith(secret, receiver) && signedWith(rotated.secret, receiver, 'x-service-signature-next'));
  const { body: last } = await send('POST', `${path}/rotate`, { effective_in_hours: 0 }, identity);
  await test();
  assert.ok(signedWith(last.secret, receiver));
  assert.equal(receiver.posts.at(-1)!.headers['x-service-signature-next'], undefined);
  const rejected = await send('POST', `${path}/rotate`, { effective_in_hours: 169 }, identity);
  assert.deepEqual([rejected.status, rejected.body.error.code], [400, 'invalid_field']);
});

test('a test is one attempt, and its delivery can be repeated with the same id and bytes', async () => {
  const { identity, receiver, path } = await setting(answer(500), { target: 'teams' });
  const { status, body: delivery } = await send('POST', `${path}/test`, undefined, identity);
  assert.deepEqual([status, delivery.status, delivery.test], [202, 'pending', true]);
  await run.sendDue();
  const failed = await send('GET', `${path}/deliveries/${delivery.id}`, undefined, identity);
  assert.deepEqual(
    [failed.body.delivery.status, failed.body.attempts[0].outcome],
    ['failed', 'server_error'],
  );
  receiver.behave(answer(202));
  const again = await send('POST', `${path}/deliveries/${delivery.id}/redeliver`, undefined, identity);
  assert.deepEqual([again.status, again.body.id, again.body.status], [202, delivery.id, 'pending']);
  await run.sendDue();
  const [first, second] = receiver.posts;
  assert.equal(first!.headers['x-service-delivery'], second!.headers['x-service-delivery']);
  assert.ok(first!.body.equals(second!.body));
  const { body } = await send('GET', `${path}/deliveries/${delivery.id}`, undefined, identity);
  assert.deepEqual([body.delivery.status, body.attempts.length], ['succeeded', 2]);
});

test('410 disables a webhook; what is missed meanwhile comes back by recover', async () => {
  const { identity, receiver, path } = await setting(answer(410));
  const since = new Date(Date.now() - 60_000).toISOString();
  await validate(identity);
  await run.sendDue();
  const { body: webhook } = await send('GET', path, undefined, identity);
  assert.deepEqual([webhook.status, webhook.disabled_reason], ['disabled', 'gone']);
  await validate(identity);
  await run.sendDue();
  assert.equal(receiver.posts.length, 1);
  const { body: missed } = await send('GET', `${path}/deliveries?status=skipped`, undefined, identity);
  assert.equal(missed.deliveries.length, 1);
  for (const suffix of ['/test', '/recover', `/deliveries/${missed.deliveries[0].id}/redeliver`]) {
    const body = suffix === '/recover' ? { since } : undefined;
    const early = await send('POST', path + suffix, body, identity);
    assert.deepEqual([early.status, early.body.error.code], [409, 'state_conflict'], suffix);
  }
  receiver.behave(answer(200));
  const enabled = await send('PATCH', path, { status: 'enabled' }, identity);
  assert.deepEqual([enabled.body.status, enabled.body.disabled_reason], ['enabled', null]);
  const recovered = await send('POST', `${path}/recover`, { since }, identity);
  assert.deepEqual([recovered.status, recovered.body], [202, { recovered: 2 }]);
  await run.sendDue();
  const ids = receiver.posts.map(({ headers }) => headers['x-service-delivery']);
  assert.deepEqual([ids.length, new Set(ids).size], [3, 2]);
  const none = await send('POST', `${path}/recover`, { since: 'yesterday' }, identity);
  assert.deepEqual([none.status, none.body.error.code], [400, 'invalid_field']);
});

test('a caller without webhooks:manage is rejected before the body is read', async () => {
  const weak = await core.identity(['analysis:write'], admin.orgId);
  const rejected = await send('POST', PATH, { nonsense: 1 }, weak);
  assert.deepEqual([rejected.status, rejected.body.error.code], [403, 'insufficient_scope']);
});

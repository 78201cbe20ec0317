import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EVENT_KINDS_DEFAULT } from '../../src/contract/event.ts';
import { WebhookServiceService as Webhooks } from '../../src/gen/flowarden/v1/webhook.ts';
import { WEBHOOKS_PER_ORGANISATION_MAX } from '../../src/service/webhooks/webhooks.ts';
import { type Identity, testCore } from '../support/service/core.ts';

const core = await testCore();
const { owner } = core.database;
const admin = await core.identity();
const INPUT = {
  url: 'https://hooks.example.com/a?b=c',
  target: '',
  events: [] as string[],
  description: '',
  repository: '',
  teamId: '',
};

async function create(input: Partial<typeof INPUT> = {}, identity: Identity = admin) {
  const { webhook, secret } = await core.call(Webhooks.createWebhook, { ...INPUT, ...input }, identity);
  assert.ok(webhook);
  return { ...webhook, secret };
}
const read = async (id: string) => (await core.call(Webhooks.getWebhook, { id }, admin)).webhook!;
const actionsOn = async (id: string) =>
  (await owner`select action from audit_entries where target_id = ${id} order by sequence`).map(
    ({ action }) => action,
  );
const NO_CHANGE = {
  url: undefined,
  events: [],
  description: undefined,
  repository: undefined,
  teamId: undefined,
  status: undefined,
};

test('a new webhook shows its secret once, and it is stored nowhere', async () => {
  const { id, secret, ...webhook } = await create({ target: 'slack', description: 'Chat' });
  assert.match(secret, /^whsec_/);
  assert.deepEqual([webhook.target, webhook.status, webhook.description], ['chat-a', 'enabled', 'Chat']);
  assert.deepEqual(webhook.events, [...EVENT_KINDS_DEFAULT]);
  const { secretPreview } = await read(id);
  assert.equal(secretPreview, `${secret.slice(0, 10)}…${secret.slice(-5)}`);
  const [row] = await owner`
    select encode(secret, 'escape') || to_jsonb(w)::text as everything from webhooks w where id = ${id}`;
  assert.ok(!row!.everything.includes(secret.slice(10, 30)));
  assert.deepEqual(await actionsOn(id), ['webhook.created']);
});

const REJECTED: readonly (readonly [string, Partial<typeof INPUT>, string])[] = [
  ['no address', { url: '' }, 'MISSING_FIELD'],
  ['no URL', { url: 'hooks.example.com' }, 'INVALID_WEBHOOK_URL'],
  ['http', { url: 'http://hooks.example.com/' }, 'WEBHOOK_URL_NOT_ALLOWED'],
  ['a metadata service', { url: 'https://169.254.169.254/' }, 'WEBHOOK_URL_NOT_ALLOWED'],
  ['an unknown target', { target: 'email' }, 'INVALID_FIELD'],
  ['an unknown event', { events: ['validation.started'] }, 'INVALID_FIELD'],
  ['a long description', { description: 'x'.repeat(201) }, 'INVALID_FIELD'],
];
for (const [what, input, reason] of REJECTED) {
  test(`CreateWebhook rejects ${what}`, async () => {
    const error = await core.rejection(Webhooks.createWebhook, { ...INPUT, ...input }, admin);
    assert.equal(error.reason, reason);
  });
}

test('who lacks webhooks:manage may do nothing, and others see nothing', async () => {
  const { id } = await create();
  const weak = await core.identity(['analysis:write'], admin.orgId);
  assert.equal(
    (await core.rejection(Webhooks.listWebhooks, { pageSize: 0, cursor: '' }, weak)).reason,
    'INSUFFICIENT_SCOPE',
  );
  const stranger = await core.identity();
  for (const method of [Webhooks.getWebhook, Webhooks.deleteWebhook, Webhooks.testWebhook] as const)
    assert.equal(
      (await core.rejection(method as typeof Webhooks.getWebhook, { id }, stranger)).reason,
      'NOT_FOUND',
    );
});

test('an organisation has at most twenty, also when many are made at once; a list is read in pages', async () => {
  const identity = await core.identity();
  const results = await Promise.allSettled(
    Array.from({ length: WEBHOOKS_PER_ORGANISATION_MAX + 3 }, () => create({}, identity)),
  );
  assert.equal(results.filter(({ status }) => status === 'rejected').length, 3);
  assert.equal(
    (await core.rejection(Webhooks.createWebhook, INPUT, identity)).reason,
    'WEBHOOK_LIMIT_REACHED',
  );
  const ids = new Set<string>();
  for (let cursor = ''; ; ) {
    const page = await core.call(Webhooks.listWebhooks, { pageSize: 7, cursor }, identity);
    for (const { id } of page.webhooks) ids.add(id);
    cursor = page.nextCursor;
    if (cursor === '') break;
  }
  assert.equal(ids.size, WEBHOOKS_PER_ORGANISATION_MAX);
});

test('a rotation uses the old secret until its time, or replaces it at once', async () => {
  const { id, secretPreview } = await create();
  const later = await core.call(Webhooks.rotateWebhookSecret, { id, effectiveInHours: undefined }, admin);
  assert.equal(later.webhook?.secretPreview, secretPreview);
  const hours = (Number(later.webhook?.nextSecretEffectiveAt) - Date.now()) / 3_600_000;
  assert.ok(hours > 23.9 && hours <= 24, String(hours));
  await owner`update webhooks set next_secret_effective_at = now() - interval '1 second' where id = ${id}`;
  assert.equal((await read(id)).secretPreview.slice(-5), later.secret.slice(-5));
  const now = await core.call(Webhooks.rotateWebhookSecret, { id, effectiveInHours: 0 }, admin);
  assert.equal(now.webhook?.nextSecretEffectiveAt, undefined);
  assert.equal((await read(id)).secretPreview.slice(-5), now.secret.slice(-5));
  assert.equal(
    (await core.rejection(Webhooks.rotateWebhookSecret, { id, effectiveInHours: 169 }, admin)).reason,
    'INVALID_FIELD',
  );
});

test('a test is a delivery; disabling skips it, enabling and recovering does not bring a test back', async () => {
  const { id } = await create();
  const { delivery } = await core.call(Webhooks.testWebhook, { id }, admin);
  assert.deepEqual([delivery?.status, delivery?.test, delivery?.attempts], ['pending', true, 0]);
  const disabled = await core.call(Webhooks.updateWebhook, { ...NO_CHANGE, id, status: 'disabled' }, admin);
  assert.deepEqual([disabled.webhook?.status, disabled.webhook?.disabledReason], ['disabled', 'manual']);
  const address = { webhookId: id, deliveryId: delivery!.id };
  assert.equal((await core.rejection(Webhooks.redeliver, address, admin)).reason, 'STATE_CONFLICT');
  const details = await core.call(Webhooks.getDelivery, address, admin);
  assert.deepEqual([details.delivery?.status, details.body, details.attempts], ['skipped', '', []]);
  await core.call(
    Webhooks.updateWebhook,
    { ...NO_CHANGE, id, status: 'enabled', url: 'https://b.example/' },
    admin,
  );
  const recovered = await core.call(
    Webhooks.recoverDeliveries,
    { webhookId: id, since: new Date(0 + 1e12) },
    admin,
  );
  assert.equal(recovered.recovered, 0);
  const again = await core.call(Webhooks.redeliver, address, admin);
  assert.deepEqual([again.delivery?.id, again.delivery?.status], [delivery!.id, 'pending']);
  const list = await core.call(
    Webhooks.listDeliveries,
    { webhookId: id, pageSize: 0, cursor: '', status: 'pending' },
    admin,
  );
  assert.equal(list.deliveries.length, 1);
  await core.call(Webhooks.deleteWebhook, { id }, admin);
  const [row] = await owner`select status from deliveries where webhook_id = ${id}`;
  assert.equal(row!.status, 'canceled');
  assert.deepEqual((await actionsOn(id)).length, 7);
});

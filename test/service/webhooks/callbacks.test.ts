/** Addresses that single validations name for the notification of their end. */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, describe, it } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { createLogger } from '../../../src/infra/logging/log.ts';
import { createAddressGuard } from '../../../src/infra/network/address-guard.ts';
import { createSeal } from '../../../src/infra/sealing/seal.ts';
import { createDeliveryRun } from '../../../src/service/webhooks/delivery/delivery-run.ts';
import { createSender } from '../../../src/service/webhooks/sending/send.ts';
import { asyncService, SAMPLE } from '../../support/service/async-service.ts';
import { startReceiver } from '../../support/service/receiver.ts';
import { SECRETS_KEY } from '../../support/service/webhook.ts';
import { workQueue } from '../../support/service/work-queue.ts';

const localhost = createAddressGuard({ allowsHttp: true, allowedNetworks: ['127.0.0.0/8'] });
const { core, us, send, submit } = await asyncService({ webhooks: { guard: localhost } });
const { owner } = core.database;

describe('an address that a validation names', () => {
  const sender = createSender({ guard: localhost, version: '0.0.0-test' });
  after(() => sender.close());
  let clock = new Date();
  const deliveries = createDeliveryRun({
    sql: core.database.ownerSql,
    sender,
    holder: 'test',
    stopMsMax: 50,
    seal: createSeal(SECRETS_KEY),
    now: () => clock,
    random: () => 0.5,
    baseUrl: 'http://flowarden.test',
    log: createLogger('silent', 'test'),
  });
  const rotate = (body: object) =>
    send('/organisation/callback-secret/rotate', {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'Content-Type': 'application/json' },
    });

  it('gets the end of this run alone, signed with the secret of the organisation', async () => {
    const receiver = await startReceiver((_, response) => void response.writeHead(204).end());
    const webhookUrl = `http://127.0.0.1:${receiver.port}/run/7`;
    const queued = await submit({ webhook_url: webhookUrl });
    assert.equal(queued.body.webhookUrl, webhookUrl);
    await submit();
    const { body: made } = await rotate({ effectiveInHours: 0 });
    assert.match(made.secret, /^whsec_/);
    await workQueue(core);
    clock = new Date();
    assert.equal(await deliveries.sendDue(), 1);
    const [post] = receiver.posts;
    assert.equal(post!.path, '/run/7');
    const event = JSON.parse(post!.body.toString());
    assert.deepEqual(
      [event.event, event.data.validationId],
      ['validation.completed', queued.body.validationId],
    );
    const signed = `sha256=${createHmac('sha256', made.secret).update(post!.body).digest('hex')}`;
    assert.equal(post!.headers['x-service-signature'], signed);
    assert.equal(post!.headers['x-service-target'], 'generic');
    new Webhook(made.secret).verify(post!.body, post!.headers as Record<string, string>);
    assert.equal(await deliveries.sendDue(), 0);
  });

  it('is tried six times, and what it answers concerns no other', async () => {
    await owner`with log as (delete from deliveries) delete from delivery_queue`;
    const receiver = await startReceiver((_, response) => void response.writeHead(500).end());
    const gone = await startReceiver((_, response) => void response.writeHead(410).end());
    await submit({ webhook_url: `http://127.0.0.1:${receiver.port}/` });
    await submit({ webhook_url: `http://127.0.0.1:${gone.port}/` });
    await workQueue(core);
    for (let attempt = 0; attempt < 12; attempt += 1) {
      await deliveries.sendDue();
      clock = new Date(clock.getTime() + 24 * 3_600_000);
    }
    assert.deepEqual([receiver.posts.length, gone.posts.length], [6, 1]);
    const states = await owner`select status, attempts from deliveries order by attempts`;
    assert.deepEqual(
      states.map(({ status, attempts }) => [status, attempts]),
      [
        ['failed', 1],
        ['failed', 6],
      ],
    );
    const [row] =
      await owner`select disabled_reason from webhooks where org_id = ${us.orgId} and id = org_id`;
    assert.equal(row?.disabledReason, null);
  });

  it('is rejected at once when it may not be called', async () => {
    const cases = [
      ['http://10.0.0.1/', 'webhook_url_not_allowed'],
      ['ftp://hooks.example.com/', 'webhook_url_not_allowed'],
      ['https://user:word@hooks.example.com/', 'webhook_url_not_allowed'],
      ['nothing', 'invalid_webhook_url'],
      [`https://hooks.example.com/${'x'.repeat(2_048)}`, 'invalid_webhook_url'],
    ] as const;
    for (const [webhookUrl, code] of cases) {
      const { status, body } = await submit({ webhook_url: webhookUrl });
      assert.deepEqual([status, body.error.code], [400, code]);
      assert.match(body.error.message, /webhook_url/);
    }
    const { body } = await submit({ webhook_url: 'https://hooks.example.com/' }, SAMPLE, '/validate');
    assert.equal(body.error.code, 'unexpected_field', 'a synchronous validation answers itself');
  });

  it('shows its secret when it is made, and is no webhook', async () => {
    const read = (path: string) => send(`/${path}`);
    const { body: first } = await rotate({ effectiveInHours: 0 });
    const { body: second } = await rotate({});
    assert.ok(Date.parse(second.nextSecretEffectiveAt) > Date.now());
    const { body: shown } = await read('organisation/callback-secret');
    assert.equal(shown.secretPreview, first.secretPreview);
    assert.ok(!JSON.stringify(shown).includes(first.secret));
    assert.deepEqual((await read('org-webhooks')).body.webhooks, []);
    assert.equal((await read(`org-webhooks/${us.orgId}`)).status, 404);
    const fresh = await core.identity();
    const { body: none } = await send('/organisation/callback-secret', {}, fresh);
    assert.deepEqual(none, { secretPreview: null, nextSecretEffectiveAt: null, updatedAt: null });
  });
});

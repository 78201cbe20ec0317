/** `flowarden deliveries cancel`: a copy or an old backup of an installation calls no receiver. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { deliveriesCommand } from '../../src/cli/admin/deliveries-command.ts';
import { createAddressGuard } from '../../src/infra/network/address-guard.ts';
import { StartError } from '../../src/infra/process/start-error.ts';
import { loadConfig } from '../../src/infra/settings/config.ts';
import { asyncService, SAMPLE } from '../support/service/async-service.ts';
import { insertTestWebhook } from '../support/service/webhook.ts';
import { workQueue } from '../support/service/work-queue.ts';

const guard = createAddressGuard({ allowsHttp: true, allowedNetworks: ['127.0.0.0/8'] });
const { core, us, send, submit } = await asyncService({ webhooks: { guard } });
const { owner, ownerSql, url } = core.database;

async function run(...argv: string[]): Promise<string> {
  let text = '';
  await deliveriesCommand(argv, loadConfig({ DATABASE_URL: url }, 'commands'), (part) => {
    text += part;
  });
  return text;
}

/** Finishes a validation whose event goes to a webhook and to an address of its own. */
async function finishValidation(): Promise<void> {
  await submit({ webhook_url: 'http://127.0.0.1:9/own' });
  await workQueue(core);
}
const waiting = async () => (await owner`select id from delivery_queue`).length;
const statuses = async () =>
  (await owner`select status from deliveries order by created_at, id`).map(({ status }) => status);

const webhook = await insertTestWebhook(ownerSql, us.orgId, 9);

it('ends what waits for webhooks and for addresses of validations, and leaves the webhooks enabled', async () => {
  await finishValidation();
  assert.equal(await waiting(), 2);
  assert.match(await run('cancel', '--all'), /^Deliveries canceled: 2$/m);
  assert.equal(await waiting(), 0);
  assert.deepEqual(await statuses(), ['canceled', 'canceled']);
  assert.equal((await send(`/org-webhooks/${webhook.id}`)).body.status, 'enabled');
  assert.match(await run('cancel', '--all'), /^Deliveries canceled: 0$/m);
});

it('forgets the address of a validation that is still to run', async () => {
  await submit({ webhook_url: 'http://127.0.0.1:9/own' });
  assert.match(await run('cancel', '--all'), /^Addresses of queued validations forgotten: 1$/m);
  await workQueue(core);
  const queued = await owner`select webhook_id from delivery_queue`;
  assert.deepEqual([...queued], [{ webhookId: webhook.id }]);
});

it('disables every webhook on request, so that nothing new waits, and audits it', async () => {
  assert.match(
    await run('cancel', '--all', '--disable-webhooks'),
    /^Webhooks disabled: 1\nDeliveries canceled: 1$/m,
  );
  const { status, disabled_reason: reason } = (await send(`/org-webhooks/${webhook.id}`)).body;
  assert.deepEqual([status, reason], ['disabled', 'manual']);
  await submit({}, SAMPLE, '/validate');
  assert.equal(await waiting(), 0);
  const [entry] = await owner`
    select actor_kind, target_id from audit_entries where action = 'webhook.disabled' and org_id = ${us.orgId}`;
  assert.deepEqual([entry?.actorKind, entry?.targetId], ['operator', webhook.id]);
});

it('does nothing without --all and with words that it does not know', async () => {
  for (const argv of [[], ['cancel'], ['cancel', 'all'], ['list', '--all'], ['cancel', '--al']]) {
    await assert.rejects(run(...argv), (error) => error instanceof StartError && error.exitCode === 2);
  }
  assert.match(await run('--help'), /^flowarden deliveries cancel --all/);
});

/** Every statement of a delivery fails once, in turn: it is sent all the same, with one id and the same bytes. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { connectDeliveries, inTransaction, withOrganisation } from '../../../src/infra/database/database.ts';
import { uuidV7 } from '../../../src/infra/database/uuid-v7.ts';
import { createLogger } from '../../../src/infra/logging/log.ts';
import { createAddressGuard } from '../../../src/infra/network/address-guard.ts';
import { createSeal } from '../../../src/infra/sealing/seal.ts';
import { releaseDeliveriesOf } from '../../../src/service/webhooks/delivery/claims-store.ts';
import { createDeliveryRun } from '../../../src/service/webhooks/delivery/delivery-run.ts';
import { insertEvent } from '../../../src/service/webhooks/events-store.ts';
import { createSender } from '../../../src/service/webhooks/sending/send.ts';
import { testDatabase, testOrganisation } from '../../support/database/database.ts';
import { failEach, failingProxy } from '../../support/database/failing-proxy.ts';
import { startReceiver } from '../../support/service/receiver.ts';
import { insertTestWebhook, SECRETS_KEY } from '../../support/service/webhook.ts';
import { webhookEvent } from '../../support/service/webhook-event.ts';

const database = await testDatabase();
const proxy = await failingProxy(database.url);
const sql = connectDeliveries(proxy.url);
after(() => sql.end(0));
const sender = createSender({
  guard: createAddressGuard({ allowsHttp: true, allowedNetworks: ['127.0.0.0/8'] }),
  version: '0.0.0-test',
});
after(() => sender.close());
const receiver = await startReceiver((_, response) => void response.writeHead(200).end());
/** Fewer statements would mean that the proxy does not see them. */
const STATEMENTS_MIN = 8;

const sendDue = () =>
  createDeliveryRun({
    sql,
    sender,
    holder: 'test',
    seal: createSeal(SECRETS_KEY),
    now: () => new Date(),
    random: () => 0.5,
    baseUrl: 'https://flowarden.example',
    log: createLogger('silent', 'test'),
  }).sendDue();

test('a delivery is sent with one id and the same bytes, after a failure of any statement, and logged once', async () => {
  const statements = await failEach({
    proxy,
    newOrganisation: () => testOrganisation(database),
    arrange: async (orgId) => {
      const { id } = await insertTestWebhook(database.app, orgId, receiver.port);
      const event = { ...webhookEvent(), id: uuidV7(), orgId, occurredAt: new Date() };
      await withOrganisation(database.app, orgId, (transaction) => insertEvent(transaction, event));
      return { webhookId: id, postsBefore: receiver.posts.length };
    },
    act: () => sendDue(),
    check: async (_, { webhookId, postsBefore }) => {
      // As the next process does when this one has died.
      await inTransaction(database.ownerSql, (transaction) => releaseDeliveriesOf(transaction, ['test']));
      await sendDue();
      const log = await database.owner`
        select status, attempts, (select count(*)::int from delivery_queue where webhook_id = ${webhookId}) as queued
        from deliveries where webhook_id = ${webhookId}`;
      assert.deepEqual([...log], [{ status: 'succeeded', attempts: 1, queued: 0 }]);
      const posts = receiver.posts.slice(postsBefore);
      assert.ok(posts.length >= 1);
      const distinct = new Set(posts.map(({ headers, body }) => `${headers['webhook-id']} ${body}`));
      assert.equal(distinct.size, 1);
    },
  });
  assert.ok(statements >= STATEMENTS_MIN, String(statements));
});

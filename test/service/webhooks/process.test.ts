/** Real deliveries processes that are killed in the middle of sending. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { inTransaction, withOrganisation } from '../../../src/infra/database/database.ts';
import { uuidV7 } from '../../../src/infra/database/uuid-v7.ts';
import { freePort } from '../../../src/processes/supervisor/ports.ts';
import {
  DELIVERIES_CLAIMED_FACTOR,
  DELIVERIES_PER_WEBHOOK_MAX,
} from '../../../src/service/webhooks/delivery/delivery-run.ts';
import { readDeliveryState } from '../../../src/service/webhooks/delivery/state-store.ts';
import { insertEvent } from '../../../src/service/webhooks/events-store.ts';
import { WEBHOOK_LIMITS } from '../../../src/service/webhooks/limits.ts';
import { testDatabase, testOrganisation } from '../../support/database/database.ts';
import { startScript, until } from '../../support/processes.ts';
import { startReceiver } from '../../support/service/receiver.ts';
import { insertTestWebhook, SECRETS_KEY } from '../../support/service/webhook.ts';
import { webhookEvent } from '../../support/service/webhook-event.ts';

const CLAIMED = DELIVERIES_PER_WEBHOOK_MAX * DELIVERIES_CLAIMED_FACTOR;
const EVENTS = CLAIMED + 8;
const main = fileURLToPath(new URL('../../../src/main.ts', import.meta.url));
const database = await testDatabase();
const port = await freePort('127.0.0.1', 0, '');
const startProcess = () =>
  startScript(main, ['deliveries'], {
    DATABASE_URL: database.url,
    FLOWARDEN_WEBHOOK_KEY: SECRETS_KEY,
    FLOWARDEN_WEBHOOK_ALLOW_HTTP: 'true',
    FLOWARDEN_WEBHOOK_NETWORKS: '127.0.0.0/8',
    FLOWARDEN_DELIVERIES_METRICS_PORT: String(port),
  });
const metrics = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();

test('a process that is killed while it sends loses nothing; what is sent twice is the same, and soon', async () => {
  const receiver = await startReceiver(() => {});
  const orgId = await testOrganisation(database);
  const { id: webhookId } = await insertTestWebhook(database.app, orgId, receiver.port);
  await withOrganisation(database.app, orgId, async (sql) => {
    for (let count = 0; count < EVENTS; count += 1) {
      await insertEvent(sql, { ...webhookEvent(), id: uuidV7(), orgId, occurredAt: new Date() });
    }
  });
  const first = startProcess();
  await until('it sends as much as it may', () => receiver.posts.length === DELIVERIES_PER_WEBHOOK_MAX);
  const state = await inTransaction(database.ownerSql, (sql) => readDeliveryState(sql, new Date()));
  assert.deepEqual([state.sending, state.waiting], [CLAIMED, 8]);
  first.child.kill('SIGKILL');
  await first.ended;

  receiver.behave((_, response) => void response.writeHead(204).end());
  const killedMs = Date.now();
  const second = startProcess();
  await until('everything is delivered', async () => {
    const [row] = await database.owner`
      select count(*)::int as left from deliveries where webhook_id = ${webhookId} and status <> 'succeeded'`;
    return row?.left === 0;
  });
  assert.ok(
    Date.now() - killedMs < WEBHOOK_LIMITS.deliveryLeaseMs / 2,
    'nothing waited for the end of a lease',
  );
  const byId = Map.groupBy(receiver.posts, ({ headers }) => headers['x-service-delivery']);
  assert.equal(byId.size, EVENTS);
  assert.equal(receiver.posts.length, EVENTS + DELIVERIES_PER_WEBHOOK_MAX);
  for (const [id, posts] of byId) {
    const contents = posts.map(({ headers, body }) => `${headers['x-service-signature']} ${body}`);
    assert.equal(new Set(contents).size, 1, `${id} differs`);
  }
  const attempts = await database.owner`select outcome, number from delivery_attempts`;
  assert.ok(attempts.every(({ outcome, number }) => outcome === 'success' && number === 1));

  const text = await metrics();
  assert.match(text, new RegExp(`flowarden_delivery_attempt_seconds_count{outcome="success"} ${EVENTS}\n`));
  const left = await inTransaction(database.ownerSql, (sql) => readDeliveryState(sql, new Date()));
  assert.deepEqual([left.sending, left.waiting], [0, 0]);
  second.child.kill('SIGTERM');
  assert.equal(await second.ended, 0, second.output());
});

/** Events on their way to receivers, under a clock that the tests turn. */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { after, beforeEach, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import type { EventKind } from '../../../src/contract/event.ts';
import { CONTRACT_LIMITS } from '../../../src/contract/limits.ts';
import type { DeliveryStatus } from '../../../src/contract/webhook.ts';
import { connectDeliveries, inTransaction, withOrganisation } from '../../../src/infra/database/database.ts';
import { uuidV7 } from '../../../src/infra/database/uuid-v7.ts';
import { createLogger } from '../../../src/infra/logging/log.ts';
import { createAddressGuard } from '../../../src/infra/network/address-guard.ts';
import { createSeal, webhookOwner } from '../../../src/infra/sealing/seal.ts';
import { insertValidation } from '../../../src/service/validations/validations-store.ts';
import { releaseDeliveriesOf } from '../../../src/service/webhooks/delivery/claims-store.ts';
import {
  createDeliveryRun,
  DELIVERIES_CLAIMED_FACTOR,
  DELIVERIES_PER_WEBHOOK_MAX,
  type DeliveryRun,
} from '../../../src/service/webhooks/delivery/delivery-run.ts';
import { readDeliveries, readDelivery, redeliver } from '../../../src/service/webhooks/delivery-log.ts';
import {
  deleteDeliveriesBefore,
  restartDeliveries,
} from '../../../src/service/webhooks/delivery-log-store.ts';
import { insertCallback, insertEvent } from '../../../src/service/webhooks/events-store.ts';
import { WEBHOOK_LIMITS } from '../../../src/service/webhooks/limits.ts';
import { resealWebhooks } from '../../../src/service/webhooks/reseal-webhooks-job.ts';
import { createSender } from '../../../src/service/webhooks/sending/send.ts';
import { makeWebhookSecret, secretPreview } from '../../../src/service/webhooks/sending/sign.ts';
import {
  deleteWebhook,
  insertCallbacks,
  updateWebhookSecrets,
} from '../../../src/service/webhooks/webhooks-store.ts';
import { untilBlocked } from '../../support/database/blocked.ts';
import { testDatabase, testOrganisation } from '../../support/database/database.ts';
import { until } from '../../support/processes.ts';
import { IN_FULL_RUN_ONLY } from '../../support/ring.ts';
import { type Receiver, startReceiver } from '../../support/service/receiver.ts';
import { validationRecord } from '../../support/service/validation-record.ts';
import { insertTestWebhook, SECRETS_KEY } from '../../support/service/webhook.ts';
import { webhookEvent } from '../../support/service/webhook-event.ts';

const seal = createSeal(SECRETS_KEY);
const HOUR_MS = 3_600_000;
const BACKLOG = 10_000;
const answer =
  (status: number): RequestListener =>
  (_, response) =>
    void response.writeHead(status).end();

const database = await testDatabase();
const log = createLogger('silent', 'test');
let clock = new Date('2026-03-02T09:41:07.000Z');
const guard = createAddressGuard({ allowsHttp: true, allowedNetworks: ['127.0.0.0/8'] });
const sender = createSender({
  guard,
  version: '0.0.0-test',
  attemptMsMax: 500,
  now: () => clock,
});
// As the process that delivers has it: what its role may not do fails here.
const deliveriesSql = connectDeliveries(database.url);
after(() => deliveriesSql.end(0));
/** Sender whose attempts last as long as a test looks at them, on a busy machine too. */
const patient = createSender({ guard, version: '0.0.0-test', attemptMsMax: 30_000 });
after(() => patient.close());
const run = newRun();
after(() => sender.close());
beforeEach(() => database.owner`with log as (delete from deliveries) delete from delivery_queue`);

function newRun(
  holder = 'test',
  by = sender,
  open = seal,
  baseUrl = 'https://flowarden.example',
): DeliveryRun {
  return createDeliveryRun({
    sql: deliveriesSql,
    sender: by,
    holder,
    stopMsMax: 50,
    seal: open,
    now: () => clock,
    random: () => 0.5,
    baseUrl,
    log,
  });
}

interface Setting {
  readonly orgId: string;
  readonly webhookId: string;
  readonly secret: string;
  readonly receiver: Receiver;
}

/** An organisation with a webhook to a receiver of its own. */
async function setting(
  behaviour: RequestListener,
  events: readonly EventKind[] = ['validation.completed'],
  known?: string,
): Promise<Setting> {
  const orgId = known ?? (await testOrganisation(database));
  const receiver = await startReceiver(behaviour);
  const { id, secret } = await insertTestWebhook(database.app, orgId, receiver.port, {
    events,
    createdAt: clock,
  });
  return { orgId, webhookId: id, secret, receiver };
}

async function happen(orgId: string, kind: EventKind = 'validation.completed') {
  const event = { ...webhookEvent(kind), id: uuidV7(clock), orgId, occurredAt: clock };
  await withOrganisation(database.app, orgId, (sql) => insertEvent(sql, event));
  return event;
}

const deliveriesOf = (webhookId: string) =>
  database.owner`
    select d.id, d.status, d.attempts, q.due_at, d.body
    from deliveries d left join delivery_queue q on q.org_id = d.org_id and q.id = d.id
    where d.webhook_id = ${webhookId} order by d.id`;
const webhookOf = async (webhookId: string) =>
  (await database.owner`select * from webhooks where id = ${webhookId}`)[0]!;

describe('an event', () => {
  it('is delivered once to each webhook that wants it, with the same id for ever', async () => {
    const one = await setting(answer(200));
    const two = await setting(answer(200), ['validation.completed', 'exception.expiring_soon'], one.orgId);
    const three = await setting(answer(200), ['exception.expiring_soon'], one.orgId);
    const event = await happen(one.orgId);
    await withOrganisation(database.app, one.orgId, (sql) =>
      insertEvent(sql, { ...event, id: uuidV7(clock) }),
    );
    assert.equal(await run.sendDue(), 4);
    assert.equal(await run.sendDue(), 0);
    assert.deepEqual(
      [one, two, three].map(({ receiver }) => receiver.posts.length),
      [2, 2, 0],
    );
    const ids = [one, two].flatMap(({ receiver }) =>
      receiver.posts.map(({ headers }) => headers['x-service-delivery']),
    );
    assert.equal(new Set(ids).size, 4);
    for (const { receiver, secret } of [one, two]) {
      for (const { headers, body } of receiver.posts) {
        assert.equal(JSON.parse(body.toString()).orgId, one.orgId);
        assert.match(String(headers['x-service-delivery']), /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-8/);
        // Verified by hand: the package takes our clock's time for too old.
        const signature = new Webhook(secret).sign(String(headers['webhook-id']), clock, body);
        assert.equal(headers['webhook-signature'], signature);
      }
    }
  });

  it('of a stored validation is delivered too, and with the validation or not at all', async () => {
    const { orgId, receiver } = await setting(answer(200));
    await withOrganisation(database.app, orgId, async (sql) => {
      await insertValidation(sql, validationRecord(orgId, { validatedAt: clock }));
      throw new Error('rolled back');
    }).catch(() => {});
    assert.equal(await run.sendDue(), 0);
    await withOrganisation(database.app, orgId, (sql) =>
      insertValidation(sql, validationRecord(orgId, { validatedAt: clock })),
    );
    assert.equal(await run.sendDue(), 1);
    assert.equal(receiver.posts[0]!.headers['x-service-event'], 'validation.completed');
  });

  it('stays within its organisation', async () => {
    const mine = await setting(answer(200));
    const other = await setting(answer(200));
    await happen(mine.orgId);
    await run.sendDue();
    assert.deepEqual([mine.receiver.posts.length, other.receiver.posts.length], [1, 0]);
    const seen = await withOrganisation(database.app, other.orgId, (sql) => sql`select id from deliveries`);
    assert.equal(seen.length, 0);
  });
});

describe('a receiver that fails', () => {
  it('gets ten attempts within 75 hours, with the same bytes and id', async () => {
    const { orgId, webhookId, receiver } = await setting(answer(500));
    await happen(orgId);
    const startMs = clock.getTime();
    const offsets: number[] = [];
    for (;;) {
      assert.equal(await run.sendDue(), 1);
      offsets.push((clock.getTime() - startMs) / 1000);
      const [delivery] = await deliveriesOf(webhookId);
      if (delivery!.dueAt === null) break;
      assert.equal(delivery!.status, 'pending');
      clock = new Date(delivery!.dueAt.getTime() - 1);
      assert.equal(await run.sendDue(), 0, 'not before it is due');
      clock = delivery!.dueAt;
    }
    const hours = (count: number) => count * 3600;
    const waits = offsets.map((at, index) => at - (offsets[index - 1] ?? 0));
    assert.deepEqual(waits, [
      0,
      5,
      300,
      1800,
      hours(2),
      hours(5),
      hours(10),
      hours(14),
      hours(20),
      hours(24),
    ]);
    assert.equal((await deliveriesOf(webhookId))[0]!.status, 'failed');
    assert.equal(new Set(receiver.posts.map(({ body }) => body.toString('hex'))).size, 1);
    assert.equal(new Set(receiver.posts.map(({ headers }) => headers['x-service-delivery'])).size, 1);
    assert.equal(new Set(receiver.posts.map(({ headers }) => headers['x-service-signature'])).size, 1);
    const attempts = await database.owner`
      select number, outcome, status_code from delivery_attempts a join deliveries d on d.id = a.delivery_id
      where d.webhook_id = ${webhookId} order by number`;
    assert.deepEqual(
      attempts.map(({ number }) => number),
      [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
    );
    assert.equal((await webhookOf(webhookId)).consecutiveFailures, 10);
  });

  it('and comes back is forgiven at its first success', async () => {
    const { orgId, webhookId, receiver } = await setting(answer(503));
    await happen(orgId);
    await run.sendDue();
    assert.equal((await webhookOf(webhookId)).consecutiveFailures, 1);
    receiver.behave(answer(204));
    clock = new Date(clock.getTime() + 5_000);
    await run.sendDue();
    const { consecutiveFailures, failingSince, lastSuccessAt } = await webhookOf(webhookId);
    assert.deepEqual([consecutiveFailures, failingSince, lastSuccessAt], [0, null, clock]);
    assert.equal((await deliveriesOf(webhookId))[0]!.status, 'succeeded');
  });

  it('with 410 is disabled at once; what waits and what comes is skipped', async () => {
    const { orgId, webhookId, receiver } = await setting(answer(500));
    await happen(orgId);
    await run.sendDue();
    receiver.behave(answer(410));
    await happen(orgId);
    await run.sendDue();
    await happen(orgId);
    assert.equal(await run.sendDue(), 0);
    assert.equal((await webhookOf(webhookId)).disabledReason, 'gone');
    const statuses = (await deliveriesOf(webhookId)).map(({ status }) => status);
    assert.deepEqual(statuses.toSorted(), ['failed', 'skipped', 'skipped']);
    const [entry] = await database.owner`
      select action, actor_kind, target_name, details from audit_entries where org_id = ${orgId}`;
    assert.deepEqual(
      { ...entry },
      {
        action: 'webhook.disabled',
        actorKind: 'system',
        targetName: new URL((await webhookOf(webhookId)).url).host,
        details: { reason: 'gone' },
      },
    );
  });

  it('for five days and ten events is disabled, and not before either', async () => {
    const { orgId, webhookId } = await setting(answer(500));
    for (let count = 0; count < 9; count += 1) await happen(orgId);
    for (let hour = 0; hour < 126; hour += 6) {
      await run.sendDue();
      clock = new Date(clock.getTime() + 6 * HOUR_MS);
    }
    assert.equal((await webhookOf(webhookId)).disabledReason, null, 'nine events are too few');
    await happen(orgId);
    await run.sendDue();
    assert.equal((await webhookOf(webhookId)).disabledReason, 'failing');
  });

  const ENDS: readonly (readonly [number, Record<string, string>, string, number | null])[] = [
    [204, {}, 'succeeded', null],
    [202, {}, 'succeeded', null],
    [302, { location: '/' }, 'pending', 5],
    [401, {}, 'pending', 5],
    [408, {}, 'pending', 5],
    [425, {}, 'pending', 5],
    [429, {}, 'pending', 5],
    [429, { 'retry-after': '7' }, 'pending', 7],
    [503, { 'retry-after': '3600' }, 'pending', 10],
    [500, {}, 'pending', 5],
    [410, {}, 'failed', null],
  ];
  for (const [status, headers, expected, seconds] of ENDS) {
    const requested = headers['retry-after'] === undefined ? '' : `, Retry-After ${headers['retry-after']}`;
    it(`with ${status}${requested}: ${expected}, ${seconds ?? 'no'} seconds to the next attempt`, async () => {
      const { orgId, webhookId } = await setting(
        (_, response) => void response.writeHead(status, headers).end(),
      );
      await happen(orgId);
      await run.sendDue();
      const [delivery] = await deliveriesOf(webhookId);
      const wait = delivery!.dueAt === null ? null : (delivery!.dueAt.getTime() - clock.getTime()) / 1000;
      assert.deepEqual([delivery!.status, wait], [expected, seconds]);
    });
  }
});

describe('receivers that share a process', () => {
  it('do not wait for a dozen others that do not answer', { skip: IN_FULL_RUN_ONLY }, async () => {
    const silent = [];
    for (let count = 0; count < 12; count += 1) silent.push(await setting(() => {}));
    const quick = await setting(answer(200));
    for (const { orgId } of silent) {
      for (let count = 0; count < DELIVERIES_PER_WEBHOOK_MAX * 3; count += 1) await happen(orgId);
    }
    await happen(quick.orgId);
    const stop = newRun('sharing', patient).start();
    await until('the quick one has its event', () => quick.receiver.posts.length === 1, 5_000);
    await happen(quick.orgId);
    await until('and the next one', () => quick.receiver.posts.length === 2, 5_000);
    const counts = silent.map(({ receiver }) => receiver.posts.length);
    assert.ok(Math.max(...counts) <= DELIVERIES_PER_WEBHOOK_MAX, 'each has its limit');
    assert.ok(Math.min(...counts) > 0, 'and each has a part');
    await stop();
  });

  it('do not wait for other hosts that validations of the same organisation name', async () => {
    const orgId = await testOrganisation(database);
    const sealed = { secret: seal.seal(makeWebhookSecret(), webhookOwner(orgId, orgId)), secretPreview: '' };
    const [silent, quick] = [await startReceiver(() => {}), await startReceiver(answer(200))];
    await withOrganisation(database.app, orgId, async (sql) => {
      await insertCallbacks(sql, { ...sealed, createdBy: 'abcdefgh', createdAt: clock });
      const ports = Array(DELIVERIES_PER_WEBHOOK_MAX * 3)
        .fill(silent.port)
        .concat(quick.port);
      for (const port of ports) {
        const event = { ...webhookEvent(), id: uuidV7(clock), orgId, occurredAt: clock };
        await insertEvent(sql, event);
        await insertCallback(sql, event, `http://127.0.0.1:${port}/run`);
      }
    });
    const stop = newRun('calling back', patient).start();
    after(stop);
    await until('the quick one has its event', () => quick.posts.length === 1, 10_000);
    assert.ok(silent.posts.length <= DELIVERIES_PER_WEBHOOK_MAX);
    await stop();
  });

  it('do not wait for the backlog of another one, which is delivered in order and once', {
    skip: IN_FULL_RUN_ONLY,
  }, async () => {
    const late = await setting(answer(200));
    const fresh = await setting(answer(200));
    // Postgres takes it for empty from here on.
    await database.owner`vacuum analyze delivery_queue`;
    await database.owner`
      with made as (
        insert into events (org_id, id, kind, occurred_at, data)
        select ${late.orgId}, gen_random_uuid(), 'validation.completed', ${clock}::timestamptz - n * interval '1 second', '{}'
        from generate_series(1, ${BACKLOG}) n returning *
      ), queued as (
        insert into delivery_queue (org_id, id, webhook_id, event_id, is_test, attempts, round_attempts, due_at, is_due)
        select org_id, delivery_id(id, ${late.webhookId}), ${late.webhookId}, id, false, 0, 0, occurred_at, true from made
      )
      insert into deliveries (org_id, id, webhook_id, event_id, event_kind, status, created_at)
      select org_id, delivery_id(id, ${late.webhookId}), ${late.webhookId}, id, kind, 'pending', occurred_at from made`;
    const claimedMax = DELIVERIES_PER_WEBHOOK_MAX * DELIVERIES_CLAIMED_FACTOR;
    const stop = newRun('draining', patient).start();
    after(stop);
    await until('the backlog is on its way', () => late.receiver.posts.length > 50);
    await happen(fresh.orgId);
    await until('the new one is there', () => fresh.receiver.posts.length === 1);
    assert.ok(late.receiver.posts.length < BACKLOG / 2, 'long before the end of the backlog');
    let claimed = 0;
    const isDrained = async () => {
      await sleep(100);
      const [row] = await database.owner`
        select count(*)::int as left, count(lease)::int as claimed from delivery_queue where webhook_id = ${late.webhookId}`;
      claimed = Math.max(claimed, row!.claimed);
      return row!.left === 0;
    };
    await until('the end of the backlog', isDrained, 600_000);
    await stop();
    assert.ok(claimed > 0 && claimed <= claimedMax, `${claimed} were claimed at once`);
    assert.equal(late.receiver.posts.length, BACKLOG, 'each once');
    const [ended] = await database.owner`
      select count(*)::int as count from deliveries where webhook_id = ${late.webhookId} and status = 'succeeded'`;
    assert.equal(ended!.count, BACKLOG);
    const times = late.receiver.posts.map(({ body }) => Date.parse(JSON.parse(body.toString()).occurredAt));
    const behind = times.map((time, index) => (time - times[0]!) / 1000 - index);
    // While a connection is opened for one, others pass it.
    assert.ok(behind.every((places) => Math.abs(places) <= DELIVERIES_PER_WEBHOOK_MAX * 4));
  });
});

describe('a delivery', () => {
  it('that is being sent says so, shows what is sent, and is not begun anew by hand', async () => {
    const { orgId, webhookId, receiver } = await setting(() => {});
    await happen(orgId);
    const deps = { sql: database.app, now: () => clock };
    const actor = { kind: 'user', id: 'ada', name: 'Ada', email: null } as const;
    const idsOf = async (status: DeliveryStatus) => {
      const input = { status, cursor: null, pageSize: 10 };
      return (await readDeliveries(deps, orgId, webhookId, input)).items.map(({ id }) => id);
    };
    const [id] = await idsOf('pending');
    assert.equal((await readDelivery(deps, orgId, webhookId, id!)).body, undefined);
    const stop = newRun('seen', patient).start();
    after(stop);
    await until('the first attempt', () => receiver.posts.length === 1);
    assert.deepEqual([await idsOf('pending'), await idsOf('sending')], [[], [id]]);
    const { delivery, body } = await readDelivery(deps, orgId, webhookId, id!);
    assert.deepEqual([delivery.status, body], ['sending', receiver.posts[0]!.body]);
    const again = redeliver(deps, { orgId, actor, requestId: null }, webhookId, id!);
    await assert.rejects(again, { code: 'state_conflict' });
    await stop();
    assert.deepEqual([await idsOf('pending'), await idsOf('sending')], [[id], []]);
  });

  it('that is sent again while the log is cleared stays there', async () => {
    const { orgId, webhookId } = await setting(answer(500));
    await happen(orgId);
    const [made] = await deliveriesOf(webhookId);
    await database.owner`
      with log as (update deliveries set status = 'failed') delete from delivery_queue`;
    const cleared = Promise.withResolvers<void>();
    const isSent = Promise.withResolvers<void>();
    const sending = withOrganisation(database.ownerSql, orgId, async (sql) => {
      await restartDeliveries(sql, webhookId, { id: made!.id }, clock);
      isSent.resolve();
      await cleared.promise;
    });
    await isSent.promise;
    const later = new Date(clock.getTime() + HOUR_MS);
    const clearing = inTransaction(database.ownerSql, (sql) => deleteDeliveriesBefore(sql, later, 10));
    await Promise.race([clearing, untilBlocked(database.owner)]);
    cleared.resolve();
    await sending;
    assert.equal(await clearing, 0);
  });

  it('in the format of a chat has the same bytes when another process would write others', async () => {
    const orgId = await testOrganisation(database);
    const receiver = await startReceiver(answer(500));
    const target = 'chat-a';
    const { id } = await insertTestWebhook(database.app, orgId, receiver.port, { createdAt: clock, target });
    await happen(orgId);
    await run.sendDue();
    clock = new Date(clock.getTime() + 5_000);
    await newRun('moved', sender, seal, 'https://elsewhere.example').sendDue();
    const bodies = receiver.posts.map(({ body }) => body.toString());
    assert.match(bodies[0]!, /https:\/\/flowarden\.example\/validations/);
    assert.deepEqual(bodies, [bodies[0], bodies[0]]);
    const [delivery] = await deliveriesOf(id);
    assert.equal(delivery!.body.toString(), bodies[0]);
  });
});

describe('more deliveries than go into or out of the queue at once', () => {
  it('are recovered call by call, and canceled with their webhook all the same', {
    skip: IN_FULL_RUN_ONLY,
  }, async () => {
    const most = CONTRACT_LIMITS.deliveriesMovedMax;
    const { orgId, webhookId, receiver } = await setting(answer(200));
    await database.owner`
      insert into deliveries (org_id, id, webhook_id, event_id, event_kind, status, created_at)
      select ${orgId}, gen_random_uuid(), ${webhookId}, gen_random_uuid(), 'validation.completed', 'skipped', ${clock}
      from generate_series(1, ${most + 5})`;
    const recover = () =>
      withOrganisation(database.app, orgId, (sql) =>
        restartDeliveries(sql, webhookId, { since: clock }, clock),
      );
    assert.deepEqual([await recover(), await recover(), await recover()], [most, 5, 0]);
    await withOrganisation(database.app, orgId, (sql) => deleteWebhook(sql, webhookId, clock));
    const queued = () => database.owner`select id from delivery_queue where org_id = ${orgId}`;
    assert.equal((await queued()).length, 5);
    await run.sendDue();
    assert.equal((await queued()).length, 0);
    const [row] = await database.owner`
      select count(*)::int as left from deliveries where org_id = ${orgId} and status <> 'canceled'`;
    assert.deepEqual([row!.left, receiver.posts.length], [0, 0]);
  });
});

describe('an event as an earlier version stored it', () => {
  it('is sent with the bytes that were made of it then', async () => {
    const { orgId, webhookId, receiver } = await setting(answer(500));
    const { kind, occurredAt } = await happen(orgId);
    const [event] = await database.owner`
      update events set data = data::jsonb::json where org_id = ${orgId} returning data`;
    const sent = Buffer.from(JSON.stringify({ event: kind, orgId, occurredAt, data: event!.data }));
    await database.owner`update deliveries set body = ${sent} where webhook_id = ${webhookId}`;
    await run.sendDue();
    clock = new Date(clock.getTime() + 5_000);
    await run.sendDue();
    assert.deepEqual(
      receiver.posts.map(({ body }) => body.toString()),
      [sent.toString(), sent.toString()],
    );
  });
});

describe('a process that dies while it sends', () => {
  /** Begins to send as a process would that dies before an answer comes. */
  /** Returns the delivery, and the end of the attempt at it. */
  async function beginAndDie(settings: Setting, holder: string) {
    settings.receiver.behave(() => {});
    await happen(settings.orgId);
    const attempt = newRun(holder).sendDue();
    await until('the first attempt', () => settings.receiver.posts.length === 1);
    settings.receiver.behave(answer(200));
    return { id: String(settings.receiver.posts[0]!.headers['x-service-delivery']), attempt };
  }

  it('leaves its deliveries to another one after the lease', async () => {
    const settings = await setting(answer(200));
    const { id } = await beginAndDie(settings, 'dead');
    assert.equal(await newRun().sendDue(), 0, 'it is leased');
    clock = new Date(clock.getTime() + WEBHOOK_LIMITS.deliveryLeaseMs);
    assert.equal(await newRun().sendDue(), 1);
    const [first, second] = settings.receiver.posts;
    assert.equal(second!.headers['x-service-delivery'], id);
    assert.ok(first!.body.equals(second!.body));
    assert.equal((await deliveriesOf(settings.webhookId))[0]!.attempts, 1);
  });

  it('leaves them at once when it is known to be dead; what it still says later counts not', async () => {
    const settings = await setting(answer(200));
    const { attempt } = await beginAndDie(settings, 'known');
    await inTransaction(database.ownerSql, (sql) => releaseDeliveriesOf(sql, ['another']));
    assert.equal(await newRun().sendDue(), 0, 'it is not the one that died');
    await inTransaction(database.ownerSql, (sql) => releaseDeliveriesOf(sql, ['known']));
    assert.equal(await newRun().sendDue(), 1);
    // It ends by its time, and its process writes the failure.
    await attempt;
    const [delivery] = await deliveriesOf(settings.webhookId);
    assert.deepEqual([delivery!.status, delivery!.attempts], ['succeeded', 1]);
    assert.equal((await webhookOf(settings.webhookId)).consecutiveFailures, 0);
  });
});

describe('a process that is stopped', () => {
  it('gives back what lasts, uncounted, for another one to send at once', async () => {
    const { orgId, webhookId, receiver } = await setting(() => {});
    await happen(orgId);
    const stop = newRun('stopped', patient).start();
    await until('the first attempt', () => receiver.posts.length === 1);
    await stop();
    const [delivery] = await deliveriesOf(webhookId);
    assert.deepEqual([delivery!.status, delivery!.attempts], ['pending', 0]);
    receiver.behave(answer(200));
    assert.equal(await newRun().sendDue(), 1);
    assert.equal((await deliveriesOf(webhookId))[0]!.status, 'succeeded');
  });

  it('gives back what it could not sign, and what it could not write the result of', async () => {
    const leases = () => database.owner`select id from delivery_queue where lease is not null`;
    const unsigned = await setting(answer(200));
    const foreign = createSeal('l'.repeat(32)).seal(
      'whsec_x',
      webhookOwner(unsigned.orgId, unsigned.webhookId),
    );
    await database.owner`update webhooks set secret = ${foreign} where id = ${unsigned.webhookId}`;
    const unwritten = await setting(answer(200));
    await Promise.all([unsigned, unwritten].map(({ orgId }) => happen(orgId)));
    await database.owner.begin(async (sql) => {
      await sql`select from webhooks where id = ${unwritten.webhookId} for update`;
      const stop = newRun('stopped', patient).start();
      await until('the attempt', () => unwritten.receiver.posts.length === 1);
      assert.equal((await leases()).length, 2);
      await stop();
      assert.equal((await leases()).length, 0);
    });
    await database.owner`delete from webhooks where id = ${unsigned.webhookId}`;
  });
});

describe('an event that was being written while its webhook was deleted', () => {
  it('is not delivered, and waits no longer', async () => {
    const { orgId, webhookId } = await setting(answer(200));
    await happen(orgId);
    await database.owner`delete from webhooks where id = ${webhookId}`;
    assert.equal(await run.sendDue(), 0);
    const [delivery] = await deliveriesOf(webhookId);
    assert.deepEqual([delivery!.status, delivery!.dueAt], ['canceled', null]);
  });
});

describe('a new key for secrets', () => {
  it('seals them when the process starts, and then the old one is not needed', async () => {
    const [other, lost] = ['o'.repeat(32), 'l'.repeat(32)];
    const { orgId, webhookId, secret, receiver } = await setting(answer(200));
    const rotating = await setting(answer(200));
    await database.owner`update webhooks set next_secret = secret, next_secret_preview = '', next_secret_effective_at = now()
      where id = ${rotating.webhookId}`;
    const foreign = createSeal(lost).seal('whsec_x', webhookOwner(orgId, webhookId));
    const { webhookId: unknown } = await setting(answer(200));
    await database.owner`update webhooks set secret = ${foreign} where id = ${unknown}`;
    const [row] = await database.owner`select count(*)::int as count from webhooks`;
    const both = createSeal(`${other},${SECRETS_KEY}`);
    const first = await resealWebhooks(database.ownerSql, both, log);
    assert.deepEqual(first, { resealed: row!.count - 1, unreadable: 1 });
    assert.deepEqual(await resealWebhooks(database.ownerSql, both, log), { resealed: 0, unreadable: 1 });
    assert.ok(both.isCurrent((await webhookOf(rotating.webhookId)).nextSecret));
    await happen(orgId);
    await newRun('resealed', sender, createSeal(other)).sendDue();
    const expected = createHmac('sha256', secret).update(receiver.posts[0]!.body).digest('hex');
    assert.equal(receiver.posts[0]!.headers['x-service-signature'], `sha256=${expected}`);
    await resealWebhooks(database.ownerSql, createSeal(`${SECRETS_KEY},${other}`), log);
  });
});

describe('secrets that are sealed anew', () => {
  it('wait for results that are being written, and these never for them', async () => {
    const [first, second] = [await testOrganisation(database), await testOrganisation(database)].sort();
    const { webhookId: older } = await setting(answer(200), [], second);
    const { webhookId: newer } = await setting(answer(200), [], first);
    let resealing: Promise<unknown> | undefined;
    await inTransaction(database.ownerSql, async (sql) => {
      await sql`select from webhooks where id = ${older} for update`;
      resealing = resealWebhooks(database.ownerSql, seal, log);
      await until('the sealing waits', async () => {
        const [row] = await database.owner`
          select count(*)::int as waiting from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`;
        return row!.waiting === 1;
      });
      await sql`select from webhooks where id = ${newer} for update`;
    });
    await resealing;
  });
});

describe('a rotation', () => {
  it('signs with both secrets until the effective time, then with the new one alone', async () => {
    const { orgId, webhookId, secret, receiver } = await setting(answer(200));
    const next = makeWebhookSecret();
    const owner = webhookOwner(orgId, webhookId);
    await withOrganisation(database.app, orgId, (sql) =>
      updateWebhookSecrets(sql, {
        id: webhookId,
        secret: seal.seal(secret, owner),
        secretPreview: secretPreview(secret),
        nextSecret: seal.seal(next, owner),
        nextSecretPreview: secretPreview(next),
        nextSecretEffectiveAt: new Date(clock.getTime() + HOUR_MS),
        updatedAt: clock,
      }),
    );
    await happen(orgId);
    await run.sendDue();
    clock = new Date(clock.getTime() + HOUR_MS);
    await happen(orgId);
    await run.sendDue();
    const [during, afterwards] = receiver.posts.map(({ headers }) => headers);
    assert.match(String(during!['webhook-signature']), /^v1,\S+ v1,\S+$/);
    assert.match(String(during!['x-service-signature-next']), /^sha256=/);
    assert.match(String(afterwards!['webhook-signature']), /^v1,\S+$/);
    assert.equal(afterwards!['x-service-signature-next'], undefined);
  });
});

/**
 * Webhooks: deliveries a second to a receiver on this machine, from the database and back, beside undici alone. One
 * organisation has several webhooks at one receiver, so that both sides have as many requests in flight.
 */
import { performance } from 'node:perf_hooks';
import { Agent, request } from 'undici';
import type { EventRecord } from '../../src/contract/event.ts';
import type { Sql } from '../../src/infra/database/connections.ts';
import {
  connectDeliveries,
  connectOwner,
  disconnect,
  inTransaction,
  withOrganisation,
} from '../../src/infra/database/database.ts';
import { uuidV7 } from '../../src/infra/database/uuid-v7.ts';
import { createLogger } from '../../src/infra/logging/log.ts';
import { createAddressGuard } from '../../src/infra/network/address-guard.ts';
import { createSeal, rememberOpened } from '../../src/infra/sealing/seal.ts';
import { insertOrganisation } from '../../src/service/organisations/organisations-store.ts';
import {
  createDeliveryRun,
  DELIVERIES_PER_WEBHOOK_MAX,
} from '../../src/service/webhooks/delivery/delivery-run.ts';
import { insertEvent } from '../../src/service/webhooks/events-store.ts';
import { WEBHOOK_LIMITS } from '../../src/service/webhooks/limits.ts';
import { deliveryBody } from '../../src/service/webhooks/messages/body.ts';
import { createSender } from '../../src/service/webhooks/sending/send.ts';
import { insertTestWebhook, SECRETS_KEY } from '../../test/support/service/webhook.ts';
import { webhookEvent } from '../../test/support/service/webhook-event.ts';
import type { Figure } from '../figure.ts';
import { cpuMsOf, type Served, serve } from '../load.ts';
import { spread, type Turn } from '../measure.ts';
import { type OwnDatabase, startDatabase } from '../postgres.ts';

/** Webhooks per host, enough that no limit of one webhook is reached. */
const WEBHOOKS = WEBHOOK_LIMITS.deliveriesPerHostMax / DELIVERIES_PER_WEBHOOK_MAX;
const DELIVERIES = 4_000;
const ROUNDS = 5;
/** Rounds until the code of both is compiled: a jobs process lives for days. */
const WARM_UP_ROUNDS = 4;
const BASE_URL = 'https://flowarden.example';
const seal = rememberOpened(createSeal(SECRETS_KEY));

/** Creates an organisation whose webhooks all lead to the receiver. */
async function organisationWithWebhooks(owner: Sql, port: number): Promise<string> {
  const orgId = uuidV7();
  await withOrganisation(owner, orgId, (sql) => insertOrganisation(sql, { id: orgId, name: 'Bench' }));
  for (let count = 0; count < WEBHOOKS; count += 1) await insertTestWebhook(owner, orgId, port);
  return orgId;
}

/** Stores events of an organisation, each for all of its webhooks. */
async function happen(owner: Sql, event: EventRecord, deliveries: number): Promise<void> {
  for (let count = 0; count < deliveries / WEBHOOKS; count += 1) {
    const happened = { ...event, id: uuidV7(), occurredAt: new Date() };
    await inTransaction(owner, (sql) => insertEvent(sql, happened));
  }
}

/** Cost of some deliveries in this process, and in those that share the machine with it. */
interface SharedTurn extends Turn {
  readonly postgresMs: number;
  readonly receiverMs: number;
}

/** Other processes of a turn. */
interface Company {
  readonly database: OwnDatabase;
  readonly receiver: Served;
}

async function measured({ database, receiver }: Company, work: () => Promise<void>): Promise<SharedTurn> {
  const [postgresMs, receiverMs] = [database.cpuMs(), await cpuMsOf(receiver)];
  const cpu = process.cpuUsage();
  const begunMs = performance.now();
  await work();
  const { user, system } = process.cpuUsage(cpu);
  return {
    wallMs: performance.now() - begunMs,
    cpuMs: (user + system) / 1000,
    postgresMs: database.cpuMs() - postgresMs,
    receiverMs: (await cpuMsOf(receiver)) - receiverMs,
  };
}

/** Sends all due deliveries, until the results are in the database. */
function deliverAll(sql: Sql, company: Company): Promise<SharedTurn> {
  const guard = createAddressGuard({ allowsHttp: true, allowedNetworks: ['127.0.0.0/8'] });
  return measured(company, async () => {
    const sender = createSender({ guard, version: '0.0.0-bench' });
    const done = Promise.withResolvers<void>();
    let left = DELIVERIES;
    const run = createDeliveryRun({
      sql,
      sender,
      holder: 'bench',
      seal,
      baseUrl: BASE_URL,
      log: createLogger('warn', 'bench'),
      now: () => new Date(),
      random: Math.random,
      observe({ outcome }) {
        if (outcome !== 'success') done.reject(new Error(outcome));
        left -= 1;
        if (left === 0) done.resolve();
      },
    });
    const stop = run.start();
    await done.promise;
    await stop();
    await sender.close();
  });
}

/** Sends the same number of requests with the same body and concurrency. */
function requestAll(company: Company, body: Buffer): Promise<SharedTurn> {
  const { port } = company.receiver;
  return measured(company, async () => {
    const dispatcher = new Agent({ connections: WEBHOOK_LIMITS.deliveriesPerHostMax });
    const headers = { 'Content-Type': 'application/json' };
    let left = DELIVERIES;
    const sendAll = async () => {
      while (left > 0) {
        left -= 1;
        const answer = await request(`http://127.0.0.1:${port}/hook`, {
          method: 'POST',
          dispatcher,
          headers,
          body,
        });
        await answer.body.dump();
      }
    };
    await Promise.all(Array.from({ length: WEBHOOK_LIMITS.deliveriesPerHostMax }, sendAll));
    await dispatcher.close();
  });
}

/** Returns microseconds of processor time for each delivery. */
const eachUs = (turns: readonly SharedTurn[], part: Exclude<keyof SharedTurn, 'wallMs'>): number =>
  (spread(turns.map((turn) => turn[part])).median * 1000) / DELIVERIES;

const perSecond = ({ wallMs }: Turn): number => (DELIVERIES / wallMs) * 1000;

/** Measures the webhooks. */
export async function* deliveries(): AsyncGenerator<Figure> {
  await using database = await startDatabase();
  const [owner, sql] = [connectOwner(database.url), connectDeliveries(database.url)] as const;
  const receiver = await serve('webhook-receiver.ts');
  const orgId = await organisationWithWebhooks(owner, receiver.port);
  const event = { ...webhookEvent(), orgId };
  const body = deliveryBody(event, 'generic', BASE_URL);
  const company = { database, receiver };
  const own: SharedTurn[] = [];
  const peer: SharedTurn[] = [];
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round += 1) {
    await happen(owner, event, DELIVERIES);
    const turns = [await deliverAll(sql, company), await requestAll(company, body)] as const;
    if (round < 0) continue;
    own.push(turns[0]);
    peer.push(turns[1]);
  }
  const wall = spread(own.map((turn, round) => perSecond(turn) / perSecond(peer[round]!)));
  yield {
    name: 'deliveries a second',
    unit: 'deliveries/s',
    against: 'times as many as undici sends that only sends',
    ...spread(own.map(perSecond)),
    ratio: wall.median,
    ratios: { wall, cpu: spread(own.map(({ cpuMs }, round) => peer[round]!.cpuMs / cpuMs)) },
    bar: { atLeast: 0.4, stretch: 0.6 },
    n: ROUNDS,
    facts: {
      peerPerSecond: spread(peer.map(perSecond)).median,
      senderUs: eachUs(own, 'cpuMs'),
      postgresUs: eachUs(own, 'postgresMs'),
      receiverUs: eachUs(own, 'receiverMs'),
      peerUs: eachUs(peer, 'cpuMs'),
      peerReceiverUs: eachUs(peer, 'receiverMs'),
    },
  };
  receiver.child.kill();
  await Promise.all([disconnect(owner), disconnect(sql)]);
}

/** Deliveries: three hosts send, one of them dies, and one of the receivers is dead meanwhile. */
import { join } from 'node:path';
import { percentile } from '../../soak/samples.ts';
import { fact, measure, round } from '../check.ts';
import type { Row } from '../row.ts';
import { type Caller, CORES, type Installation } from '../service/installation.ts';
import type { ProcessOnHost } from '../service/process-on-host.ts';
import { describe, failures, startCallers } from '../traffic/callers.ts';
import { sendJson, uploadsOf } from '../traffic/requests.ts';
import { inSeconds, until } from '../traffic/until.ts';

const SIZES = {
  full: { webhooks: 50, dead: 10, events: 2_000 },
  quick: { webhooks: 10, dead: 2, events: 100 },
} as const;
const HOSTS = 3;
const RECEIVER_PORT = 9000;
const IN_FLIGHT = 8;
/** Longest time until another host takes over what a dead one was sending. */
const TAKEOVER_MS_MAX = 60_000;
const LATENCY_MS_MAX = 2_000;
/** Time that waiting deliveries get once their receiver is back, and their attempts are due. */
const BACK_MS_MAX = 60_000;

type Arrivals = Readonly<Record<string, readonly number[]>>;

async function startReceiver(
  installation: Installation,
  name: string,
  address: string,
): Promise<ProcessOnHost> {
  const program = join(import.meta.dirname, '../service/receiver.ts');
  return installation.startProgram(name, [program, address, String(RECEIVER_PORT)]);
}

const urlOf = ({ host }: ProcessOnHost) => `http://${host.address}:${RECEIVER_PORT}/`;
const arrivalsAt = async (receiver: ProcessOnHost) =>
  (await (await fetch(urlOf(receiver))).json()) as Arrivals;

async function addWebhook(gatewayUrl: string, caller: Caller, url: string): Promise<void> {
  const { status, text } = await sendJson(`${gatewayUrl}/api/v1/org-webhooks`, caller, {
    url,
    events: ['validation.completed'],
  });
  if (status !== 201) throw new Error(`The webhook was not made: ${status} ${text}`);
}

/** Returns the ids of all deliveries, by whether their receiver is dead, and when each was made. */
async function deliveriesOf({ query }: Installation, deadUrl: string) {
  const rows = await query(
    (sql) => sql<{ id: string; createdAt: Date; isDead: boolean }[]>`
      select d.id, d.created_at, w.url = ${deadUrl} as is_dead
      from deliveries d join webhooks w on w.org_id = d.org_id and w.id = d.webhook_id`,
  );
  return { living: rows.filter(({ isDead }) => !isDead), dead: rows.filter(({ isDead }) => isDead) };
}

export const deliveries: Row = async function* ({ installation, size }) {
  const { webhooks, dead: deadCount, events } = SIZES[size];
  await installation.command(['migrate']);
  const core = await installation.start('core', 'core');
  installation.network.setName(CORES, [core.host]);
  const gateway = await installation.start('gateway', 'gateway');
  const [living, silent] = await Promise.all(
    ['living', 'silent'].map((name) => startReceiver(installation, name, '0.0.0.0')),
  );
  const senders = await Promise.all(
    Array.from({ length: HOSTS }, (_, index) => installation.start('deliveries', `deliveries${index + 1}`)),
  );
  const callers = await installation.addCallers(webhooks);
  for (const [index, caller] of callers.entries())
    await addWebhook(gateway.url, caller, urlOf(index < deadCount ? silent! : living!));
  silent!.host.cut();

  const { validate } = uploadsOf(2_000);
  const load = startCallers(IN_FLIGHT, (_, turn) => validate(gateway.url, callers[turn % callers.length]!));
  await until(() => load.tally.okMs.length >= events / 2, 120_000, 10);
  const victim = senders[1]!;
  // Its machine vanishes: no connection is closed, and it says nothing more.
  victim.host.cut();
  const diedAt = Date.now();
  const [held] = await installation.query(
    (sql) => sql<{ count: number }[]>`
      select count(*)::int as count from delivery_queue q join job_processes p on p.pool_id = q.holder
      where p.host like ${`${victim.host.name}/%`}`,
  );
  await until(() => load.tally.okMs.length >= events, 120_000, 10);
  const tally = await load.stop();
  yield fact('every validation is answered', failures(tally) === 0, describe(tally));

  const expected = await deliveriesOf(installation, urlOf(silent!));
  let arrivals: Arrivals = {};
  const all = async () => {
    arrivals = await arrivalsAt(living!);
    return expected.living.every(({ id }) => arrivals[id] !== undefined);
  };
  await until(all, TAKEOVER_MS_MAX + 30_000, 500);
  const missing = expected.living.filter(({ id }) => arrivals[id] === undefined).length;
  const lastMs = Math.max(...Object.values(arrivals).map(([first = 0]) => first)) - diedAt;
  yield fact(
    'every delivery to the living receiver arrives',
    missing === 0,
    `${expected.living.length - missing} of ${expected.living.length}, ${held!.count} of them held by the dead host`,
  );
  yield measure(
    `other hosts take over within ${TAKEOVER_MS_MAX / 1000} s`,
    missing === 0 && lastMs <= TAKEOVER_MS_MAX,
    inSeconds(lastMs),
  );
  const again = Object.values(arrivals).filter(({ length }) => length > 1).length;
  yield fact(
    'only what the dead host held is received again',
    again <= held!.count,
    `${again} of ${expected.living.length} twice`,
  );
  const latencies = expected.living
    .filter(({ createdAt }) => createdAt.getTime() < diedAt)
    .map(({ id, createdAt }) => (arrivals[id]?.[0] ?? Number.NaN) - createdAt.getTime())
    .filter((ms) => ms < TAKEOVER_MS_MAX / 2);
  const p95 = percentile(latencies, 0.95);
  yield measure(
    `a dead receiver delays no other: p95 ≤ ${LATENCY_MS_MAX / 1000} s`,
    p95 <= LATENCY_MS_MAX,
    `${round(p95)} ms from the event to its arrival`,
  );

  silent!.host.heal();
  let late: Arrivals = {};
  const back = await until(
    async () => {
      // Their next attempts are minutes and hours away; those under way fail first.
      await installation.query((sql) => sql`update delivery_queue set due_at = now() where not is_due`);
      late = await arrivalsAt(silent!);
      return expected.dead.every(({ id }) => late[id] !== undefined);
    },
    BACK_MS_MAX,
    1_000,
  );
  const arrived = expected.dead.filter(({ id }) => late[id] !== undefined).length;
  yield measure(
    'a receiver that is back gets what has waited for it',
    back !== null,
    `${arrived} of ${expected.dead.length} after ${inSeconds(back)}`,
  );
};

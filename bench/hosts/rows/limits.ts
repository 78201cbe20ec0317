/** Limits: rates and plans that four cores share count as those of one. */

import { setTimeout as sleep } from 'node:timers/promises';
import { PLANS } from '../../../src/contract/plan.ts';
import { READ_PER_MINUTE_MAX } from '../../../src/service/rate-limits/budgets.ts';
import { fact, round } from '../check.ts';
import type { Row } from '../row.ts';
import type { Installation, RoleOnHost } from '../service/installation.ts';
import { describe, startCallers, type Tally } from '../traffic/callers.ts';
import { type Answer, send, uploadsOf } from '../traffic/requests.ts';
import { until } from '../traffic/until.ts';

const SIZES = {
  full: { factor: 1.667, calls: 5_000, planCalls: 600 },
  quick: { factor: 0.4, calls: 1_000, planCalls: 300 },
} as const;
const CORES_COUNT = 4;
const OVER_MAX = 1.05;
const IN_FLIGHT = 32;
const MINUTE_MS = 60_000;
const CONNECTIONS = { FLOWARDEN_DATABASE_CONNECTIONS: '4' };
/** Time until every core knows of a new plan. */
const PLAN_KNOWN_MS = 6_000;

async function startCores(installation: Installation, prefix: string, factor: number): Promise<RoleOnHost> {
  const settings = { ...CONNECTIONS, FLOWARDEN_LIMIT_FACTOR: String(factor) };
  const cores = await Promise.all(
    Array.from({ length: CORES_COUNT }, (_, index) =>
      installation.start('core', `${prefix}${index + 1}`, settings),
    ),
  );
  return installation.start('gateway', `${prefix}-gw`, {
    FLOWARDEN_CORE_ADDRESS: cores.map(({ grpcAddress }) => grpcAddress).join(),
  });
}

/** Sends so many calls; returns their answers and how long they took. */
async function flood(
  calls: number,
  call: () => Promise<Answer>,
): Promise<{ tally: Tally; milliseconds: number }> {
  const begun = performance.now();
  let sent = 0;
  const callers = startCallers(IN_FLIGHT, async () => {
    sent += 1;
    return sent > calls ? { status: await sleep(20, -1), text: '' } : call();
  });
  await until(() => sent >= calls, 120_000, 5);
  const tally = await callers.stop();
  const statuses = new Map([...tally.statuses].filter(([status]) => status !== -1));
  return { tally: { ...tally, statuses }, milliseconds: performance.now() - begun };
}

export const limits: Row = async function* ({ installation, size }) {
  const { factor, calls, planCalls } = SIZES[size];
  const quota = Math.round(READ_PER_MINUTE_MAX * factor);
  await installation.command(['migrate']);
  const [reader, planned] = await installation.addCallers(2);

  const limited = await startCores(installation, 'limited', factor);
  // The first call reads the caller's key and plan.
  await send(`${limited.url}/api/v1/usage`, reader!);
  const { tally, milliseconds } = await flood(calls, () => send(`${limited.url}/api/v1/usage`, reader!));
  const passed = tally.statuses.get(200) ?? 0;
  const entitled = quota + (quota * milliseconds) / MINUTE_MS;
  yield fact(
    `a rate of ${quota} a minute lets ≤ ${OVER_MAX} times as many of ${calls} calls pass over ${CORES_COUNT} cores`,
    passed <= entitled * OVER_MAX && (tally.statuses.get(429) ?? 0) + passed === calls,
    `${passed} passed of ${round(entitled, 4)} allowed in ${round(milliseconds / 1000)} s (${round(passed / entitled)}); ${describe(tally)}`,
  );

  const unlimited = await startCores(installation, 'planned', 0);
  await installation.command(['plan', 'set', 'free', '--org', planned!.orgId]);
  await sleep(PLAN_KNOWN_MS);
  const { validate } = uploadsOf(2_000);
  const plan = PLANS.free.validationsPerMonthMax;
  const counted = await flood(planCalls, () => validate(unlimited.url, planned!));
  const stored = await installation.query(
    (sql) => sql<{ count: number }[]>`
      select count(*)::int as count from validations where org_id = ${planned!.orgId} and status = 'completed'`,
  );
  yield fact(
    `a plan of ${plan} validations lets exactly ${plan} of ${planCalls} pass over ${CORES_COUNT} cores`,
    counted.tally.statuses.get(200) === plan &&
      counted.tally.statuses.get(402) === planCalls - plan &&
      stored[0]!.count === plan,
    `${stored[0]!.count} are stored; ${describe(counted.tally)}`,
  );
};

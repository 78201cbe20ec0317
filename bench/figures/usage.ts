/** Counting for one organisation over four connections: beside the statements of before, which let one count at a time. */

import { performance } from 'node:perf_hooks';
import postgres from 'postgres';
import { PLANS } from '../../src/contract/plan.ts';
import type { Sql } from '../../src/infra/database/connections.ts';
import {
  connectApplication,
  withOrganisation,
  withOrganisationAtOnce,
} from '../../src/infra/database/database.ts';
import { sendWithCommit, type TenantTransaction } from '../../src/infra/database/transaction.ts';
import { countedUsage } from '../../src/service/plans/plans-store.ts';
import { ASYNC_WAITING_MAX } from '../../src/service/validations/submit-validation.ts';
import { countQueuedBeforeAdding } from '../../src/service/validations/validation-runs-store.ts';
import type { Figure } from '../figure.ts';
import { spread } from '../measure.ts';
import { startDatabase } from '../postgres.ts';

const CONNECTIONS = 4;
const ROUNDS = 7;
const TURN_MS = 600;

/** One transaction of a side. */
type Count = (sql: Sql, orgId: string) => Promise<unknown>;

const counting =
  (statement: (sql: TenantTransaction) => postgres.PendingQuery<postgres.Row[]>): Count =>
  (sql, orgId) =>
    withOrganisationAtOnce(sql, orgId, async (inner) => sendWithCommit(inner, statement(inner)));

const own = counting((sql) => sql`select ${countedUsage(sql, sql`${sql.orgId}::uuid`, 'synchronous', 1)}`);

const LIMITS = JSON.stringify(
  Object.fromEntries(Object.entries(PLANS).map(([name, plan]) => [name, plan.validationsPerMonthMax])),
);

/** The statement of before, on a table of its own: that of the program has a trigger now. */
const before = counting(
  (sql) => sql`
    with counted as (
      insert into usage_before as kept (org_id, month, synchronous) values (${sql.orgId}::uuid, usage_month(), 1)
      on conflict (org_id, month) do update set synchronous = kept.synchronous + excluded.synchronous
      returning synchronous + asynchronous + project_files as used,
        (select plan from organisations where id = ${sql.orgId}) as plan
    )
    select require_within_plan(plan, used, ${LIMITS}::text::jsonb) from counted`,
);

/** The part of a submission that excludes others: the count of what is queued, one more statement, then COMMIT. */
const submitting: Count = (sql, orgId) =>
  withOrganisation(sql, orgId, async (inner) => {
    await countQueuedBeforeAdding(inner, ASYNC_WAITING_MAX);
    await addRow(inner);
  });

const submittingBefore: Count = (sql, orgId) =>
  withOrganisation(sql, orgId, async (inner) => {
    await inner`select pg_advisory_xact_lock(hashtextextended(${`validation queue ${orgId}`}, 0))`;
    await inner`select count(*)::int as count from validations where org_id = ${orgId} and status = 'queued'`;
    await addRow(inner);
  });

async function addRow(sql: TenantTransaction): Promise<void> {
  await sql`
    insert into feed_changes (org_id, kind, subject_id, change) values (${sql.orgId}, 'file', ${sql.orgId}, 'queued')`;
}

/** Measures transactions a second. */
async function rateOf(count: Count, sql: Sql, orgId: string): Promise<number> {
  const startMs = performance.now();
  let done = 0;
  const work = async () => {
    while (performance.now() - startMs < TURN_MS) {
      await count(sql, orgId);
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, work));
  return (done * 1000) / (performance.now() - startMs);
}

/** Measures pairs of turns, after one that does not count. */
async function measure(
  sql: Sql,
  orgId: string,
  sides: { readonly own: Count; readonly peer: Count },
  about: Pick<Figure, 'name' | 'bar'>,
): Promise<Figure> {
  const rates = { own: [] as number[], peer: [] as number[] };
  for (let round = -1; round < ROUNDS; round += 1) {
    for (const side of round % 2 === 0 ? (['own', 'peer'] as const) : (['peer', 'own'] as const)) {
      const rate = await rateOf(sides[side], sql, orgId);
      if (round >= 0) rates[side].push(rate);
    }
  }
  const ratios = spread(rates.own.map((rate, round) => rate / rates.peer[round]!));
  return {
    ...about,
    unit: '/s',
    against: 'times the statements of before',
    ...spread(rates.own),
    ratio: ratios.median,
    ratios: { wall: ratios },
    n: ROUNDS,
    facts: { beforePerSecond: spread(rates.peer).median, connections: CONNECTIONS },
  };
}

/**
 * Time that Postgres waits before it flushes a commit, besides that of this machine's disk: as a database with a standby in
 * another zone does. A disk that takes no time leaves the processors as the limit of both sides.
 */
const SYNC_US = 2_000;

/** Measures the counts of one organisation. */
export async function* usage(): AsyncGenerator<Figure> {
  await using database = await startDatabase();
  const { orgId, url } = database;
  const owner = postgres(url, { max: 1, onnotice: () => {} });
  await owner.unsafe(`
    create table usage_before (like usage_months including all) with (fillfactor = 50);
    grant select, insert, update on usage_before to flowarden_app;
    select tenant_wall('usage_before');
    do $$ begin
      execute format('alter database %I set commit_siblings = 0', current_database());
      execute format('alter database %I set commit_delay = ${SYNC_US}', current_database());
    end $$`);
  const sql = connectApplication(url, CONNECTIONS);
  const sides = { own, peer: before };
  const bar = { atLeast: 3, stretch: 4 };
  yield await measure(sql, orgId, sides, { name: 'validations counted a second', bar });
  // So far from its limit that no turn comes near it.
  await owner`update organisations set plan = 'business'`;
  await owner`update usage_months set synchronous = -1_000_000_000`;
  await owner`update usage_before set synchronous = -1_000_000_000`;
  yield await measure(sql, orgId, sides, { name: 'counted a second, of a plan with a limit', bar });
  const submissions = { own: submitting, peer: submittingBefore };
  yield await measure(sql, orgId, submissions, { name: 'submissions let in a second', bar: null });
  await Promise.all([sql.end(0), owner.end({ timeout: 1 })]);
}

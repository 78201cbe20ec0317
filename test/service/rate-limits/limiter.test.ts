/** Rate and concurrency limits by their numbers, over one database that two cores share, with a clock of the test. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { Sql } from '../../../src/infra/database/connections.ts';
import { uuidV7 } from '../../../src/infra/database/uuid-v7.ts';
import {
  BUDGETS,
  type Budget,
  MANAGE_ORG_PER_MINUTE_MAX,
  READ_ORG_PER_MINUTE_MAX,
  VALIDATE_AT_ONCE_MAX,
} from '../../../src/service/rate-limits/budgets.ts';
import {
  createLimiter,
  type LimitedCaller,
  type Limiter,
  type Permit,
  SLOT_LEASE_MS_MAX,
} from '../../../src/service/rate-limits/limiter.ts';
import { LimitReached } from '../../../src/service/rate-limits/rate-limit-fields.ts';
import { testDatabase } from '../../support/database/database.ts';
import { startScript, until } from '../../support/processes.ts';

const database = await testDatabase();

/** Fails on an error that a test's limiter must never have. */
function rethrow(error: unknown): never {
  throw error;
}

function front(clock?: () => number, factor = 1): Limiter {
  return createLimiter({ sql: database.app, factor, onError: rethrow, ...(clock && { clock }) });
}

const newCaller = (orgId = uuidV7()): LimitedCaller => ({ orgId, actorId: uuidV7() });

/** Time passes for the fronts that have this clock and for the shared rows alike. */
function testClock() {
  let nowMs = 1_000_000;
  return {
    now: () => nowMs,
    async advance(milliseconds: number) {
      nowMs += milliseconds;
      await database.owner`update rate_buckets set full_at = full_at - ${`${milliseconds} ms`}::text::interval`;
    },
  };
}

async function reached(taking: Promise<unknown>): Promise<LimitReached> {
  const error = await taking.then(
    () => assert.fail('The call was let through'),
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof LimitReached, String(error));
  return error;
}

/** Takes until a limit is reached, and releases each at once. */
async function takeAll(take: () => Promise<Permit>): Promise<{ taken: number; rejection: LimitReached }> {
  for (let taken = 0; taken < 1_000; taken += 1) {
    try {
      (await take()).release();
    } catch (error) {
      assert.ok(error instanceof LimitReached, String(error));
      return { taken, rejection: error };
    }
  }
  throw new Error('There is no limit');
}

describe('a rate', () => {
  const cases: readonly (readonly [budget: Budget, name: string, atOnce: number, afterASecond: number])[] = [
    ['validate', 'validate', 30, 2],
    ['async', 'async', 300, 5],
    ['project', 'project', 10, 0],
    ['read', 'read', 600, 10],
    ['manage', 'manage', 60, 1],
  ];
  for (const [budget, name, atOnce, afterASecond] of cases) {
    it(`lets ${atOnce} through at once and ${afterASecond} more after a second: ${name}`, async () => {
      const begunMs = performance.now();
      const clock = testClock();
      const limiter = front(clock.now);
      const caller = newCaller();
      const { taken, rejection } = await takeAll(() => limiter.take(budget, caller));
      // The clock of the database goes on by itself: what comes back meanwhile may be taken too.
      const { quota, windowMs } = BUDGETS[budget].rates[0];
      const meanwhile = () => Math.ceil(((performance.now() - begunMs) * quota) / windowMs);
      assert.ok(taken >= atOnce && taken <= atOnce + meanwhile(), `${taken}`);
      assert.deepEqual([rejection.code, rejection.details.limit], ['rate_limited', name]);
      assert.equal(rejection.limitStatuses[0]!.remaining, 0);
      await clock.advance(1_000);
      const later = await takeAll(() => limiter.take(budget, caller));
      assert.ok(later.taken >= afterASecond && later.taken <= afterASecond + meanwhile(), `${later.taken}`);
      await limiter.close();
    });
  }

  it('of an organisation holds for all its credentials together', async () => {
    const begunMs = performance.now();
    const clock = testClock();
    const limiter = front(clock.now);
    const orgId = uuidV7();
    let total = 0;
    let rejection: LimitReached | undefined;
    while (rejection === undefined || rejection.details.limit === 'validate') {
      const credential = newCaller(orgId);
      const run = await takeAll(() => limiter.take('validate', credential));
      total += run.taken;
      rejection = run.rejection;
    }
    assert.equal(rejection.details.limit, 'validate-org');
    const meanwhile = Math.ceil((performance.now() - begunMs) / 100);
    assert.ok(total >= 600 && total <= 640 + meanwhile, `${total}`);
    await limiter.close();
  });

  for (const [budget, orgMax] of [
    ['read', READ_ORG_PER_MINUTE_MAX],
    ['manage', MANAGE_ORG_PER_MINUTE_MAX],
  ] as const) {
    it(`of an organisation holds above those of its credentials: ${budget}`, async () => {
      // A tenth of the numbers, as each call near a limit is a query.
      const limiter = front(testClock().now, 0.1);
      const orgId = uuidV7();
      let total = 0;
      let name: string | undefined = budget;
      while (name === budget) {
        const { taken, rejection } = await takeAll(() => limiter.take(budget, newCaller(orgId)));
        total += taken;
        name = rejection.details.limit;
      }
      assert.equal(name, `${budget}-org`);
      assert.ok(total >= orgMax / 10, `${total}`);
      await limiter.take(budget, newCaller());
      await limiter.close();
    });
  }

  it('holds for two cores together', async () => {
    const begunMs = performance.now();
    const clock = testClock();
    const [one, other] = [front(clock.now), front(clock.now)];
    const caller = newCaller();
    let turn = 0;
    const { taken } = await takeAll(() => [one, other][turn++ % 2]!.take('validate', caller));
    const { quota, windowMs } = BUDGETS.validate.rates[0];
    const meanwhile = Math.ceil(((performance.now() - begunMs) * quota) / windowMs);
    assert.ok(taken >= 30 && taken <= 30 + meanwhile, `${taken}`);
    await reached(one.take('validate', caller));
    await reached(other.take('validate', caller));
    await Promise.all([one.close(), other.close()]);
  });

  it('says when to try again, and admits the call that does', async () => {
    const clock = testClock();
    const limiter = front(clock.now);
    const caller = newCaller();
    const { rejection } = await takeAll(() => limiter.take('project', caller));
    const seconds = Number(rejection.details.retryAfterSeconds);
    assert.equal(seconds, 6);
    await clock.advance(seconds * 1_000);
    await limiter.take('project', caller);
    await limiter.close();
  });

  it('is multiplied as the operator wants it', async () => {
    const limiter = front(testClock().now, 0.1);
    const caller = newCaller();
    const { taken } = await takeAll(() => limiter.take('validate', caller));
    assert.equal(taken, BUDGETS.validate.rates[0].quota / 10);
    await limiter.close();
  });

  it('queries the database once for several calls in a row', async () => {
    let questions = 0;
    const counting: Sql = {
      ...database.app,
      begin(work, options) {
        questions += 1;
        return database.app.begin(work, options);
      },
    };
    const limiter = createLimiter({ sql: counting, factor: 1, onError: rethrow });
    const caller = newCaller();
    for (let i = 0; i < 100; i += 1) await limiter.take('read', caller);
    assert.ok(questions < 10, `${questions}`);
    await limiter.close();
  });
});

describe('slots', () => {
  const max = VALIDATE_AT_ONCE_MAX;
  const credentialOf = ({ orgId }: LimitedCaller) => newCaller(orgId);
  const hold = (limiter: Limiter, caller: LimitedCaller, count: number) =>
    Promise.all(Array.from({ length: count }, () => limiter.take('validate', credentialOf(caller))));

  it(`are ${max} of an organisation, over two cores`, async () => {
    const [one, other] = [front(), front()];
    const org = newCaller();
    const permits = await hold(one, org, max - 2);
    permits.push(...(await hold(other, org, 2)));
    for (const limiter of [one, other]) {
      const rejection = await reached(limiter.take('validate', credentialOf(org)));
      assert.deepEqual(
        [rejection.code, rejection.details.limit, rejection.details.retryAfterSeconds],
        ['concurrency_limited', 'validate-at-once', '1'],
      );
    }
    for (const permit of permits) permit.release();
    await Promise.all([one.close(), other.close()]);
  });

  it('are free for another core as soon as they are given back', async () => {
    const [one, other] = [front(), front()];
    const org = newCaller();
    const permits = await hold(one, org, max);
    await reached(other.take('validate', credentialOf(org)));
    permits[0]!.release();
    permits[0]!.release();
    await until('one is free', () =>
      other.take('validate', credentialOf(org)).then(
        () => true,
        () => false,
      ),
    );
    await reached(one.take('validate', credentialOf(org)));
    await Promise.all([one.close(), other.close()]);
  });

  it('are not taken by a call that is rejected for its rate', async () => {
    const limiter = front();
    const caller = newCaller();
    await takeAll(() => limiter.take('validate', caller));
    const permits = await hold(limiter, caller, max);
    for (const permit of permits) permit.release();
    await limiter.close();
  });

  it('of fifty calls at once go to no more than there are, and to most of them', async () => {
    const [one, other] = [front(), front()];
    const org = newCaller();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 50 }, (_, i) => [one, other][i % 2]!.take('validate', credentialOf(org))),
    );
    const held = outcomes.filter(({ status }) => status === 'fulfilled').length;
    // Two cores that query at the same moment count each other's calls, and may both reject their last ones.
    assert.ok(held > max / 2 && held <= max, `${held}`);
    await Promise.all([one.close(), other.close()]);
  });

  it('outlive their lease while their core renews it', async () => {
    const [one, other] = [front(), front()];
    const org = newCaller();
    await hold(one, org, max);
    const lease = async () => {
      const [row] = await database.owner<{ end: Date; isOver: boolean }[]>`
        select min(expires_at) as end, min(expires_at) < now() as is_over
        from slots_in_use where key like ${`%${org.orgId}`}`;
      return row!;
    };
    const { end } = await lease();
    // Beside much else a core may renew too late: its slots count again from then on.
    await until('they are held by a lease that was renewed', async () => {
      const renewed = await lease();
      if (renewed.end <= end || renewed.isOver) return false;
      const taken = await other.take('validate', credentialOf(org)).catch(() => null);
      taken?.release();
      return taken === null;
    });
    await Promise.all([one.close(), other.close()]);
  });
});

describe('a core that is killed', () => {
  it('gives up its slots within the time of their lease', async () => {
    const orgId = uuidV7();
    const script = join(import.meta.dirname, '../../support/service/hold-slots.ts');
    const argv = [database.url, orgId, String(VALIDATE_AT_ONCE_MAX)];
    const killed = startScript(script, argv, {});
    await until('it holds its slots', () => killed.output().includes('held'));
    const limiter = front();
    await reached(limiter.take('validate', newCaller(orgId)));
    killed.child.kill('SIGKILL');
    await killed.ended;
    const [lease] = await database.owner<{ leftMs: number }[]>`
      select coalesce(max(extract(epoch from expires_at - now()) * 1000), 0)::float8 as left_ms
      from slots_in_use where key like ${`%${orgId}`}`;
    assert.ok(lease!.leftMs <= SLOT_LEASE_MS_MAX, `${lease!.leftMs} ms are left`);
    const taking = () => limiter.take('validate', newCaller(orgId)).catch(() => null);
    (await until('a slot is free', taking))!.release();
    await limiter.close();
  });
});

describe('a core that cannot reach the shared limits', () => {
  it('decides by what it knows itself', async () => {
    const errors: unknown[] = [];
    const broken = {
      begin: () => Promise.reject(new Error('away')),
      statement: async () => {},
      load: () => ({ open: 0, waiting: 0 }),
      end: async () => {},
    };
    const limiter = createLimiter({ sql: broken, factor: 1, onError: (error) => errors.push(error) });
    const caller = newCaller();
    const { taken, rejection } = await takeAll(() => limiter.take('validate', caller));
    assert.equal(taken, 30);
    assert.equal(rejection.code, 'rate_limited');
    assert.ok(errors.length > 0);
    await limiter.close();
  });
});

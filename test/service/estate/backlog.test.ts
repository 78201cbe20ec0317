/** The backlog by REST: open findings by day, age, severity, repository and owner, and how long fixed ones were open. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inTransaction } from '../../../src/infra/database/database.ts';
import { createLogger } from '../../../src/infra/logging/log.ts';
import {
  deleteBacklogBefore,
  deleteBacklogPastOwnRetention,
  deleteFixedBefore,
} from '../../../src/service/results/backlog/backlog-days-store.ts';
import { snapshotBacklog } from '../../../src/service/results/backlog/snapshot-backlog-job.ts';
import { estateService } from '../../support/service/estate-service.ts';
import type { Body } from '../../support/service/project-service.ts';

const { core, call, get, run } = await estateService();
const { owner, ownerSql } = core.database;

const DAY_MS = 86_400_000;
const NOW_MS = Date.now();
const time = (ago: number) => new Date(NOW_MS - ago * DAY_MS).toISOString();
const day = (ago: number) => time(ago).slice(0, 10);
const query = (from: number, to: number, more: Readonly<Record<string, string>> = {}) =>
  `/backlog?${new URLSearchParams({ from: time(from), to: time(to), ...more })}`;

const count = () =>
  snapshotBacklog({
    sql: ownerSql,
    log: createLogger('silent', 'test'),
    signal: new AbortController().signal,
  } as unknown as Parameters<typeof snapshotBacklog>[0]);

const numbers = ({ critical, high, withinWeek, withinMonth, older }: Body) => ({
  critical,
  high,
  withinWeek,
  withinMonth,
  older,
});

describe('the backlog', () => {
  it('counts open findings of the day once, however often the job runs, and none that an exception waives', async () => {
    const who = await core.identity();
    assert.deepEqual((await get(who, query(1, -1))).days, []);
    await run(who, { parts: ['secret', 'cleartext'] });
    await owner`update open_findings set since = ${time(100)} where org_id = ${who.orgId} and severity = 4`;
    await count();
    await count();
    const { days } = await get(who, query(1, -1));
    assert.equal(days.length, 1);
    const [row] = await owner`
      select count(*) filter (where severity = 4)::int as critical, count(*) filter (where severity = 3)::int as high,
        count(*)::int as total
      from open_findings where org_id = ${who.orgId}`;
    assert.ok(row!.total > 0);
    assert.deepEqual([days[0].day, days[0].isCounted], [day(0), true]);
    assert.deepEqual([days[0].critical, days[0].high], [row!.critical, row!.high]);
    assert.equal(days[0].older, row!.critical);
    assert.equal(days[0].withinWeek, row!.total - row!.critical);
    await owner`update open_findings set exception_status = 'approved' where org_id = ${who.orgId}`;
    await count();
    const waived = await get(who, query(1, -1));
    assert.deepEqual(waived.days.map(numbers), [
      { critical: 0, high: 0, withinWeek: 0, withinMonth: 0, older: 0 },
    ]);
  });

  it('says how long fixed findings were open, by repository and team', async () => {
    const who = await core.identity();
    await run(who, { parts: ['secret', 'cleartext'] });
    await run(who, { path: 'src/Other.xaml', parts: ['cleartext'] });
    const [open] = await owner`select count(*)::int as n from open_findings where org_id = ${who.orgId}`;
    await owner`update open_findings set since = ${time(4)} where org_id = ${who.orgId}`;
    await run(who, {});
    const [left] = await owner`select count(*)::int as n from open_findings where org_id = ${who.orgId}`;
    await count();
    const fixed = open!.n - left!.n;
    assert.ok(fixed > 0);
    const whole = await get(who, query(1, -1, { group: 'repository' }));
    assert.deepEqual(
      [whole.days[0].fixed, whole.days[0].medianDaysToFix, whole.medianDaysToFix],
      [fixed, 4, 4],
    );
    assert.deepEqual(
      whole.groups.map(({ key, name, fixed: own, medianDaysToFix }: Body) => [
        key,
        name,
        own,
        medianDaysToFix,
      ]),
      [['bank/robots', null, fixed, 4]],
    );
    const team = await call(who, 'POST', '/teams', {
      name: 'Robots',
      patterns: [{ repository: 'bank/robots' }],
    });
    assert.equal(team.status, 201);
    await owner`update workflows set owner_team_id = ${team.body.id} where org_id = ${who.orgId}`;
    await count();
    const byOwner = await get(who, query(1, -1, { group: 'owner' }));
    assert.deepEqual(
      byOwner.groups.map(({ key, name }: Body) => [key, name]).sort(),
      [
        [team.body.id, 'Robots'],
        [null, null],
      ].sort(),
    );
    const own = await get(who, query(1, -1, { ownerTeamId: team.body.id }));
    assert.equal(own.days[0].withinWeek, left!.n);
    // They were fixed before the team owned them.
    assert.equal(own.days[0].fixed, 0);
    const other = await get(who, query(1, -1, { repository: 'bank/other' }));
    assert.deepEqual([other.days[0].isCounted, numbers(other.days[0]).withinWeek], [true, 0]);
    assert.deepEqual((await get(await core.identity(), query(1, -1))).days, []);
  });

  it('counts what a default branch has fixed, and not what another branch lacks', async () => {
    const who = await core.identity();
    const fixed = async () => (await get(who, query(1, -1))).days[0]?.fixed ?? 0;
    await run(who, { branch: 'feature/one', parts: ['secret', 'cleartext'] });
    await run(who, { branch: 'feature/two' });
    assert.equal(await fixed(), 0);
    await run(who, { branch: 'feature/one', parts: ['secret', 'cleartext'] });
    // The default branch never had them.
    await run(who, { branch: 'main', parts: ['cleartext'] });
    assert.equal(await fixed(), 0);
    await run(who, { branch: 'feature/three' });
    assert.equal(await fixed(), 0);
    const [open] = await owner`select count(*)::int as n from open_findings where org_id = ${who.orgId}`;
    await run(who, { branch: 'main' });
    assert.ok(open!.n > 0);
    assert.equal(await fixed(), open!.n);
  });

  it('goes when the retention ends, and wants a time of at most 400 days', async () => {
    const who = await core.identity();
    await run(who, { parts: ['secret'] });
    await run(who, {});
    await count();
    await owner`update backlog_days set day = ${day(40)}::date where org_id = ${who.orgId}`;
    await owner`update fixed_findings set fixed_at = ${time(40)} where org_id = ${who.orgId}`;
    const rows = async () => {
      const [found] = await owner`
        select (select count(*) from backlog_days where org_id = ${who.orgId})::int as days,
          (select count(*) from fixed_findings where org_id = ${who.orgId})::int as fixed`;
      return [found!.days, found!.fixed];
    };
    const [days, fixed] = await rows();
    assert.ok(days > 0 && fixed > 0);
    const before = new Date(NOW_MS - 50 * DAY_MS);
    assert.equal(await inTransaction(ownerSql, (sql) => deleteBacklogBefore(sql, before, 10)), 0);
    assert.equal(await inTransaction(ownerSql, (sql) => deleteFixedBefore(sql, before, 10)), 0);
    await owner`
      insert into organisation_settings (org_id, retention_days) values (${who.orgId}, 30)
      on conflict (org_id) do update set retention_days = 30`;
    await inTransaction(ownerSql, (sql) => deleteBacklogPastOwnRetention(sql, new Date(NOW_MS), 1_000));
    assert.deepEqual(await rows(), [0, 0]);
    for (const wrong of [query(1, 2), query(402, 0), query(2, 1, { group: 'platform' })])
      assert.equal((await call(who, 'GET', wrong)).status, 400);
    assert.equal((await call(who, 'GET', query(400, 0))).status, 200);
  });
});

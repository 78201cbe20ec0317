/** Statistics by REST: runs by day, of several parts of the time. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { estateService } from '../../support/service/estate-service.ts';
import type { Body } from '../../support/service/project-service.ts';

const { core, call, get, run } = await estateService();
const { owner } = core.database;

const DAY_MS = 86_400_000;
const NOW_MS = Date.now();
const day = (ago: number) => new Date(NOW_MS - ago * DAY_MS).toISOString();
const query = (from: number, to: number, group?: string) =>
  `/statistics?${new URLSearchParams({ from: day(from), to: day(to), ...(group && { group }) })}`;

describe('statistics', () => {
  it('count the runs of each day, blocked ones, and findings that are new and resolved', async () => {
    const who = await core.identity();
    await run(who, { fields: { source: 'cicd' } });
    const blocked = await run(who, { parts: ['secret'], fields: { source: 'cicd' } });
    const last = await run(who, {});
    for (const [id, ago] of [
      [blocked, 1],
      [last, 20],
    ] as const)
      await owner`update validations set validated_at = ${day(ago)} where id = ${id}`;
    const { series, by, group } = await get(who, query(30, -1));
    assert.deepEqual([by, group, series.length, series[0].key], ['day', null, 1, null]);
    const { points } = series[0];
    const days = points.map((point: Body) => point.day);
    assert.deepEqual(
      days,
      [day(20), day(1), day(0)].map((time) => time.slice(0, 10)),
    );
    assert.deepEqual(
      points.map((point: Body) => point.runs),
      [1, 1, 1],
    );
    assert.deepEqual(
      points.map((point: Body) => point.blocked),
      [0, 1, 0],
    );
    assert.deepEqual(
      points.map((point: Body) => point.newFindings),
      [0, 1, 0],
    );
    assert.deepEqual(
      points.map((point: Body) => point.resolvedFindings),
      [1, 0, 0],
    );
    const grouped = await get(who, query(30, -1, 'source'));
    assert.deepEqual(
      grouped.series.map(({ key, points: own }: Body) => [key, own.length]).sort(),
      [
        ['cicd', 2],
        [null, 1],
      ].sort(),
    );
    assert.deepEqual((await get(who, query(19, 2))).series, []);
  });

  it('are about a time that has a length, of at most 400 days', async () => {
    const who = await core.identity();
    assert.equal((await call(who, 'GET', query(1, 2))).status, 400);
    assert.equal((await call(who, 'GET', query(402, 0))).status, 400);
    assert.equal((await call(who, 'GET', query(400, 0))).status, 200);
  });
});

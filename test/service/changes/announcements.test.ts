/** Events of changes and of blocked runs: whom they reach, when, and how often. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { EventKind } from '../../../src/contract/event.ts';
import type { WebhookTarget } from '../../../src/contract/webhook.ts';
import { withOrganisation } from '../../../src/infra/database/database.ts';
import { uuidV7 } from '../../../src/infra/database/uuid-v7.ts';
import { announceBlockedRun } from '../../../src/service/changes/announce-blocked-run-job.ts';
import { announceChange } from '../../../src/service/changes/announce-change-job.ts';
import type { ValidationRecord } from '../../../src/service/validations/validation-record.ts';
import { insertValidation } from '../../../src/service/validations/validations-store.ts';
import { testCore } from '../../support/service/core.ts';
import { validationRecord } from '../../support/service/validation-record.ts';
import { insertTestWebhook } from '../../support/service/webhook.ts';

const core = await testCore();
const { owner, ownerSql, app } = core.database;

const START = Date.now() - 3_600_000;
const BLOCKED = { passed: false, wouldBlockCount: 2, enforcementMode: 'blocking' } as const;

const pipeline = {
  repository: 'bank/robots',
  branch: 'main',
  commit: '9fceb02d0ae598e95dc970b74767f19372d61af8',
  author: 'amelia',
};

async function store(
  orgId: string,
  second: number,
  members: Partial<ValidationRecord> = {},
): Promise<string> {
  const record = validationRecord(orgId, {
    validatedAt: new Date(START + second * 1000),
    pipeline: pipeline as ValidationRecord['pipeline'],
    findings: [],
    wouldBlockCount: 0,
    ...members,
  });
  await withOrganisation(app, orgId, async (sql) => void (await insertValidation(sql, record)));
  return record.id;
}

/** Makes an organisation with a webhook for these events. */
async function subscribed(events: readonly EventKind[], target: WebhookTarget = 'generic'): Promise<string> {
  const { orgId } = await core.identity();
  await insertTestWebhook(app, orgId, 1, { events, target });
  return orgId;
}

interface Waiting {
  readonly key: string;
  readonly payload: never;
  readonly waitsSeconds: number;
}

const jobsOf = (orgId: string): Promise<readonly Waiting[]> => owner<Waiting[]>`
  select key, payload, extract(epoch from run_at - created_at)::float8 as "waitsSeconds"
  from graphile_worker._private_jobs where payload ->> 'orgId' = ${orgId} order by id`;

/** Does all waiting jobs of an organisation, each `times` times, as after a kill. */
async function work(orgId: string, times = 1): Promise<void> {
  const jobs = await jobsOf(orgId);
  for (let time = 0; time < times; time++)
    for (const { key, payload } of jobs) {
      const context = { payload, sql: ownerSql, baseUrl: 'http://flowarden.test' } as never;
      await (key.startsWith('announce-change') ? announceChange(context) : announceBlockedRun(context));
    }
}

// biome-ignore lint/suspicious/noExplicitAny: data as it is sent
const eventsOf = (orgId: string, kind: string): Promise<readonly any[]> => owner`
  select event.data, (select count(*)::int from delivery_queue where event_id = event.id) as deliveries
  from events as event where org_id = ${orgId} and kind = ${kind}`;

describe('change.completed', () => {
  it('is one event for all runs of a commit, and none a second time', async () => {
    const orgId = await subscribed(['change.completed']);
    await store(orgId, 0, { filename: 'a.xaml' });
    await store(orgId, 1, { filename: 'b.xaml', ...BLOCKED });
    const [job, ...others] = await jobsOf(orgId);
    assert.equal(others.length, 0);
    assert.ok(job!.waitsSeconds >= 59, 'it waits until nothing has ended for a minute');
    await work(orgId, 2);
    const [event, ...more] = await eventsOf(orgId, 'change.completed');
    assert.equal(more.length, 0);
    assert.equal(event.deliveries, 1);
    const { passed, fileCount, blockedCount, wouldBlock, author, repository, reportUrl, changeId } =
      event.data;
    assert.deepEqual(
      { passed, fileCount, blockedCount, wouldBlock, author, repository },
      {
        passed: false,
        fileCount: 2,
        blockedCount: 1,
        wouldBlock: 2,
        author: 'amelia',
        repository: 'bank/robots',
      },
    );
    assert.equal(reportUrl, `http://flowarden.test/changes/${changeId}`);
    await owner`delete from graphile_worker._private_jobs where payload ->> 'orgId' = ${orgId}`;
    await store(orgId, 2, { filename: 'c.xaml' });
    assert.equal((await jobsOf(orgId)).length, 0, 'a later run announces nothing');
  });

  it('waits for a run under way', async () => {
    const orgId = await subscribed(['change.completed']);
    await store(orgId, 0);
    await owner`update changes set open_count = 1 where org_id = ${orgId}`;
    await work(orgId);
    assert.equal((await eventsOf(orgId, 'change.completed')).length, 0);
    await owner`update changes set open_count = 0, ended_at = now() where org_id = ${orgId}`;
    await work(orgId);
    assert.equal((await eventsOf(orgId, 'change.completed')).length, 1);
  });

  it('costs nothing where no webhook names it', async () => {
    const orgId = await subscribed(['validation.completed']);
    await store(orgId, 0, BLOCKED);
    assert.equal((await jobsOf(orgId)).length, 0);
  });
});

describe('run.blocked', () => {
  it('is one event for each blocked run, on chats too', async () => {
    const orgId = await subscribed(['run.blocked'], 'chat-a');
    await store(orgId, 0, { filename: 'a.xaml' });
    const runId = await store(orgId, 1, { filename: 'b.xaml', ...BLOCKED });
    await work(orgId, 2);
    const [event, ...more] = await eventsOf(orgId, 'run.blocked');
    assert.equal(more.length, 0);
    assert.equal(event.deliveries, 1);
    assert.deepEqual(
      [event.data.runId, event.data.runKind, event.data.blocking, event.data.fileName],
      [runId, 'file', 2, 'b.xaml'],
    );
    assert.equal(event.data.reportUrl, `http://flowarden.test/validations/${runId}`);
  });
});

describe('a webhook that is limited', () => {
  it('to repositories gets what is about them, and nothing without a repository', async () => {
    const { orgId } = await core.identity();
    const one = { events: ['validation.completed'] } as const;
    await insertTestWebhook(app, orgId, 1, { ...one, repository: 'bank/*' });
    await insertTestWebhook(app, orgId, 1, { ...one, repository: 'bank/robot_' });
    await insertTestWebhook(app, orgId, 1, { ...one, repository: 'bank%' });
    await store(orgId, 0, { filename: 'a.xaml' });
    assert.deepEqual(await deliveriesOf(orgId), ['bank/*']);
    await store(orgId, 1, { filename: 'b.xaml', pipeline: null });
    assert.deepEqual(await deliveriesOf(orgId), ['bank/*']);
  });

  it('to a team gets what is about the repositories of its patterns', async () => {
    const { orgId } = await core.identity();
    const [team, other] = [uuidV7(), uuidV7()];
    for (const [id, repository] of [
      [team, 'bank/ro*'],
      [other, 'bank/other'],
    ] as const) {
      await owner`insert into teams (org_id, id, name, created_by_name) values (${orgId}, ${id}, ${repository}, 'Ada')`;
      await owner`insert into team_patterns (org_id, team_id, repository) values (${orgId}, ${id}, ${repository})`;
      await insertTestWebhook(app, orgId, 1, { events: ['validation.completed'], teamId: id });
    }
    await store(orgId, 0);
    assert.deepEqual(await deliveriesOf(orgId), [team]);
  });
});

/** Lists the limits of the webhooks that deliveries are for. */
async function deliveriesOf(orgId: string): Promise<readonly string[]> {
  const rows = await owner<{ limit: string }[]>`
    select coalesce(repository, team_id::text) as limit from delivery_queue as delivery
    join webhooks on webhooks.org_id = delivery.org_id and webhooks.id = delivery.webhook_id
    where delivery.org_id = ${orgId}`;
  return rows.map(({ limit }) => limit);
}

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, it, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { openBlobs } from '../../src/infra/blobs/open-blobs.ts';
import { connectCore } from '../../src/infra/core/core-client.ts';
import { inTransaction, withOrganisation } from '../../src/infra/database/database.ts';
import { uuidV7Floor } from '../../src/infra/database/uuid-v7.ts';
import { INFRA_LIMITS } from '../../src/infra/limits.ts';
import { createLogger } from '../../src/infra/logging/log.ts';
import { ownIdentity } from '../../src/infra/process/process-identity.ts';
import { beat } from '../../src/infra/queue/job-processes.ts';
import { createSilenceWatch } from '../../src/infra/queue/silence-watch.ts';
import { unlockDead, unlockUnheard } from '../../src/jobs/heartbeat.ts';
import { EXCEPTION_LIMITS } from '../../src/service/exceptions/limits.ts';
import { expireValidations } from '../../src/service/retention/expire-results-job.ts';
import { readPartitionStates } from '../../src/service/retention/partition-state-store.ts';
import { preparePartitions } from '../../src/service/retention/prepare-partitions-job.ts';
import { tickRetention } from '../../src/service/retention/tick-retention-job.ts';
import { findValidation, insertValidation } from '../../src/service/validations/validations-store.ts';
import { testDatabase, testOrganisation } from '../support/database/database.ts';
import { startScript, until } from '../support/processes.ts';
import { IN_FULL_RUN_ONLY } from '../support/ring.ts';
import { validationRecord } from '../support/service/validation-record.ts';

const database = await testDatabase();
const SETTINGS = { DATABASE_URL: database.url, FLOWARDEN_SECRETS_KEY: 's'.repeat(32) };
const { app, owner } = database;
const log = createLogger('silent', 'test');
const context = {
  payload: {},
  attempt: 1,
  isLastAttempt: false,
  sql: database.ownerSql,
  blobs: await openBlobs(database.ownerSql, null),
  core: connectCore('127.0.0.1:1', SETTINGS.FLOWARDEN_SECRETS_KEY),
  log,
  baseUrl: 'http://flowarden.test',
  signal: new AbortController().signal,
};
const DAY_MS = 24 * 60 * 60 * 1000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);
const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

test('the daily sweep deletes what is past its retention, in batches, and nothing else', async () => {
  const orgId = await testOrganisation(database);
  for (const days of [0, 29, 31, 399, 401, 500]) {
    const record = validationRecord(orgId, { validatedAt: daysAgo(days), filename: `${days}.xaml` });
    await withOrganisation(app, orgId, (sql) => insertValidation(sql, record));
  }
  await owner`
    insert into validations (org_id, id, status, platform, filename, enforcement_mode, content_sha256, content_bytes, error)
    select ${orgId}, uuid_v7_floor(now() - interval '402 days' + n * interval '1 second'), 'failed', 'uipath', 'old.xaml', 'warning', '', 1, '{}'
    from generate_series(1, ${INFRA_LIMITS.sweepRowsMax + 5}) n`;
  await expireValidations(context);
  const left = await owner`select filename from validations where org_id = ${orgId} order by id`;
  assert.deepEqual(
    left.map(({ filename }) => filename),
    ['399.xaml', '31.xaml', '29.xaml', '0.xaml'],
  );
  const events =
    await owner`select data ->> 'fileName' as filename from events where org_id = ${orgId} order by occurred_at`;
  assert.deepEqual(
    events.map(({ filename }) => filename),
    ['29.xaml', '0.xaml'],
  );
});

test('an organisation with a shorter retention loses its own results earlier, and no other does', async () => {
  const [brief, other] = [await testOrganisation(database), await testOrganisation(database)];
  await owner`insert into organisation_settings (org_id, retention_days) values (${brief}, 30)`;
  await owner`insert into organisation_settings (org_id) values (${other})`;
  for (const orgId of [brief, other]) {
    for (const days of [29, 31]) {
      const record = validationRecord(orgId, { validatedAt: daysAgo(days), filename: `${days}.xaml` });
      await withOrganisation(app, orgId, (sql) => insertValidation(sql, record));
    }
  }
  await expireValidations(context);
  const left = await owner`
    select org_id, filename from validations where org_id in (${brief}, ${other}) order by org_id, id`;
  assert.deepEqual(
    left.map(({ orgId, filename }) => [orgId === brief, filename]),
    [
      [true, '29.xaml'],
      [false, '31.xaml'],
      [false, '29.xaml'],
    ],
  );
});

test('events and deliveries go as early as the results, but for those that are still to be delivered', async () => {
  const [brief, other] = [await testOrganisation(database), await testOrganisation(database)];
  await owner`insert into organisation_settings (org_id, retention_days) values (${brief}, 2)`;
  for (const orgId of [brief, other]) {
    for (const [days, status] of [
      [1, 'succeeded'],
      [3, 'succeeded'],
      [3, 'pending'],
    ] as const) {
      const id = uuidV7Floor(new Date(daysAgo(days).getTime() + (status === 'pending' ? 1 : 0)));
      const at = daysAgo(days);
      await owner`insert into events (org_id, id, kind, occurred_at, data) values (${orgId}, ${id}, 'validation.completed', ${at}, '{}')`;
      await owner`
        insert into deliveries (org_id, id, webhook_id, event_id, event_kind, status, created_at)
        values (${orgId}, ${id}, ${orgId}, ${id}, 'validation.completed', ${status}, ${at})`;
      if (status === 'succeeded') continue;
      await owner`
        insert into delivery_queue (org_id, id, webhook_id, event_id, is_test, attempts, round_attempts, due_at, is_due)
        values (${orgId}, ${id}, ${orgId}, ${id}, false, 0, 0, now() + interval '1 hour', false)`;
    }
  }
  await expireValidations(context);
  const count = async (table: string, orgId: string) =>
    (await owner`select from ${owner(table)} where org_id = ${orgId}`).length;
  for (const table of ['events', 'deliveries'])
    assert.deepEqual([await count(table, brief), await count(table, other)], [2, 3], table);
});

test('a clock that jumps ahead makes nothing old, and is logged', async (t) => {
  const orgId = await testOrganisation(database);
  await owner`insert into organisation_settings (org_id, retention_days) values (${orgId}, 30)`;
  const record = validationRecord(orgId, { validatedAt: daysAgo(29), filename: 'fresh.xaml' });
  await withOrganisation(app, orgId, (sql) => insertValidation(sql, record));
  const isStored = async () => (await owner`select 1 from validations where org_id = ${orgId}`).length === 1;
  const errors: string[] = [];
  const log = { ...context.log, error: (_: object, message: string) => void errors.push(message) };

  t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 500 * DAY_MS });
  await expireValidations(context);
  t.mock.timers.reset();
  assert.ok(await isStored(), 'the clock of the process');

  // As the clock of the database sees it, when it is 500 days ahead.
  await owner`update retention_clock set reached_at = now() - interval '500 days'`;
  await tickRetention(context);
  await expireValidations({ ...context, log: log as unknown as typeof context.log });
  assert.ok(await isStored(), 'the clock of the database');
  assert.match(errors.join(), /Nothing is deleted: the clock of the database is far ahead/);

  await owner`update retention_clock set reached_at = now() - interval '15 minutes'`;
  await owner`update organisation_settings set retention_days = 28 where org_id = ${orgId}`;
  await tickRetention(context);
  const [clock] =
    await owner`select abs(extract(epoch from now() - reached_at)) < 60 as is_right from retention_clock`;
  assert.equal(clock?.isRight, true);
  await expireValidations(context);
  assert.equal(await isStored(), false);
});

test('a sweep that fails leaves the others to their work, and is tried again', async () => {
  await owner`insert into leads (id, email, created_at) values (${uuidV7Floor(daysAgo(401))}, 'old', ${daysAgo(401)})`;
  await owner`alter table events rename to events_away`;
  try {
    await assert.rejects(expireValidations(context), /relation "events" does not exist/);
  } finally {
    await owner`alter table events_away rename to events`;
  }
  assert.deepEqual([...(await owner`select 1 from leads where email = 'old'`)], []);
});

test('the report of a free scan goes after thirty days', async () => {
  for (const days of [29, 31]) {
    await owner`
      insert into free_scans (token_hash, platform, filename, score, critical_count, high_count, medium_count,
        low_count, total_count, findings, validated_at)
      values (sha256(${`${days}`}::bytea), 'uipath', ${`${days}.xaml`}, 100, 0, 0, 0, 0, 0, '[]', ${daysAgo(days)})`;
  }
  await expireValidations(context);
  const left = await owner`select filename from free_scans`;
  assert.deepEqual([...left], [{ filename: '29.xaml' }]);
});

test('a lead goes after four hundred days', async () => {
  for (const days of [399, 401])
    await owner`insert into leads (id, email, created_at) values (${uuidV7Floor(daysAgo(days))}, ${`${days}`}, ${daysAgo(days)})`;
  await expireValidations(context);
  assert.deepEqual([...(await owner`select email from leads`)], [{ email: '399' }]);
});

/** A validation that waits for its run, with its file. */
async function insertQueuedWithFile(orgId: string, id: string, filename: string): Promise<void> {
  await owner`
    insert into blobs (org_id, id, place, state, bytes, sha256) values (${orgId}, ${id}, 'postgres', 'kept', 0, '')`;
  await owner`
    insert into validations (org_id, id, status, platform, filename, enforcement_mode, content_sha256, content_bytes, blob_id)
    values (${orgId}, ${id}, 'queued', 'uipath', ${filename}, 'warning', '', 0, ${id})`;
}

test('a validation that has not run in all that time is deleted with its file', async () => {
  const orgId = await testOrganisation(database);
  await owner`insert into organisation_settings (org_id, retention_days) values (${orgId}, 30)`;
  for (const days of [29, 31, 401]) {
    await insertQueuedWithFile(orgId, uuidV7Floor(daysAgo(days)), `${days}.xaml`);
  }
  await expireValidations(context);
  const left = await owner`
    select filename, state from blobs left join validations on blob_id = blobs.id
    where blobs.org_id = ${orgId} order by blobs.id`;
  assert.deepEqual(
    left.map(({ filename, state }) => [filename, state]),
    [
      [null, 'released'],
      [null, 'released'],
      ['29.xaml', 'kept'],
    ],
  );
});

test('a partition whose month is past retention is dropped as a whole, with the files in it', async () => {
  await owner.unsafe(`create table validations_2020_01 partition of validations
    for values from ('016f5e66-e800-0000-0000-000000000000') to ('016ffe0c-1400-0000-0000-000000000000')`);
  const orgId = await testOrganisation(database);
  await insertQueuedWithFile(orgId, '016f5e66-e900-7000-8000-000000000000', 'old.xaml');
  await expireValidations(context);
  const files = await owner`select state from blobs where org_id = ${orgId}`;
  assert.deepEqual([...files], [{ state: 'released' }]);
  const [row] =
    await owner`select to_regclass('validations_2020_01') as gone, to_regclass('validations_default') as left`;
  assert.equal(row?.gone, null);
  assert.equal(row?.left, 'validations_default');
});

/** Makes the partition of these days, with rows that cannot be deleted one by one. */
async function makePartition(table: string, fromDaysAgo: number, toDaysAgo: number): Promise<string> {
  const name = `${table}_${fromDaysAgo}`;
  const [from, to] = [fromDaysAgo, toDaysAgo].map((days) => uuidV7Floor(daysAgo(days)));
  await owner.unsafe(`
    create or replace function keep_rows() returns trigger language plpgsql as $$ begin raise 'deleted'; end $$;
    truncate ${table}_default;
    create table ${name} partition of ${table} for values from ('${from}') to ('${to}');
    create trigger keep_rows before delete on ${name} for each row execute function keep_rows()`);
  return name;
}

const areThere = async (names: readonly string[]) => {
  const rows = await owner<{ isThere: boolean }[]>`
    select to_regclass(name) is not null as is_there from unnest(${names as string[]}::text[]) as name`;
  return rows.map(({ isThere }) => isThere);
};

test('a partition goes as a whole when its last row is past retention, and no row of it before', async () => {
  const orgId = await testOrganisation(database);
  const names = [await makePartition('validations', 430, 405), await makePartition('validations', 405, 395)];
  for (const days of [420, 404, 399]) {
    const record = validationRecord(orgId, { validatedAt: daysAgo(days), filename: `${days}.xaml` });
    await withOrganisation(app, orgId, (sql) => insertValidation(sql, record));
  }
  const isOverdue = async () => {
    const states = await inTransaction(database.ownerSql, readPartitionStates);
    return states.filter(({ overdueSeconds }) => overdueSeconds > 0).map(({ table }) => table);
  };
  assert.deepEqual(await isOverdue(), ['validations']);
  await expireValidations(context);
  assert.deepEqual(await isOverdue(), []);
  assert.deepEqual(await areThere(names), [false, true]);
  const left = await owner`select filename from validations where org_id = ${orgId} order by id`;
  assert.deepEqual([...left], [{ filename: '404.xaml' }, { filename: '399.xaml' }]);
  await owner.unsafe(`drop table ${names[1]}`);
});

test('days of events and deliveries go as a whole, but for those with something still to be delivered', async () => {
  const orgId = await testOrganisation(database);
  const tables = ['events', 'deliveries', 'delivery_attempts'];
  const names: string[] = [];
  for (const table of tables)
    for (const day of [35, 34, 33, 30]) names.push(await makePartition(table, day, day - 1));
  const ids = [35, 34, 33, 30].map((day) => uuidV7Floor(new Date(daysAgo(day).getTime() + 1_000)));
  for (const id of ids) {
    await owner`insert into events (org_id, id, kind, occurred_at, data) values (${orgId}, ${id}, 'validation.completed', now(), '{}')`;
    await owner`
      insert into deliveries (org_id, id, webhook_id, event_id, event_kind, status, created_at)
      values (${orgId}, ${id}, ${orgId}, ${id}, 'validation.completed', 'succeeded', now())`;
    await owner`
      insert into delivery_attempts (org_id, delivery_id, number, outcome, answer, started_at, duration_ms)
      values (${orgId}, ${id}, 1, 'success', '', now(), 1)`;
  }
  await owner`
    insert into delivery_queue (org_id, id, webhook_id, event_id, is_test, attempts, round_attempts, due_at, is_due)
    values (${orgId}, ${ids[1]!}, ${orgId}, ${ids[1]!}, false, 0, 0, now() + interval '1 hour', false)`;
  await expireValidations(context);
  assert.deepEqual(
    await areThere(names),
    tables.flatMap(() => [false, true, true, true]),
  );
  await owner`delete from delivery_queue where org_id = ${orgId}`;
  await expireValidations(context);
  assert.deepEqual(
    await areThere(names),
    tables.flatMap(() => [false, false, false, true]),
  );
  for (const table of tables)
    assert.equal((await owner`select from ${owner(table)} where org_id = ${orgId}`).length, 1, table);
  for (const table of tables) await owner.unsafe(`drop table ${table}_30`);
});

test('the look ahead makes the partitions that are missing', async () => {
  const name = `validations_${daysAgo(0).toISOString().slice(0, 7).replace('-', '_')}`;
  await owner.unsafe('delete from validations');
  await owner.unsafe(`drop table ${name}`);
  const orgId = await testOrganisation(database);
  const record = validationRecord(orgId, { validatedAt: daysAgo(0) });
  await withOrganisation(app, orgId, (sql) => insertValidation(sql, record));
  await preparePartitions(context);
  for (const { table, aheadSeconds } of await inTransaction(database.ownerSql, readPartitionStates))
    assert.ok(aheadSeconds > (2 * DAY_MS) / 1000, table);
  const [row] = await owner`select to_regclass(${name}) as made`;
  assert.equal(row?.made, name);
  const places = await owner`select id, tableoid::regclass::text as place from validations`;
  assert.deepEqual([...places], [{ id: record.id, place: name }], 'a row that had no partition has moved');
  const found = await withOrganisation(app, orgId, (sql) => findValidation(sql, record.id));
  assert.equal(found?.id, record.id);
});

test('the look ahead moves deliveries that had no partition of their day to it', async () => {
  const today = daysAgo(0);
  const name = `deliveries_${today.toISOString().slice(0, 10).replaceAll('-', '_')}`;
  await owner.unsafe(`drop table ${name}`);
  const [orgId, id] = [await testOrganisation(database), uuidV7Floor(today)];
  await owner`
    insert into deliveries (org_id, id, webhook_id, event_id, event_kind, status, created_at)
    values (${orgId}, ${id}, ${orgId}, ${id}, 'validation.completed', 'failed', ${today})`;
  await preparePartitions(context);
  const places = await owner`
    select tableoid::regclass::text as place, log_group from deliveries where org_id = ${orgId}`;
  assert.deepEqual([...places], [{ place: name, logGroup: 'failed' }]);
});

test('jobs of a dead process go back to the queue, those of a living one stay', async () => {
  const own = ownIdentity();
  const ended = spawnSync(process.execPath, ['-e', '']).pid;
  const processes = [
    { poolId: 'pool-silent', host: 'elsewhere', pid: 1, started: 'x' },
    { poolId: 'pool-gone', host: own.host, pid: ended, started: 'x' },
    { poolId: 'pool-reused', host: own.host, pid: own.pid, started: 'earlier' },
    { poolId: 'pool-alive', ...own },
    { poolId: 'pool-namespace', host: `${own.host}1`, pid: ended, started: 'x' },
    { poolId: 'pool-elsewhere', host: 'elsewhere', pid: 1, started: 'x' },
  ];
  for (const process of processes) await inTransaction(database.ownerSql, (sql) => beat(sql, process));
  for (const pool of [...processes.map(({ poolId }) => poolId), 'pool-unknown', 'pool-own']) {
    await owner`select graphile_worker.add_job('nothing', '{}', queue_name := ${`queue-${pool}`}, job_key := ${pool})`;
    await owner`update graphile_worker._private_jobs set locked_by = ${pool}, locked_at = now() where key = ${pool}`;
    await owner`update graphile_worker._private_job_queues set locked_by = ${pool}, locked_at = now() where queue_name = ${`queue-${pool}`}`;
  }
  await owner`select graphile_worker.add_job('nothing', '{}', job_key := 'pool-nameless')`;
  await owner`
    update graphile_worker._private_jobs set locked_by = 'pool-nameless', locked_at = now() - interval '46 seconds'
    where key = 'pool-nameless'`;
  const dead = await unlockDead(database.ownerSql, ['pool-own'], log, () => ['pool-silent']);
  assert.deepEqual([...dead].sort(), ['pool-gone', 'pool-nameless', 'pool-reused', 'pool-silent']);
  const free = await owner`select key from graphile_worker.jobs where locked_by is null order by key`;
  assert.deepEqual(
    free.map(({ key }) => key),
    ['pool-gone', 'pool-nameless', 'pool-reused', 'pool-silent'],
  );
  const queues =
    await owner`select count(*)::int as free from graphile_worker._private_job_queues where locked_by is null`;
  assert.equal(queues[0]?.free, 3);
});

describe('the watch over silence', () => {
  const at = (poolId: string, seconds: number) => ({ poolId, beatenAt: new Date(seconds * 1_000) });

  it('finds a process that has not beaten for three looks', () => {
    const look = createSilenceWatch();
    for (const second of [0, 15, 30, 45])
      assert.deepEqual(look([at('silent', 0), at('lives', second)], second * 1_000), []);
    assert.deepEqual(look([at('silent', 0), at('lives', 60)], 60_000), ['silent']);
  });

  it('takes no process for dead after time without the database', () => {
    const look = createSilenceWatch();
    look([at('other', 0)], 0);
    assert.deepEqual(look([at('other', 0)], 100_000), []);
    assert.deepEqual(look([at('other', 0)], 130_000), []);
    assert.deepEqual(look([at('other', 131)], 145_000), []);
    for (const second of [160, 175]) look([at('other', 131)], second * 1_000);
    assert.deepEqual(look([at('other', 131)], 191_000), ['other']);
  });
});

test('a job that the queue has given away and that never arrived goes back to the queue', async () => {
  await owner`delete from graphile_worker._private_jobs`;
  const ids: string[] = [];
  for (const [key, seconds] of [
    ['running', 100],
    ['lost', 46],
    ['on its way', 44],
  ] as const) {
    const [job] = await owner`select id from graphile_worker.add_job('nothing', '{}', job_key := ${key})`;
    ids.push(job!.id);
    await owner`
      update graphile_worker._private_jobs set locked_by = 'pool-own', locked_at = now() - make_interval(secs => ${seconds})
      where id = ${job!.id}`;
  }
  await unlockUnheard(database.ownerSql, [{ poolId: 'pool-own', jobIds: () => [ids[0]!] }], log);
  const free = await owner`select key from graphile_worker.jobs where locked_by is null`;
  assert.deepEqual([...free], [{ key: 'lost' }]);
  await owner`delete from graphile_worker._private_jobs`;
});

test('the jobs process runs a job, sends its heartbeat, and leaves no trace when it ends', async () => {
  await owner`delete from job_processes`;
  const jobs = startScript(main, ['jobs'], SETTINGS);
  await until('the heartbeat', async () => (await owner`select 1 from job_processes`).length > 0);
  const orgId = await testOrganisation(database);
  const record = validationRecord(orgId, { validatedAt: daysAgo(401) });
  await withOrganisation(app, orgId, (sql) => insertValidation(sql, record));
  await owner`select graphile_worker.add_job('expire-validations')`;
  await until(
    'the sweep',
    async () => (await owner`select 1 from validations where id = ${record.id}`).length === 0,
  );
  jobs.child.kill('SIGTERM');
  assert.equal(await jobs.ended, 0, jobs.output());
  assert.doesNotMatch(jobs.output(), /"level":"error"/);
  assert.equal((await owner`select 1 from job_processes`).length, 0);
});

test('jobs of a process that was killed are run by the next one at once', async () => {
  const first = startScript(main, ['jobs'], SETTINGS);
  const rows = await until('the heartbeat', async () => {
    const found = await owner`select pool_id from job_processes`;
    return found.length > 0 ? found : null;
  });
  const poolId = rows?.[0]?.poolId;
  first.child.kill('SIGKILL');
  await first.ended;
  await owner`select graphile_worker.add_job('prepare-partitions', job_key := 'lost')`;
  await owner`update graphile_worker._private_jobs set locked_by = ${poolId}, locked_at = now(), attempts = 1 where key = 'lost'`;
  const second = startScript(main, ['jobs'], SETTINGS);
  await until(
    'the lost job',
    async () => (await owner`select 1 from graphile_worker.jobs where key = 'lost'`).length === 0,
  );
  second.child.kill('SIGTERM');
  assert.equal(await second.ended, 0, second.output());
});

test('a scan that is killed in the middle announces each exception once all the same', {
  skip: IN_FULL_RUN_ONLY,
}, async () => {
  const orgId = await testOrganisation(database);
  const count = 3 * EXCEPTION_LIMITS.announcedAtOnceMax;
  await owner`
    insert into exceptions (org_id, id, decision, rule_id, file_name, location, severity, reason, expires_at, requested_at,
                            requested_by_kind, requested_by_id, requested_by_name, decided_at)
    select ${orgId}, gen_random_uuid(), 'approved', 'R', 'f', '*', 'low', 'r', now() + interval '1 day', now(),
      'key', 'k', 'n', now()
    from generate_series(1, ${count})`;
  await owner`create function slow() returns trigger language plpgsql as $$ begin perform pg_sleep(0.01); return new; end $$`;
  await owner`create trigger slow before insert on events for each row execute function slow()`;
  const announced = async () => {
    const rows = await owner`
      select data ->> 'exceptionId' as id from events where org_id = ${orgId} and kind = 'exception.expiring_soon'`;
    return rows.map(({ id }) => id);
  };
  const first = startScript(main, ['jobs'], SETTINGS);
  await owner`select graphile_worker.add_job('scan-exceptions')`;
  await until('the first batch', async () => (await announced()).length > 0);
  first.child.kill('SIGKILL');
  await first.ended;
  const soFar = (await announced()).length;
  assert.ok(soFar < count, `${soFar} of ${count}`);
  await owner`drop trigger slow on events`;
  // The queue gives the lost job to the next process, after a pause that a test need not wait for.
  const second = startScript(main, ['jobs'], SETTINGS);
  await owner`select graphile_worker.add_job('scan-exceptions')`;
  await until('all of them', async () => (await announced()).length >= count);
  second.child.kill('SIGTERM');
  assert.equal(await second.ended, 0, second.output());
  const ids = await announced();
  assert.deepEqual([ids.length, new Set(ids).size], [count, count]);
});

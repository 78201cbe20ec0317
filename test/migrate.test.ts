import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartError } from '../src/start-error.ts';
import { readIndexDefinition } from '../src/store/concurrent-index.ts';
import { connectOwner, disconnect, inTransaction } from '../src/store/database.ts';
import { migrate, migrateDatabase, readMigrations } from '../src/store/migrate.ts';
import { testDatabase } from './support/database.ts';
import { until } from './support/processes.ts';

const database = await testDatabase();
const migrations = readMigrations();

async function emptyDatabase(name: string): Promise<string> {
  await database.owner.unsafe(`create database ${name}`);
  return database.url.replace(/postgres$/, name);
}

/** A database as it was before a migration, with an organisation. Returns connections of its owner. */
async function databaseBefore(migration: string, database: string, connections = 1) {
  const owner = connectOwner(await emptyDatabase(database), connections);
  await migrate(
    owner,
    migrations.slice(
      0,
      migrations.findIndex(({ name }) => name.includes(migration)),
    ),
  );
  await inTransaction(
    owner,
    (sql) => sql`
      insert into organisations (id, name) values ('0190d5a4-7c1e-7a3b-9f00-000000000001', 'Test')`,
  );
  return owner;
}

test('the files of sql/ are numbered without a gap', () => {
  assert.deepEqual(
    migrations.map(({ version }) => version),
    migrations.map((_, index) => index + 1),
  );
});

test('an empty database gets everything, once', async () => {
  const url = await emptyDatabase('fresh');
  assert.deepEqual(
    await migrateDatabase(url),
    migrations.map(({ version }) => version),
  );
  assert.deepEqual(await migrateDatabase(url), []);
});

test('two programs that migrate one database at once do not disturb each other', async () => {
  const url = await emptyDatabase('raced');
  const applied = await Promise.all([migrateDatabase(url), migrateDatabase(url)]);
  assert.equal(applied.flat().length, migrations.length);
});

test('a database that is newer than the program is refused', async () => {
  const owner = connectOwner(await emptyDatabase('newer'), 1);
  await migrate(owner, migrations);
  await assert.rejects(migrate(owner, migrations.slice(0, -1)), (error: unknown) => {
    assert.ok(error instanceof StartError);
    assert.match(error.message, /newer than this program: it has migration \d+/);
    return true;
  });
  await disconnect(owner);
});

test('a migration that fails leaves nothing of itself, and those before it stay', async () => {
  const owner = connectOwner(await emptyDatabase('broken'), 1);
  const broken = [
    ...migrations,
    { version: migrations.length + 1, name: '9999_broken.sql', text: 'create table half (); select 1/0' },
  ];
  await assert.rejects(migrate(owner, broken), /9999_broken.sql failed: division by zero/);
  const [row] = await inTransaction(
    owner,
    (sql) => sql`
      select to_regclass('half') as half, (select max(version) from schema_migrations) as version`,
  );
  assert.deepEqual(row, { half: null, version: migrations.length });
  await disconnect(owner);
});

/** The migrations so far, and one more. */
const withNext = (name: string, text: string) => [
  ...migrations,
  { version: migrations.length + 1, name, text },
];

test('a migration lets others pass that wait for the same table, and tries again', async () => {
  const owner = connectOwner(await emptyDatabase('locked'), 3);
  await migrate(owner, migrations);
  const next = withNext('0999_next.sql', 'alter table organisations add column next text');
  const reader = Promise.withResolvers<void>();
  const reading = inTransaction(owner, async (sql) => {
    await sql`select from organisations`;
    await reader.promise;
  });
  await assert.rejects(migrate(owner, next, { lockMsMax: 30, triesMax: 2 }), (error: Error) => {
    assert.match(error.message, /0999_next.sql failed: .*lock timeout.* Another session has locked/);
    return error instanceof StartError;
  });
  const migrated = migrate(owner, next, { lockMsMax: 30, triesMax: 100 });
  await sleep(100);
  reader.resolve();
  await reading;
  assert.deepEqual(await migrated, [migrations.length + 1]);
  await disconnect(owner);
});

test('an index is built while others write, also on every partition and after a try that broke off', async () => {
  const owner = connectOwner(await emptyDatabase('indexed'), 3);
  await migrate(owner, migrations);
  const run = (text: string) => inTransaction(owner, (sql) => sql.unsafe(text));
  await run("insert into organisations (id, name) values (gen_random_uuid(), 'a'), (gen_random_uuid(), 'a')");
  for (const [table, column] of [
    ['organisations', 'name'],
    ['validations', 'label'],
  ] as const) {
    const name = `concurrent_${table}`;
    const text = `-- Why.\ncreate index ${name} on ${table} (${column}) where ${column} is not null;\n`;
    const next = withNext('0999_index.concurrently.sql', text);
    // What a unique index leaves behind that could not be built.
    if (table === 'organisations') {
      const signal = AbortSignal.timeout(5_000);
      await assert.rejects(
        owner.statement(`create unique index concurrently ${name} on ${table} (name)`, signal),
      );
    }
    const writing = inTransaction(owner, async (sql) => {
      await sql`insert into organisations (id, name) values (gen_random_uuid(), 'b')`;
      await sleep(50);
    });
    assert.deepEqual(await migrate(owner, next), [migrations.length + 1]);
    await writing;
    const [row] = await inTransaction(
      owner,
      (sql) => sql`
        select indisvalid as is_valid, indisunique as is_unique,
          (select count(*)::int from pg_inherits where inhparent = ${name}::regclass) as parts
        from pg_index where indexrelid = ${name}::regclass`,
    );
    assert.deepEqual(row, { isValid: true, isUnique: false, parts: table === 'validations' ? 5 : 0 });
    await run(`delete from schema_migrations where version = ${migrations.length + 1}`);
  }
  await disconnect(owner);
});

test('a file for an index that has anything else is refused', () => {
  assert.throws(() => readIndexDefinition('create index a on b (c); drop table b;'), /one statement/);
});

test('an owner without superuser rights can migrate and use the database', async () => {
  await database.owner.unsafe(`create role plain login createrole password 'plain'`);
  await database.owner.unsafe('grant flowarden_app, flowarden_deliveries to plain with admin option');
  await database.owner.unsafe('create database plain owner plain');
  const url = new URL(database.url.replace(/postgres$/, 'plain'));
  url.username = 'plain';
  url.password = 'plain';
  assert.equal((await migrateDatabase(url.href)).length, migrations.length);
  const owner = connectOwner(url.href, 1);
  // Row-level security holds for the owner of a table too; its own policies let it do its work.
  await inTransaction(owner, async (sql) => {
    await sql`insert into organisations (id, name) values (gen_random_uuid(), 'x')`;
    assert.equal((await sql`select name from organisations`).length, 1);
  });
  await disconnect(owner);
});

test('partitions of this and the coming months are there', async () => {
  const rows = await database.owner`
    select relname from pg_inherits join pg_class on pg_class.oid = inhrelid
    where inhparent = 'validations'::regclass`;
  assert.equal(rows.length, 5);
});

test('a database that is away is named to the operator, without a stack trace', () => {
  const main = join(import.meta.dirname, '../src/main.ts');
  const run = spawnSync(process.execPath, [main, 'migrate'], {
    encoding: 'utf8',
    env: { ...process.env, DATABASE_URL: 'postgres://joe:hush@127.0.0.1:1/db' },
  });
  assert.equal(run.status, 1);
  assert.match(
    run.stderr,
    /^flowarden: The database cannot be used: .*ECONNREFUSED 127\.0\.0\.1:1\. Check DATABASE_URL/,
  );
  assert.doesNotMatch(run.stderr, /hush|\n\s+at /);
});

test('deliveries that are under way when their queue is made stay due, and ended ones stay ended', async () => {
  const owner = await databaseBefore('delivery_queue', 'renewed');
  await inTransaction(owner, async (sql) => {
    await sql`
      with kinds (place, status, due_at, attempts, url) as (values
        (1, 'pending', '2026-03-02T09:41:07Z'::timestamptz, 0, null),
        (2, 'sending', '2026-03-02T09:42:07Z', 0, 'https://ci.example:8443/done?run=1'),
        (3, 'pending', '2226-03-02T09:41:07Z', 4, null),
        (4, 'failed', null, 10, null)
      ), event as (
        insert into events (org_id, id, kind, occurred_at, data)
        select id, id, 'validation.completed', '2026-03-02T09:41:07Z', '{"score": 61}' from organisations
      ), attempt as (
        insert into delivery_attempts (org_id, delivery_id, number, outcome, answer, started_at, duration_ms)
        select o.id, lpad('4', 32, '0')::uuid, 10, 'timeout', '', '2026-03-02T09:41:07Z', 15000 from organisations o
      )
      insert into deliveries (org_id, id, webhook_id, event_id, event_kind, status, due_at, attempts, url, created_at)
      select o.id, lpad(place::text, 32, '0')::uuid, lpad(place::text, 32, '9')::uuid, o.id, 'validation.completed',
        status, due_at, attempts, url, '2026-03-02T09:41:07Z'
      from kinds, organisations o`;
  });
  await migrate(owner, migrations);
  const rows = await inTransaction(
    owner,
    (sql) => sql`
      select right(d.id::text, 1)::int as place, status, q.attempts, is_due, lane = q.webhook_id as has_own_lane, lease,
        (select data ->> 'score' from events where id = d.event_id) as score
      from deliveries d left join delivery_queue q on q.org_id = d.org_id and q.id = d.id order by 1`,
  );
  const common = { lease: null, score: '61' };
  assert.deepEqual(
    rows.map((row) => ({ ...row })),
    [
      { place: 1, status: 'pending', attempts: 0, isDue: true, hasOwnLane: true, ...common },
      { place: 2, status: 'pending', attempts: 0, isDue: true, hasOwnLane: false, ...common },
      { place: 3, status: 'pending', attempts: 4, isDue: false, hasOwnLane: true, ...common },
      { place: 4, status: 'failed', attempts: null, isDue: null, hasOwnLane: null, ...common },
    ],
  );
  await disconnect(owner);
});

test('files of a project that is under way are still compared with those of the run before', async () => {
  const owner = await databaseBefore('carried_files', 'listed');
  await inTransaction(owner, async (sql) => {
    await sql`
      with run (id, status, previous_id, error) as (values
        ('0190d5a4-7c1e-7a3b-9f00-000000000002'::uuid, 'failed', null, '{}'::jsonb),
        ('0190d5a4-7c1e-7a3b-9f00-000000000003', 'running', '0190d5a4-7c1e-7a3b-9f00-000000000002'::uuid, null)
      )
      insert into projects (org_id, id, status, filename, pipeline, enforcement_mode, ruleset, blob_id, content_bytes,
        content_sha256, file_count, previous_id, error)
      select o.id, run.id, run.status, 'a.zip', 'null', 'advisory', 'default', run.id, 1, '', 2, previous_id, error
      from run, organisations o`;
    await sql`
      insert into project_items (org_id, project_id, number, shard, path, place, status)
      select p.org_id, p.id, file.number, 0, file.path, '{}', file.status
      from projects p join (values
        ('failed', 7, 'Main.xaml', 'completed'), ('running', 0, 'Main.xaml', 'queued'), ('running', 1, 'New.xaml', 'queued')
      ) as file (run, number, path, status) on file.run = p.status`;
  });
  await migrate(owner, migrations);
  const rows = await inTransaction(
    owner,
    (sql) => sql`select path, previous_number from project_items where status = 'queued' order by number`,
  );
  assert.deepEqual(
    rows.map((row) => ({ ...row })),
    [
      { path: 'Main.xaml', previousNumber: 7 },
      { path: 'New.xaml', previousNumber: null },
    ],
  );
  await disconnect(owner);
});

test('runs from before paths were stored are found by their base name, scope and branch', async () => {
  const owner = await databaseBefore('predecessors', 'pathless');
  await inTransaction(owner, async (sql) => {
    await sql`
      with run (id, filename, branch, pipeline) as (values
        (1, 'Main.xaml', 'refs/heads/main', '{"repository": "bank/robots", "solutionName": "S"}'),
        (2, 'src/Main.xaml', null, '{"solutionName": "S"}'),
        (3, 'Main.xaml', 'main', 'null')
      )
      insert into validations (org_id, id, status, platform, filename, branch, pipeline, enforcement_mode, content_sha256,
        content_bytes, error)
      select o.id, lpad(run.id::text, 32, '0')::uuid, 'failed', 'uipath', filename, branch, pipeline::jsonb, 'advisory',
        '', 1, '{}'
      from run, organisations o`;
    await sql`
      insert into exceptions (org_id, id, decision, rule_id, file_name, location, severity, reason, expires_at,
        requested_at, requested_by_kind, requested_by_id, requested_by_name)
      select id, id, 'pending', 'R', 'Main.xaml', '*', 'low', 'r', now(), now(), 'key', 'k', 'n' from organisations`;
  });
  await migrate(owner, migrations);
  const rows = await inTransaction(
    owner,
    (sql) => sql`
      select v.has_path, v.run_key = run_key_of('uipath', key.scope, key.name, key.branch) as has_key
      from validations v join (values
        (1, 'bank/robots', 'Main.xaml', 'main'), (2, 'S', 'src/Main.xaml', null), (3, null, 'Main.xaml', 'main')
      ) as key (id, scope, name, branch) on v.id = lpad(key.id::text, 32, '0')::uuid
      order by v.id`,
  );
  assert.deepEqual(
    rows.map((row) => ({ ...row })),
    [false, true, false].map((hasPath) => ({ hasPath, hasKey: true })),
  );
  const [exception] = await inTransaction(owner, (sql) => sql`select by_base_name from exceptions`);
  assert.equal(exception?.byBaseName, true);
  await disconnect(owner);
});

test('a migration gives way to a program that takes its tables in another order', async () => {
  const owner = await databaseBefore('predecessors', 'crossed', 3);
  const reading = Promise.withResolvers<void>();
  const isRead = Promise.withResolvers<void>();
  const reader = inTransaction(owner, async (sql) => {
    await sql`select from exceptions`;
    isRead.resolve();
    await reading.promise;
    await sql`select from validations`;
  });
  await isRead.promise;
  const migrating = migrate(owner, migrations);
  await until('the migration waits for the other program', async () => {
    const [row] = await database.owner`
      select count(*)::int as count from pg_stat_activity where datname = 'crossed' and wait_event_type in ('Lock', 'Timeout')`;
    return row?.count === 1;
  });
  reading.resolve();
  await reader;
  assert.notDeepEqual(await migrating, []);
  await disconnect(owner);
});

test('a program of before that writes meanwhile does not end the migration', async () => {
  const owner = await databaseBefore('carried_files', 'busy', 4);
  const waiting = (count: number) =>
    until(`${count} that wait for locks`, async () => {
      const [row] = await database.owner`
        select count(*)::int as count from pg_stat_activity where datname = 'busy' and wait_event_type = 'Lock'`;
      return row?.count === count;
    });
  // Keeps the migration in its middle until the other one writes.
  const reading = Promise.withResolvers<void>();
  const isRead = Promise.withResolvers<void>();
  const reader = inTransaction(owner, async (sql) => {
    await sql`select from delivery_attempts`;
    isRead.resolve();
    await reading.promise;
  });
  await isRead.promise;
  const migrating = migrate(owner, migrations);
  await waiting(1);
  const writing = inTransaction(
    owner,
    (sql) => sql`
      with event as (
        insert into events (org_id, id, kind, occurred_at, data)
        select id, id, 'validation.completed', now(), '{}' from organisations
      )
      insert into deliveries (org_id, id, webhook_id, event_id, event_kind, status, due_at, created_at)
      select id, id, id, id, 'validation.completed', 'pending', now(), now() from organisations`,
  );
  // It writes before the migration, or finds that the column has gone.
  const written = writing.then(
    () => true,
    (error: Error) => /due_at/.test(error.message),
  );
  await waiting(2);
  // Whoever waits longer than `deadlock_timeout` has been looked at: it is the migration that would be ended.
  await sleep(1_100);
  reading.resolve();
  await reader;
  assert.notDeepEqual(await migrating, []);
  assert.ok(await written);
  await disconnect(owner);
});

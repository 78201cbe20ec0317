import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { readIndexDefinition } from '../../src/infra/database/concurrent-index.ts';
import type { Sql } from '../../src/infra/database/connections.ts';
import { connectOwner, connectPulls, disconnect, inTransaction } from '../../src/infra/database/database.ts';
import { migrate, migrateDatabase } from '../../src/infra/database/migrate.ts';
import { neededMigration, readMigrations } from '../../src/infra/database/migrations.ts';
import { waitForMigrations } from '../../src/infra/database/servable-schema.ts';
import { createLogger } from '../../src/infra/logging/log.ts';
import { StartError } from '../../src/infra/process/start-error.ts';
import { untilBlocked } from '../support/database/blocked.ts';
import { ownPostgres } from '../support/database/database.ts';
import { databaseUrl, runStatement } from '../support/database/shared-postgres.ts';
import { until } from '../support/processes.ts';

const database = await ownPostgres();
const migrations = readMigrations();
// Nothing is connected to the database of this Postgres yet, so it can be copied.
await runStatement(databaseUrl(database.url, 'template1'), 'create database migrated template postgres');

async function emptyDatabase(name: string): Promise<string> {
  await database.owner.unsafe(`create database ${name}`);
  return databaseUrl(database.url, name);
}

/** A copy of a migrated database: for what comes after the migrations. */
async function migratedDatabase(name: string): Promise<string> {
  await database.owner.unsafe(`create database ${name} template migrated strategy file_copy`);
  return databaseUrl(database.url, name);
}

/** Counts the transactions that begin over these connections. */
function countTransactions(sql: Sql): { readonly sql: Sql; begun(): number } {
  let count = 0;
  const begin: Sql['begin'] = (work, options) => {
    count += 1;
    return sql.begin(work, options);
  };
  return { sql: { ...sql, begin }, begun: () => count };
}

/** The migrations so far, and one more. */
const withNext = (name: string, text: string) => [
  ...migrations,
  { version: migrations.length + 1, name, text },
];

test('the files of sql/ are numbered without a gap', () => {
  assert.deepEqual(
    migrations.map(({ version }) => version),
    migrations.map((_, index) => index + 1),
  );
});

test('an empty database gets everything, once, also from two programs that migrate it at once', async () => {
  const url = await emptyDatabase('raced');
  const applied = await Promise.all([migrateDatabase(url), migrateDatabase(url)]);
  assert.deepEqual(
    applied.flat().sort((one, other) => one - other),
    migrations.map(({ version }) => version),
  );
  assert.deepEqual(await migrateDatabase(url), []);
});

test('a role that starts before the migrations waits until the last of them is applied', async () => {
  const owner = connectOwner(await migratedDatabase('awaited'));
  let isReady = false;
  const counted = countTransactions(owner);
  const next = withNext('0999_next.sql', 'create table next (id integer)');
  const waiting = waitForMigrations(counted.sql, createLogger('silent', 'jobs'), next.length, 10).then(() => {
    isReady = true;
  });
  await until('several looks', () => counted.begun() > 3);
  assert.equal(isReady, false);
  await migrate(owner, next);
  await waiting;
  await disconnect(owner);
});

test('programs that are too old for a contracting migration reject its database, and no others do', async () => {
  const owner = connectOwner(await migratedDatabase('contracted'));
  const known = migrations.length;
  const expands = { version: known + 1, name: '0998_next.sql', text: 'create table next (id integer)' };
  const contracts = {
    version: known + 2,
    name: '0999_contract.sql',
    text: `-- contracts: nothing reads it; needs migration ${known + 1}\ndrop table next`,
  };
  await migrate(owner, [...migrations, expands]);
  assert.deepEqual(await migrate(owner, migrations), [], 'it only expands');
  await migrate(owner, [...migrations, expands, contracts]);
  assert.deepEqual(
    await migrate(owner, [...migrations, expands]),
    [],
    'it knows the migration that is needed',
  );
  await assert.rejects(migrate(owner, migrations), (error: unknown) => {
    assert.ok(error instanceof StartError);
    assert.equal(
      error.message,
      `The database is newer than this program: its migration ${known + 2} needs a program that knows migration ${known + 1}, this one knows ${known}. Install a newer version.`,
    );
    return true;
  });
  await disconnect(owner);
});

test('the first line of a migration says whether it contracts, and what a program must know', () => {
  const needed = (text: string) => neededMigration({ version: 20, name: '0020_a.sql', text });
  assert.equal(needed('-- Why.\n-- contracts: x; needs migration 19\n'), 0);
  assert.equal(needed('-- contracts: the column is no longer read; needs migration 19\ndrop'), 19);
  assert.equal(needed('-- contracts: x; y; needs migration 20'), 20);
  for (const text of [
    'contracts',
    'contracts: x',
    'contracts: ; needs migration 19',
    'contracts: x; needs migration 21',
  ])
    assert.throws(() => needed(`-- ${text}`), /its first line must be "-- contracts: <why>/, text);
});

test('a database that a version before 0.1.0 created is rejected, and stays as it is', async () => {
  const owner = connectOwner(await emptyDatabase('ancient'), 1);
  await inTransaction(owner, async (sql) => {
    await sql`create table schema_migrations (version integer primary key, name text, applied_at timestamptz)`;
    await sql`insert into schema_migrations select n, ${'0001_tenants.sql'} from generate_series(1, 46) as n`;
  });
  await assert.rejects(migrate(owner), (error: unknown) => {
    assert.ok(error instanceof StartError);
    assert.match(error.message, /^The database was made by a version before 0\.1\.0 .*FLOWARDEN_DATA_DIR/);
    return true;
  });
  const tables = await inTransaction(
    owner,
    (sql) => sql`select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  );
  assert.deepEqual(
    tables.map(({ relname }) => relname),
    ['schema_migrations'],
  );
  await disconnect(owner);
});

test('a migration that fails leaves nothing of itself, and those before it stay', async () => {
  const owner = connectOwner(await migratedDatabase('broken'));
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

test('a migration lets others pass that wait for the same table, and tries again', async () => {
  const owner = connectOwner(await migratedDatabase('locked'), 3);
  const next = withNext('0999_next.sql', 'alter table organisations add column next text');
  const locked = Promise.withResolvers<void>();
  const reader = Promise.withResolvers<void>();
  const reading = inTransaction(owner, async (sql) => {
    await sql`select from organisations`;
    locked.resolve();
    await reader.promise;
  });
  await locked.promise;
  await assert.rejects(migrate(owner, next, { lockMsMax: 30, triesMax: 2 }), (error: Error) => {
    assert.match(error.message, /0999_next.sql failed: .*lock timeout.* Another session has locked/);
    return error instanceof StartError;
  });
  const counted = countTransactions(owner);
  const migrated = migrate(counted.sql, next, { lockMsMax: 30, triesMax: 100 });
  await until('a look for what is missing and two tries', () => counted.begun() >= 3);
  reader.resolve();
  await reading;
  assert.deepEqual(await migrated, [migrations.length + 1]);
  await disconnect(owner);
});

test('an index is built while others write, also on every partition and after a try that broke off', async () => {
  const owner = connectOwner(await migratedDatabase('indexed'), 3);
  const run = (text: string) => inTransaction(owner, (sql) => sql.unsafe(text));
  const addOrganisation = "insert into organisations (id, name) values (gen_random_uuid(), 'a')";
  const addValidation = `
    insert into validations (org_id, id, status, platform, filename, content_sha256, content_bytes, enforcement_mode)
    select id, uuid_v7_floor(now()), 'canceled', 'uipath', 'Main.xaml', '', 0, 'warning' from organisations limit 1`;
  // An empty table would get its index at once.
  for (const statement of [addOrganisation, addOrganisation, addValidation]) await run(statement);
  for (const [table, column, statement] of [
    ['organisations', 'name', addOrganisation],
    ['validations', 'label', addValidation.replace('now()', "now() + interval '1 second'")],
  ] as const) {
    const name = `concurrent_${table}`;
    const text = `-- Why.\ncreate index ${name} on ${table} (${column}) where ${column} is not null;\n`;
    const next = withNext('0999_index.concurrently.sql', text);
    // What a unique index leaves behind that could not be built.
    if (table === 'organisations') {
      const signal = AbortSignal.timeout(60_000);
      await assert.rejects(
        owner.statement(`create unique index concurrently ${name} on ${table} (name)`, signal),
      );
    }
    const written = Promise.withResolvers<void>();
    const built = Promise.withResolvers<void>();
    const writing = inTransaction(owner, async (sql) => {
      await sql.unsafe(statement);
      written.resolve();
      await built.promise;
    });
    await written.promise;
    const migrated = migrate(owner, next);
    await untilBlocked(database.owner, 'indexed');
    built.resolve();
    assert.deepEqual(await migrated, [migrations.length + 1]);
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

test('a file for an index that has any other statement is rejected', () => {
  assert.throws(() => readIndexDefinition('create index a on b (c); drop table b;'), /one statement/);
});

test('an owner without superuser rights can migrate and use the database', async () => {
  await database.owner.unsafe(`create role plain login createrole password 'plain'`);
  await database.owner.unsafe('grant flowarden_app, flowarden_deliveries to plain with admin option');
  // As the role that creates another one has it.
  await database.owner.unsafe('grant flowarden_pulls to plain with admin true, inherit false, set false');
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
  const pulls = connectPulls(url.href, 1);
  assert.deepEqual([...(await inTransaction(pulls, (sql) => sql`select id from sources`))], []);
  await disconnect(pulls);
});

test('partitions of this and the coming months are there', async () => {
  const rows = await database.owner`
    select relname from pg_inherits join pg_class on pg_class.oid = inhrelid
    where inhparent = 'validations'::regclass`;
  assert.equal(rows.length, 5);
});

test('a start does not wait for a table of which a partition is missing, as a backup may hold it', async () => {
  const owner = connectOwner(await migratedDatabase('held'), 3);
  const run = (text: string) => inTransaction(owner, (sql) => sql.unsafe(text));
  const [{ name }] = (await run(
    "select 'events' || to_char(now() at time zone 'utc' + interval '2 days', '_YYYY_MM_DD') as name",
  )) as unknown as [{ name: string }];
  await run(`drop table ${name}`);
  const isThere = async () =>
    ((await run(`select to_regclass('${name}') as found`)) as unknown as [{ found: string | null }])[0]
      .found !== null;
  await inTransaction(owner, async (sql) => {
    await sql`lock table events_default in access share mode`;
    assert.deepEqual(await migrate(owner, migrations, { lockMsMax: 30, triesMax: 1 }), []);
  });
  assert.equal(await isThere(), false);
  await migrate(owner, migrations);
  assert.equal(await isThere(), true);
  await disconnect(owner);
});

test('events and deliveries of before stay where they are, as the first partition', async () => {
  const owner = connectOwner(await emptyDatabase('by_day'), 3);
  const before = migrations.findIndex(({ name }) => name.endsWith('_day_partitions.sql'));
  await migrate(owner, migrations.slice(0, before));
  const run = <Row extends object>(text: string) => inTransaction(owner, (sql) => sql.unsafe<Row[]>(text));
  const add = (org: string, id: string) =>
    run(`
      with event as (
        insert into events (org_id, id, kind, occurred_at, data)
        values ('${org}', ${id}, 'validation.completed', now(), '{}') returning *
      ), delivery as (
        insert into deliveries (org_id, id, webhook_id, event_id, event_kind, status, created_at)
        select org_id, delivery_id(id, org_id), org_id, id, kind, 'failed', occurred_at from event
      )
      insert into delivery_attempts (org_id, delivery_id, number, outcome, answer, started_at, duration_ms)
      select org_id, delivery_id(id, org_id), 1, 'refused', '', now(), 1 from event`);
  const org = '01900000-0000-7000-8000-000000000000';
  await run(`insert into organisations (id, name) values ('${org}', 'x')`);
  await add(org, 'uuid_v7_floor(now())');
  const fileOf = async (table: string) =>
    (await run<{ file: string }>(`select pg_relation_filepath('${table}') as file`))[0]!.file;
  const files = await Promise.all(['events', 'deliveries', 'delivery_attempts'].map(fileOf));
  await migrate(owner, migrations);
  assert.deepEqual(
    await Promise.all(['events_earlier', 'deliveries_earlier', 'delivery_attempts_earlier'].map(fileOf)),
    files,
  );
  await add(org, "uuid_v7_floor(now() + interval '1 day')");
  await add(org, "uuid_v7_floor(now() + interval '9 days')");
  const places = await run<{ places: string }>(`
    select string_agg(distinct tableoid::regclass::text, ' ') as places, count(*)::int from events
    union all select string_agg(distinct tableoid::regclass::text, ' '), count(*)::int from deliveries
    union all select string_agg(distinct tableoid::regclass::text, ' '), count(*)::int from delivery_attempts`);
  assert.deepEqual(
    [...places],
    ['events', 'deliveries', 'delivery_attempts'].map((table) => ({
      places: `${table}_default ${table}_earlier`,
      count: 3,
    })),
  );
  await disconnect(owner);
});

test('a database that is away is named to the operator, without a stack trace', () => {
  const main = join(import.meta.dirname, '../../src/main.ts');
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

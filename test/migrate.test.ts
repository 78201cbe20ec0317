import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { StartError } from '../src/start-error.ts';
import { connectOwner, disconnect, inTransaction } from '../src/store/database.ts';
import { migrate, migrateDatabase, readMigrations } from '../src/store/migrate.ts';
import { testDatabase } from './support/database.ts';

const database = await testDatabase();
const migrations = readMigrations();

async function emptyDatabase(name: string): Promise<string> {
  await database.owner.unsafe(`create database ${name}`);
  return database.url.replace(/postgres$/, name);
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

test('a migration that fails leaves nothing of the others behind', async () => {
  const owner = connectOwner(await emptyDatabase('broken'), 1);
  const broken = [
    ...migrations,
    { version: migrations.length + 1, name: '9999_broken.sql', text: 'select 1/0' },
  ];
  await assert.rejects(migrate(owner, broken), /9999_broken.sql failed: division by zero/);
  const rows = await inTransaction(owner, (sql) => sql`select to_regclass('organisations') as found`);
  assert.equal(rows[0]?.found, null);
  await disconnect(owner);
});

test('an owner without superuser rights can migrate and use the database', async () => {
  await database.owner.unsafe(`create role plain login createrole password 'plain'`);
  await database.owner.unsafe('grant flowarden_app to plain with admin option');
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

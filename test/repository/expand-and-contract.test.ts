/** Migrations: a program of the schema before works on the one after, unless the migration contracts and says so. */
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import postgres from 'postgres';
import { connectOwner, disconnect } from '../../src/infra/database/database.ts';
import { migrate } from '../../src/infra/database/migrate.ts';
import { type Migration, neededMigration, readMigrations } from '../../src/infra/database/migrations.ts';
import { ownPostgres } from '../support/database/database.ts';
import { bySize } from '../support/ring.ts';
import { readCatalogue } from '../support/schema/catalogue.ts';
import { listNarrowings } from '../support/schema/narrowings.ts';
import { NEWER_MIGRATION } from '../support/schema/newer-migration.ts';

/** The files that make the first schema. No program is older than they are. */
const BASELINE = 13;
/** Migrations that the inner ring judges: a change adds one, seldom several. */
const NEWEST = 3;

const { owner, url } = await ownPostgres();
const migrations = readMigrations();
/** The first migration that is judged: older ones do not change any more. */
const FIRST = Math.max(BASELINE, migrations.length - bySize(NEWEST, migrations.length));

const schema = await readCatalogue(owner);

/** Returns what the text takes from older programs, on a schema that stays as it is. */
async function narrowingsOf(text: string): Promise<readonly string[]> {
  let narrowings: readonly string[] = [];
  const undo = new Error('undo');
  const changing = owner.begin(async (sql) => {
    await sql.unsafe(text);
    narrowings = listNarrowings(schema, await readCatalogue(sql));
    throw undo;
  });
  await assert.rejects(changing, (error) => error === undo);
  return narrowings;
}

await owner`create database steps`;
const steps = url.replace(/postgres$/, 'steps');
const migrating = connectOwner(steps, 2);
const reading = postgres(steps, { max: 1 });
after(() => Promise.all([disconnect(migrating), reading.end()]));
await migrate(migrating, migrations.slice(0, FIRST));
let reached = await readCatalogue(reading);

/** Applies the migration. Returns what it takes from older programs without saying so. */
async function unmarkedNarrowings(upTo: readonly Migration[]): Promise<readonly string[]> {
  const before = reached;
  await migrate(migrating, upTo);
  reached = await readCatalogue(reading);
  return neededMigration(upTo.at(-1)!) > 0 ? [] : listNarrowings(before, reached);
}

describe('a migration after the first schema', () => {
  for (const [index, { name }] of migrations.entries()) {
    if (index < FIRST) continue;
    it(`takes nothing from older programs, or says that it contracts: ${name}`, async () => {
      assert.deepEqual(await unmarkedNarrowings(migrations.slice(0, index + 1)), []);
    });
  }
  it('is found out when it contracts and does not say so', async () => {
    const version = migrations.length + 1;
    const drop = { version, name: '9999_drop.sql', text: 'alter table events drop column chat' };
    assert.notDeepEqual(await unmarkedNarrowings([...migrations, drop]), []);
    const text = `-- contracts: unused; needs migration ${version}\nalter table leads drop column source`;
    const marked = { version: version + 1, name: '9999_marked.sql', text };
    assert.deepEqual(await unmarkedNarrowings([...migrations, drop, marked]), []);
  });
});

describe('a change of the schema narrows what older programs know', () => {
  const table: readonly (readonly [title: string, text: string, expected: RegExp])[] = [
    ['a table that is gone', 'drop table leads', /table leads$/],
    ['a table with another name', 'alter table leads rename to people', /table leads$/],
    ['a column that is gone', 'alter table events drop column chat', /column events\.chat has type json$/],
    ['a column with another name', 'alter table events rename chat to talk', /column events\.chat has type/],
    [
      'a column of another type',
      'alter table events alter kind type varchar(9)',
      /events\.kind has type text$/,
    ],
    [
      'a column that may be null',
      'alter table events alter kind drop not null',
      /events\.kind is never null$/,
    ],
    [
      'a column that must not be null',
      'alter table leads alter source set not null',
      /leads\.source must have/,
    ],
    [
      'a new column without a value',
      'alter table leads add a text not null',
      /insert into leads must set a$/,
    ],
    [
      'a default that is gone',
      'alter table leads alter created_at drop default',
      /created_at has a default$/,
    ],
    [
      'a column that cannot be written any more',
      'alter table leads drop source; alter table leads add source text generated always as (email) stored',
      /leads\.source can be written$/,
    ],
    ['a new check', "alter table leads add check (email <> '')", /new for leads: CHECK/],
    [
      'a new check that is not validated',
      "alter table leads add check (email <> '') not valid",
      /leads: CHECK/,
    ],
    [
      'a check of an old column and a new one',
      'alter table leads add a text, add check (num_nulls(a, source) = 1)',
      /leads: CHECK/,
    ],
    [
      'a list of values that is shorter',
      `alter table webhooks drop constraint webhooks_target_check;
       alter table webhooks add constraint webhooks_target_check check (target in ('generic'))`,
      /webhooks: CHECK/,
    ],
    [
      'a list of values that has another value instead',
      `alter table webhooks drop constraint webhooks_target_check;
       alter table webhooks add constraint webhooks_target_check check (target in ('generic', 'chat-a', 'chat-c'))`,
      /webhooks: CHECK/,
    ],
    ['a new unique index', 'create unique index one on leads (source)', /leads: unique btree \(source\)/],
    ['a unique index over an expression', 'create unique index one on leads (lower(email))', /leads: unique/],
    ['a new reference', 'alter table leads add foreign key (id) references organisations', /leads: FOREIGN/],
    [
      'a table that prevents the deletion of rows',
      'create table b (org_id uuid, id uuid, foreign key (org_id, id) references blobs)',
      /a delete from blobs must delete its rows of b first/,
    ],
    [
      'a reference that no longer deletes along',
      'alter table blob_chunks drop constraint blob_chunks_org_id_blob_id_fkey',
      /blob_chunks: FOREIGN KEY .* CASCADE/,
    ],
    ['an index that is gone', 'drop index leads_age', /INDEX leads_age/],
    [
      'a grant that is gone',
      'revoke insert on leads from flowarden_app',
      /flowarden_app may insert leads\.email/,
    ],
    ['a grant to delete that is gone', 'revoke delete on blobs from flowarden_app', /may delete from blobs$/],
    [
      "a column's grant that is gone",
      'revoke update (attempts) on deliveries from flowarden_deliveries',
      /flowarden_deliveries may update deliveries\.attempts$/,
    ],
    ['a function that is gone', 'drop function next_turn(text, integer)', /function next_turn\(task text/],
    [
      'a function with other parameters',
      `drop function next_turn(text, integer);
       create function next_turn(text) returns integer language sql return 1`,
      /function next_turn\(task text, waiting integer\) returns integer$/,
    ],
    [
      'a function that returns something else',
      'drop function usage_month(); create function usage_month() returns text language sql return 1',
      /usage_month\(\) returns date$/,
    ],
    [
      'a second function of a name',
      'create function next_turn(text, uuid) returns integer language sql return 1',
      /next_turn has one signature$/,
    ],
    [
      'a function that only the owner may call',
      'revoke execute on function add_jobs(text, json) from flowarden_app',
      /may call add_jobs/,
    ],
    [
      "a function that no longer has the owner's rights",
      'alter function add_jobs(text, json) security invoker',
      /add_jobs\(text,json\) runs as its owner$/,
    ],
    ['a policy that is gone', 'drop policy of_presented_key on api_keys', /policy of_presented_key/],
    [
      'a policy that restricts',
      'create policy late on leads as restrictive to flowarden_app using (false)',
      /leads: restrictive policy late/,
    ],
    ['a new wall', 'alter table job_processes enable row level security', /job_processes has no row-level/],
    ['a trigger that is gone', 'drop trigger append on audit_entries', /CREATE TRIGGER append/],
  ];
  for (const [title, text, expected] of table) {
    it(`by ${title}`, async () => {
      const narrowings = await narrowingsOf(text);
      assert.ok(
        narrowings.some((sentence) => expected.test(sentence)),
        `${expected} is not in:\n${narrowings.join('\n')}`,
      );
    });
  }
});

describe('a change of the schema leaves what older programs know', () => {
  const table: readonly (readonly [title: string, text: string])[] = [
    ['when it changes nothing', 'select 1'],
    ['when it expands all that can be', NEWER_MIGRATION.text],
    [
      'by a new table that has demands',
      'create table a (id uuid primary key, b text not null check (b > id::text))',
    ],
    ['by a new column that may be null', "alter table leads add a text check (a <> '')"],
    ['by a new column with a default', 'alter table leads add a text not null default 1'],
    ['by a unique index over a new column', 'alter table leads add a text unique'],
    ['by a column that needs no value any more', "alter table leads alter email set default ''"],
    ['by a check that is gone', 'alter table webhooks drop constraint webhooks_target_check'],
    [
      'by another body of a function',
      'create or replace function usage_month() returns date language sql stable return now()::date',
    ],
    [
      'by a check that is validated later',
      'alter table leads add a text; alter table leads add check (a > 0::text) not valid; alter table leads validate constraint leads_a_check',
    ],
    ['by a grant on the table instead of its columns', 'grant select, update on api_keys to flowarden_app'],
  ];
  for (const [title, text] of table) {
    it(title, async () => assert.deepEqual(await narrowingsOf(text), []));
  }
});

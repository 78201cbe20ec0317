import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { NO_DIFF } from '../../src/analysis/model/diff.ts';
import { fileOf } from '../../src/contract/runs/same-file.ts';
import { AppError } from '../../src/errors.ts';
import {
  connectApplication,
  DATABASE_STATEMENT_MS_MAX,
  disconnect,
  inTransaction,
  withOrganisation,
  withOrganisationAtOnce,
} from '../../src/infra/database/database.ts';
import { storableArray, storableJson, storableText } from '../../src/infra/database/postgres-text.ts';
import { sendWithCommit } from '../../src/infra/database/transaction.ts';
import { isUuid, uuidV7, uuidV7Floor } from '../../src/infra/database/uuid-v7.ts';
import { INFRA_LIMITS } from '../../src/infra/limits.ts';
import { readJudgingInput } from '../../src/service/validations/policy-input-store.ts';
import { readPipelineContext } from '../../src/service/validations/read-ci-context.ts';
import { type FeedFilters, listValidations } from '../../src/service/validations/validation-list-store.ts';
import type { ValidationRecord } from '../../src/service/validations/validation-record.ts';
import { findValidation, insertValidation } from '../../src/service/validations/validations-store.ts';
import { findEvents } from '../../src/service/webhooks/delivery/contents-store.ts';
import { ownPostgres, testOrganisation } from '../support/database/database.ts';
import { until } from '../support/processes.ts';
import { finding, validationRecord } from '../support/service/validation-record.ts';

const database = await ownPostgres();
const { app } = database;

const insert = (record: ValidationRecord) =>
  withOrganisation(app, record.orgId, (sql) => insertValidation(sql, record));
const find = (orgId: string, id: string) => withOrganisation(app, orgId, (sql) => findValidation(sql, id));
const list = (orgId: string, filters?: FeedFilters, cursor?: string | null, size?: number) =>
  withOrganisation(app, orgId, (sql) => listValidations(sql, filters, cursor, size));
const after = (seconds: number) => new Date(Date.UTC(2030, 0, 1) + seconds * 1000);

const unavailable = (error: unknown) => error instanceof AppError && error.code === 'database_unavailable';

test('a validation comes back as it was stored', async () => {
  const orgId = await testOrganisation(database);
  const record = validationRecord(orgId, {
    pipeline: readPipelineContext('{"provider":"github","pipeline":{"branch":"main"}}'),
    diff: { ...NO_DIFF, scoreDelta: -3, previousScore: 83, previousValidatedAt: after(1) },
    ruleErrors: [{ ruleId: 'UIP-REL-001', message: 'broke' }],
    policyPackId: '0190d5a4-7c1e-7a3b-9f00-3f2a1b4c5d6e',
  });
  await insert(record);
  assert.deepEqual(await find(orgId, record.id), record);
  const bare = validationRecord(orgId, {
    label: null,
    source: null,
    branch: null,
    findings: [],
    ownerId: null,
  });
  await insert(bare);
  assert.deepEqual(await find(orgId, bare.id), bare);
});

test('storing a validation stores its event, short enough for any receiver', async () => {
  const orgId = await testOrganisation(database);
  const findings = Array.from({ length: 12 }, () => finding({ description: 'x'.repeat(5_000) }));
  const record = validationRecord(orgId, { findings });
  const event = await insert(record);
  const [stored] = await withOrganisation(app, orgId, (sql) =>
    findEvents(sql, [{ orgId, eventId: event.id }]),
  );
  assert.deepEqual(stored, { ...event, data: JSON.stringify(event.data) });
  assert.equal(event.kind, 'validation.completed');
  assert.ok('findings' in event.data);
  assert.equal(event.data.platform, 'platform_1');
  assert.equal(event.data.findings.length, 10);
  assert.ok(stored!.data.length < 24 * 1024);
});

test('a transaction that fails leaves neither the validation nor the event', async () => {
  const orgId = await testOrganisation(database);
  const record = validationRecord(orgId);
  const failed = withOrganisation(app, orgId, async (sql) => {
    await insertValidation(sql, record);
    throw new Error('later step');
  });
  await assert.rejects(failed, /later step/);
  assert.equal(await find(orgId, record.id), undefined);
  const [count] = await database.owner`select count(*)::int as events from events where org_id = ${orgId}`;
  assert.equal(count?.events, 0);
});

test('NUL and lone surrogates, which Postgres rejects, become U+FFFD', async () => {
  const orgId = await testOrganisation(database);
  const hostile = 'a\0b\uD800c';
  const record = validationRecord(orgId, {
    filename: hostile,
    label: hostile,
    findings: [finding({ description: hostile })],
  });
  await insert(record);
  const stored = await find(orgId, record.id);
  assert.equal(stored?.filename, 'a\uFFFDb\uFFFDc');
  assert.equal(stored?.findings[0]?.description, 'a\uFFFDb\uFFFDc');
  const { platform, branch } = record;
  const file = fileOf(hostile, null);
  const { previous } = await withOrganisation(app, orgId, (sql) =>
    readJudgingInput(
      sql,
      { platform, file, exceptionScope: null, branch, defaultBranches: [hostile] },
      new Date(),
    ),
  );
  assert.equal(previous?.id, record.id);
  assert.equal(storableText('plain ✓'), 'plain ✓');
  assert.equal(storableJson({ 'k\0': ['\\u0000'] }), '{"k\uFFFD":["\\\\u0000"]}');
});

test('the feed gives every validation once, newest first, also when times are equal and new ones arrive', async () => {
  const orgId = await testOrganisation(database);
  const records = Array.from({ length: 7 }, (_, index) =>
    validationRecord(orgId, { validatedAt: after(Math.floor(index / 3)) }),
  );
  for (const record of records) await insert(record);
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const page = await list(orgId, {}, cursor, 2);
    seen.push(...page.items.map(({ id }) => id));
    cursor = page.nextCursor;
    if (seen.length === 2) await insert(validationRecord(orgId, { validatedAt: after(100) }));
  } while (cursor !== null);
  const expected = [...records].sort(
    (one, other) => other.validatedAt.getTime() - one.validatedAt.getTime() || (other.id > one.id ? 1 : -1),
  );
  assert.deepEqual(
    seen,
    expected.map(({ id }) => id),
  );
  const [first] = (await list(orgId)).items;
  assert.equal(first && 'findings' in first, false);
});

const FILTERS: readonly (readonly [FeedFilters, number])[] = [
  [{}, 3],
  [{ source: 'cicd' }, 2],
  [{ platform: 'blue-prism' }, 1],
  [{ passed: false }, 1],
  [{ branch: 'main' }, 2],
  [{ branch: 'refs/heads/main' }, 2],
  [{ branch: 'feature' }, 1],
  [{ label: 'nightly' }, 3],
  [{ label: 'nightly', passed: false, branch: 'main' }, 0],
  [{ validatedAfter: after(2) }, 2],
  [{ validatedBefore: after(2) }, 1],
  [{ validatedAfter: after(2), validatedBefore: after(3) }, 1],
];
test('the feed can be narrowed', async () => {
  const orgId = await testOrganisation(database);
  await insert(validationRecord(orgId, { validatedAt: after(1), source: 'ui' }));
  await insert(
    validationRecord(orgId, { validatedAt: after(2), passed: false, branch: 'refs/heads/feature' }),
  );
  await insert(validationRecord(orgId, { validatedAt: after(3), platform: 'blue-prism' }));
  for (const [filters, expected] of FILTERS) {
    assert.equal((await list(orgId, filters)).items.length, expected, JSON.stringify(filters));
  }
});

const cursorOf = (text: string) => Buffer.from(text).toString('base64url');
const yearsAhead = `999999999999999/${randomUUID()}`;
for (const cursor of ['', 'x', 'MTIz', cursorOf('12/notauuid'), cursorOf(yearsAhead), '€']) {
  test(`the cursor "${cursor}" is rejected`, async () => {
    const orgId = await testOrganisation(database);
    await assert.rejects(list(orgId, {}, cursor), { code: 'invalid_cursor' });
  });
}

test('row-level security alone separates organisations', async () => {
  const [one, other] = [await testOrganisation(database), await testOrganisation(database)];
  const record = validationRecord(one);
  await insert(record);
  const tables = ['organisations', 'api_keys', 'validations', 'events'];
  await withOrganisation(app, other, async (sql) => {
    for (const table of tables) {
      const column = table === 'organisations' ? 'id' : 'org_id';
      // No `where`: what a forgotten one would show.
      const rows = await sql`select ${sql(column)} as owner from ${sql(table)}`;
      assert.ok(
        rows.every(({ owner }) => owner === other),
        table,
      );
    }
    assert.equal((await sql`update validations set score = 1`).count, 0);
    assert.equal((await sql`delete from validations`).count, 0);
  });
  await assert.rejects(
    withOrganisation(app, other, (sql) => insertValidation(sql, record)),
    /row-level security/,
  );
  assert.equal(
    (await inTransaction(app, (sql) => sql`select * from validations`)).length,
    0,
    'without an organisation there is nothing',
  );
  assert.equal((await withOrganisation(app, one, (sql) => sql`select * from validations`)).length, 1);
  await assert.rejects(
    inTransaction(app, (sql) => sql`select * from validations_default`),
    /permission denied/,
  );
});

test('each transaction takes its role and limits, and leaves none of them with its connection', async () => {
  const [row] = await withOrganisation(
    app,
    uuidV7(),
    (sql) => sql`
      select current_user as role, jsonb_object_agg(name, array[setting, reset_val]) as settings from pg_settings
      where name in ('statement_timeout', 'random_page_cost')`,
  );
  assert.deepEqual(row, {
    role: 'flowarden_app',
    settings: {
      statement_timeout: [String(DATABASE_STATEMENT_MS_MAX), '0'],
      random_page_cost: ['1.1', '4'],
    },
  });
});

test('idle connections that Postgres has ended cost no request', async () => {
  const orgId = await testOrganisation(database);
  const requests = () => Promise.all(Array.from({ length: 25 }, () => find(orgId, uuidV7())));
  await requests();
  for (let round = 0; round < 12; round += 1) {
    await database.owner`
      select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'flowarden' and pid <> pg_backend_pid()`;
    if (round % 3 > 0) await sleep(round);
    await find(orgId, uuidV7());
    await requests();
  }
  const [row] = await database.owner`
    select count(*)::int as connections from pg_stat_activity where application_name = 'flowarden'`;
  assert.ok(row?.connections <= INFRA_LIMITS.databaseConnectionsMax + 1, `${row?.connections} connections`);
});

test('a restartable transaction starts again when Postgres has ended its idle connection', async () => {
  const orgId = await testOrganisation(database);
  const narrow = connectApplication(database.url, 1);
  let starts = 0;
  const select = () =>
    withOrganisationAtOnce(narrow, orgId, async (sql) => {
      starts += 1;
      const [row] = await sql<[{ orgId: string }]>`select current_setting('app.org_id') as org_id`;
      return row.orgId;
    });
  const rounds = 12;
  await select();
  for (let round = 0; round < rounds; round += 1) {
    await database.owner`
      select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'flowarden' and pid <> pg_backend_pid()`;
    if (round % 3 > 0) await sleep(round);
    assert.equal(await select(), orgId);
  }
  assert.ok(starts > rounds, String(starts));
  await narrow.end(0);
});

test('a statement that is sent with COMMIT undoes its transaction when it fails', async () => {
  const orgId = await testOrganisation(database);
  const record = validationRecord(orgId);
  const failed = withOrganisation(app, orgId, async (sql) => {
    await insertValidation(sql, record);
    sendWithCommit(sql, sql`select 1 / 0`);
  });
  await assert.rejects(failed, { code: '22012' });
  assert.equal(await find(orgId, record.id), undefined);
});

test('a statement that is sent with COMMIT is not sent when the work fails', async () => {
  const orgId = await testOrganisation(database);
  const failed = withOrganisation(app, orgId, async (sql) => {
    sendWithCommit(sql, sql`select 1 / 0`);
    throw new Error('later step');
  });
  await assert.rejects(failed, /later step/);
});

test('a transaction fails when its work has caught the error of a statement', async () => {
  const orgId = await testOrganisation(database);
  const record = validationRecord(orgId);
  const failed = withOrganisation(app, orgId, async (sql) => {
    await insertValidation(sql, record);
    await sql`select 1 / 0`.catch(() => {});
  });
  await assert.rejects(failed, { code: '22012' });
  assert.equal(await find(orgId, record.id), undefined);
});

test('when every connection is busy a transaction waits for its turn, but not for ever', async () => {
  const orgId = await testOrganisation(database);
  const narrow = connectApplication(database.url, 1);
  const held = Promise.withResolvers<void>();
  const holder = withOrganisation(narrow, orgId, () => held.promise);
  await assert.rejects(
    inTransaction(narrow, (sql) => sql`select 1`, 50),
    unavailable,
  );
  const patient = inTransaction(narrow, (sql) => sql`select 7 as answer`);
  held.resolve();
  await holder;
  assert.equal((await patient)[0]?.answer, 7);
  await disconnect(narrow);
});

test('a transaction over its time is cut off, and its connection with it', async () => {
  const narrow = connectApplication(database.url, 1);
  await assert.rejects(
    inTransaction(narrow, (sql) => sql`select pg_sleep(10)`, 50),
    unavailable,
  );
  assert.equal((await inTransaction(narrow, (sql) => sql`select 7 as answer`))[0]?.answer, 7);
  await disconnect(narrow);
});

test('a transaction may be cut off at any moment, also while its connection is being made', async () => {
  for (let timeMs = 0; timeMs < 25; timeMs += 1) {
    const narrow = connectApplication(database.url, 1);
    await assert.rejects(
      inTransaction(narrow, (sql) => sql`select pg_sleep(10)`, timeMs),
      unavailable,
    );
    await disconnect(narrow);
  }
});

test('texts with quotation marks and backslashes come back out of arrays as they went in', async () => {
  const texts = ['plain', 'a "quoted" one', 'C:\\\\path\\', '{a,b}', ''];
  const [row] = await inTransaction(
    app,
    (sql) => sql`select to_jsonb(${storableArray(texts)}::text[]) as texts`,
  );
  assert.deepEqual(row?.texts, texts);
});

test('a connection that dies between two statements is a database that is not available', async () => {
  const orgId = await testOrganisation(database);
  for (let round = 0; round < 20; round += 1) {
    const killed = withOrganisation(app, orgId, async (sql) => {
      const [row] = await sql`select pg_backend_pid() as pid`;
      await database.owner`select pg_terminate_backend(${row?.pid})`;
      if (round % 2 === 1) await sleep(5);
      return sql`select 1`;
    });
    await assert.rejects(killed, unavailable);
  }
  assert.equal(await find(orgId, uuidV7()), undefined, 'the pool has connected again');
});

test('a connection that dies inside a statement is a database that is not available', async () => {
  const orgId = await testOrganisation(database);
  for (let round = 0; round < 5; round += 1) {
    const killed = withOrganisation(app, orgId, async (sql) => {
      const [row] = await sql`select pg_backend_pid() as pid`;
      const slow = sql`select pg_sleep(10)`;
      slow.execute();
      await database.owner`select pg_terminate_backend(${row?.pid})`;
      return slow;
    });
    await assert.rejects(killed, unavailable);
  }
});

test('a connection that dies before the commit is a database that is not available', async () => {
  const orgId = await testOrganisation(database);
  const killed = withOrganisation(app, orgId, async (sql) => {
    const [row] = await sql`select pg_backend_pid() as pid`;
    await database.owner`select pg_terminate_backend(${row?.pid})`;
    await sleep(20);
  });
  await assert.rejects(killed, unavailable);
});

test('a statement that takes too long is rejected, and its connection lives on', async () => {
  const orgId = await testOrganisation(database);
  const slow = withOrganisation(app, orgId, async (sql) => {
    await sql`set local statement_timeout = 20`;
    await sql`select pg_sleep(10)`;
  });
  await assert.rejects(slow, unavailable);
  const [row] = await database.owner`
    select count(*)::int as stuck from pg_stat_activity where state like 'idle in transaction%'`;
  assert.equal(row?.stuck, 0);
});

test('a server that is not there is a database that is not available', async () => {
  const nowhere = connectApplication('postgres://u:p@127.0.0.1:1/x', 1);
  await assert.rejects(
    withOrganisation(nowhere, uuidV7(), (sql) => sql`select 1`),
    { code: 'database_unavailable' },
  );
  await disconnect(nowhere);
});

test('a closed pool is a database that is not available, and opens no connection', async () => {
  const closed = connectApplication(database.url, 1);
  await disconnect(closed);
  await assert.rejects(
    inTransaction(closed, (sql) => sql`select 1`),
    unavailable,
  );
  assert.equal(closed.load().open, 0);
});

test('identifiers begin with their time', () => {
  const id = uuidV7(after(0));
  assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  assert.ok(isUuid(id));
  assert.ok(uuidV7Floor(after(0)) <= id && id < uuidV7Floor(after(1)));
});

test('work whose caller has gone is ended in Postgres too', async () => {
  const running = () =>
    database.owner`select 1 from pg_stat_activity where query like '%pg_sleep(61)%' and pid <> pg_backend_pid()`;
  const work = inTransaction(app, (sql) => sql`select pg_sleep(61)`, 200);
  await assert.rejects(work, unavailable);
  await until('the statement has ended', async () => (await running()).length === 0, 3_000);
});

test('a client that is cut off, or stands still in a transaction, holds its locks for a minute at most', async () => {
  const [row] = await withOrganisation(
    app,
    randomUUID(),
    (sql) => sql`
      select current_setting('idle_in_transaction_session_timeout') as idle,
        current_setting('tcp_keepalives_idle') as silence, current_setting('tcp_keepalives_count') as answers,
        current_setting('client_connection_check_interval') as look`,
  );
  assert.deepEqual(row, { idle: '1min', silence: '10', answers: '3', look: '500ms' });
});

/** Limits of list reads: their time, and their number at once for one organisation. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import {
  LIST_READS_AT_ONCE_MAX,
  LIST_READS_WAITING_MAX,
  readList,
} from '../../src/infra/database/bounded-read.ts';
import { DATABASE_STATEMENT_MS_MAX, withOrganisation } from '../../src/infra/database/database.ts';
import { testDatabase, testOrganisation } from '../support/database/database.ts';
import { until } from '../support/processes.ts';

const database = await testDatabase();
const { app } = database;

it('a list that takes too long is query_timeout and says how to narrow it', async () => {
  const orgId = await testOrganisation(database);
  const read = readList(app, orgId, (sql) => sql`select pg_sleep(10)`);
  await assert.rejects(read, {
    code: 'query_timeout',
    message: /Give a time with them, or one filter alone/,
  });
  const setting = await withOrganisation(
    app,
    orgId,
    (sql) => sql`select current_setting('statement_timeout') as ms`,
  );
  assert.equal(
    setting[0]?.ms,
    `${DATABASE_STATEMENT_MS_MAX / 1000}s`,
    'other transactions have their own limit',
  );
});

it('an organisation reads few lists at once, others read on, and beyond its waiting ones it is rejected', async () => {
  const [busy, quiet] = [await testOrganisation(database), await testOrganisation(database)];
  const { promise: open, resolve: finish } = Promise.withResolvers<void>();
  let running = 0;
  let mostRunning = 0;
  const list = () =>
    readList(app, busy, async () => {
      running += 1;
      mostRunning = Math.max(mostRunning, running);
      await open;
      running -= 1;
    });
  const reads = Array.from({ length: LIST_READS_AT_ONCE_MAX + LIST_READS_WAITING_MAX }, list);
  await assert.rejects(list(), { code: 'concurrency_limited' });
  assert.equal((await readList(app, quiet, (sql) => sql`select 1 as one`))[0]?.one, 1);
  await until('the lists run that may', () => running === LIST_READS_AT_ONCE_MAX);
  finish();
  await Promise.all(reads);
  assert.equal(mostRunning, LIST_READS_AT_ONCE_MAX);
  assert.equal((await readList(app, busy, (sql) => sql`select 1 as one`))[0]?.one, 1);
});

/** The daily scan: each approved exception is announced once when its end is near, despite other changes meanwhile. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { ExceptionDecision } from '../../../src/contract/exception.ts';
import { connectOwner, inTransaction, withOrganisation } from '../../../src/infra/database/database.ts';
import { uuidV7 } from '../../../src/infra/database/uuid-v7.ts';
import { announceExceptions } from '../../../src/service/exceptions/announcements-store.ts';
import {
  decideException,
  insertException,
  revokeException,
} from '../../../src/service/exceptions/exceptions-store.ts';
import { EXCEPTION_LIMITS } from '../../../src/service/exceptions/limits.ts';
import { testDatabase, testOrganisation } from '../../support/database/database.ts';

const database = await testDatabase();
const { owner, app, ownerSql } = database;
const DAY_MS = 24 * 60 * 60 * 1000;
const NOW = new Date('2026-03-02T04:23:00Z');
const after = (moment: Date, ms: number) => new Date(moment.getTime() + ms);

/** An exception of an organisation. */
async function exception(
  orgId: string,
  expiresAt: Date,
  decision: ExceptionDecision = 'approved',
): Promise<string> {
  const id = uuidV7(after(expiresAt, -30 * DAY_MS));
  const by = { kind: 'user', id: 'grace', name: 'Grace', email: null } as const;
  const made = { by, at: after(expiresAt, -29 * DAY_MS), note: null };
  await withOrganisation(app, orgId, async (sql) => {
    await insertException(sql, {
      orgId,
      id,
      ruleId: 'UIP-SEC-001',
      fileName: 'Main.xaml',
      fingerprint: null,
      places: null,
      location: 'Main › *',
      byBaseName: false,
      repository: null,
      severity: 'medium',
      reason: 'The vault comes in May.',
      expiresAt,
      validationId: null,
      findingId: null,
      requestedAt: after(expiresAt, -30 * DAY_MS),
      requestedByKind: 'user',
      requestedById: 'ada',
      requestedByName: 'Ada',
      requestedByEmail: 'ada@bank.example',
    });
    if (decision === 'approved' || decision === 'rejected')
      await decideException(sql, { id }, decision, made);
    if (decision === 'revoked') await revokeException(sql, { id }, made);
  });
  return id;
}
const scan = (now: Date, sql = ownerSql) => inTransaction(sql, (inner) => announceExceptions(inner, now));
async function announced(orgId: string): Promise<readonly string[]> {
  const rows = await owner`
    select data ->> 'exceptionId' as id from events where org_id = ${orgId} and kind = 'exception.expiring_soon' order by 1`;
  return rows.map(({ id }) => id);
}
const setWindow = (orgId: string, days: number) => owner`
  insert into organisation_settings (org_id, exception_warning_days) values (${orgId}, ${days})
  on conflict (org_id) do update set exception_warning_days = ${days}`;

before(async () => {
  // Calendar days of a zone with summer time must make no difference.
  const [row] = await owner`select current_database() as name`;
  await owner.unsafe(`alter database ${row!.name} set timezone to 'Europe/Berlin'`);
});

test('an exception is announced when its window begins, not before, and never again', async () => {
  const orgId = await testOrganisation(database);
  const id = await exception(orgId, after(NOW, 7 * DAY_MS));
  await scan(after(NOW, -1));
  assert.deepEqual(await announced(orgId), []);
  await scan(NOW);
  assert.deepEqual(await announced(orgId), [id]);
  await setWindow(orgId, 90);
  for (const days of [1, 2, 6.9]) await scan(after(NOW, days * DAY_MS));
  assert.deepEqual(await announced(orgId), [id]);
  const [row] = await owner`select announced_at from exceptions where id = ${id}`;
  assert.deepEqual(row?.announcedAt, NOW);
});

test('the event says everything that receivers are promised, and goes to the webhooks that want it', async () => {
  const orgId = await testOrganisation(database);
  const [wanting, other] = [uuidV7(), uuidV7()];
  for (const [id, events] of [
    [wanting, '{exception.expiring_soon}'],
    [other, '{validation.completed}'],
  ] as const) {
    await owner`
      insert into webhooks (org_id, id, url, target, events, secret, secret_preview, created_at, created_by, updated_at)
      values (${orgId}, ${id}, 'https://hooks.example.com/', 'generic', ${events}, '', '', now(), 'k', now())`;
  }
  const expiresAt = after(NOW, 6.3 * DAY_MS);
  const exceptionId = await exception(orgId, expiresAt);
  await scan(NOW);
  const [event] = await owner`select id, occurred_at, data from events where org_id = ${orgId}`;
  assert.deepEqual(event?.occurredAt, NOW);
  assert.deepEqual(event?.data, {
    exceptionId,
    ruleId: 'UIP-SEC-001',
    fileName: 'Main.xaml',
    location: 'Main › *',
    reason: 'The vault comes in May.',
    expiresAt: expiresAt.toISOString(),
    daysRemaining: 7,
    requestedByEmail: 'ada@bank.example',
  });
  const deliveries = await owner`select webhook_id, event_id, status from deliveries where org_id = ${orgId}`;
  assert.deepEqual(
    deliveries.map((row) => ({ ...row })),
    [{ webhookId: wanting, eventId: event?.id, status: 'pending' }],
  );
});

test('only approved exceptions that are in force are announced', async () => {
  const orgId = await testOrganisation(database);
  for (const decision of ['pending', 'rejected', 'revoked'] as const)
    await exception(orgId, after(NOW, DAY_MS), decision);
  await exception(orgId, NOW);
  const last = await exception(orgId, after(NOW, 1));
  await scan(NOW);
  assert.deepEqual(await announced(orgId), [last]);
});

test('each organisation has its own window', async () => {
  const [brief, long] = [await testOrganisation(database), await testOrganisation(database)];
  await setWindow(brief, 1);
  await setWindow(long, 30);
  for (const orgId of [brief, long]) await exception(orgId, after(NOW, 10 * DAY_MS));
  await scan(NOW);
  assert.deepEqual([(await announced(brief)).length, (await announced(long)).length], [0, 1]);
  await scan(after(NOW, 8.9 * DAY_MS));
  assert.equal((await announced(brief)).length, 0);
  await scan(after(NOW, 9 * DAY_MS));
  assert.deepEqual([(await announced(brief)).length, (await announced(long)).length], [1, 1]);
});

test('after three days without a scan, what is still in force is announced, once', async () => {
  const orgId = await testOrganisation(database);
  await setWindow(orgId, 1);
  const [first, _missed, late] = [
    await exception(orgId, after(NOW, 0.5 * DAY_MS)),
    await exception(orgId, after(NOW, 2 * DAY_MS)),
    await exception(orgId, after(NOW, 3.5 * DAY_MS)),
    await exception(orgId, after(NOW, 5 * DAY_MS)),
  ];
  await scan(NOW);
  assert.deepEqual(await announced(orgId), [first]);
  await scan(after(NOW, 3 * DAY_MS));
  assert.deepEqual(await announced(orgId), [first, late]);
});

const CALENDAR: readonly (readonly [string, string, string])[] = [
  ['the clocks go forward', '2026-03-26T04:23:00Z', '2026-04-02T04:23:00Z'],
  ['the clocks go back', '2026-10-22T04:23:00Z', '2026-10-29T04:23:00Z'],
  ['it is the 29th of February', '2028-02-25T04:23:00Z', '2028-03-03T04:23:00Z'],
  ['there is no 29th of February', '2027-02-24T04:23:00Z', '2027-03-03T04:23:00Z'],
  ['a year ends', '2026-12-28T04:23:00Z', '2027-01-04T04:23:00Z'],
];
for (const [what, begin, end] of CALENDAR) {
  test(`seven days are seven times 24 hours when ${what}`, async () => {
    const sql = connectOwner(database.url, 1);
    const orgId = await testOrganisation(database);
    const id = await exception(orgId, new Date(end));
    const [zone] = await inTransaction(sql, (inner) => inner`show timezone`);
    assert.equal(zone?.TimeZone ?? zone?.timezone, 'Europe/Berlin');
    await scan(after(new Date(begin), -1), sql);
    assert.deepEqual(await announced(orgId), []);
    await scan(new Date(begin), sql);
    assert.deepEqual(await announced(orgId), [id]);
    await sql.end(0);
  });
}

test('scans that run at once announce each exception once between them', async () => {
  const orgId = await testOrganisation(database);
  const ids: string[] = [];
  for (let count = 0; count < EXCEPTION_LIMITS.announcedAtOnceMax + 20; count += 1)
    ids.push(await exception(orgId, after(NOW, DAY_MS + count)));
  const counts = await Promise.all([scan(NOW), scan(NOW), scan(NOW)]);
  assert.equal(
    counts.reduce((a, b) => a + b),
    ids.length,
  );
  assert.deepEqual(await announced(orgId), ids.toSorted());
});

test('a scan whose connection is cut has announced nothing, and the next one announces each once', async () => {
  const orgId = await testOrganisation(database);
  const ids = [];
  for (let count = 0; count < 5; count += 1) ids.push(await exception(orgId, after(NOW, DAY_MS + count)));
  const cut = inTransaction(ownerSql, async (sql) => {
    await announceExceptions(sql, NOW);
    const [own] = await sql`select pg_backend_pid() as pid`;
    await owner`select pg_terminate_backend(${own!.pid})`;
    await sql`select 1`;
  });
  await assert.rejects(cut, { code: 'database_unavailable' });
  assert.deepEqual(await announced(orgId), []);
  await scan(NOW);
  assert.deepEqual(await announced(orgId), ids.toSorted());
});

/** Security events that wait for a target: what a look at them reads, and what the metrics say of them. */
import assert from 'node:assert/strict';
import { beforeEach, it } from 'node:test';
import { inTransaction } from '../../../src/infra/database/database.ts';
import { uuidV7 } from '../../../src/infra/database/uuid-v7.ts';
import { claimTarget } from '../../../src/service/audit-targets/sending/target-claims-store.ts';
import { readTargetBacklog } from '../../../src/service/audit-targets/target-backlog-store.ts';
import { testDatabase, testOrganisation } from '../../support/database/database.ts';

const database = await testDatabase();
const { owner, ownerSql } = database;
const EVENTS = 5_000;
let orgId: string;

beforeEach(async () => {
  await owner`delete from audit_targets`;
  orgId = await testOrganisation(database);
  await owner`
    insert into audit_targets (
      org_id, id, name, kind, format, url, state, events, sent_sequence, sent_event, due_at, created_at, created_by_name, updated_at
    ) values (
      ${orgId}, ${uuidV7()}, 'SIEM', 'https', 'ocsf', 'https://siem.example', 'active', '{rejections}', 0, ${EVENTS}, now(), now(),
      'Test', now()
    )`;
  await owner`insert into security_event_heads (org_id, sequence) values (${orgId}, ${EVENTS})`;
});

/** Stores events of an hour ago with these numbers, or without any. */
async function store(numbers: readonly (number | null)[]): Promise<void> {
  await owner`
    insert into security_events (org_id, id, kind, occurred_at, data, sequence)
    select ${orgId}, gen_random_uuid(), 'rejections', now() - interval '1 hour', '{}', sequence
    from jsonb_array_elements_text(${JSON.stringify(numbers)}::text::jsonb) with ordinality as at (text, place)
    cross join lateral (select text::bigint as sequence) as number`;
}

it('a look for targets reads few of the events that have been sent', async () => {
  await store(Array.from({ length: EVENTS }, (_, index) => index + 1));
  await owner`analyze security_events`;
  const read = await inTransaction(ownerSql, async (sql) => {
    assert.equal(await claimTarget(sql, 'test'), undefined);
    const [row] = await sql<[{ rows: number }]>`
      select (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int as rows
      from pg_stat_xact_user_tables where relname = 'security_events'`;
    return row.rows;
  });
  assert.ok(read < 10, `${read} rows`);
});

it('a target with an event that has no number yet, or a later one, is due', async () => {
  for (const number of [null, EVENTS + 1]) {
    await store([number]);
    const claimed = await inTransaction(ownerSql, (sql) => claimTarget(sql, 'test'));
    assert.equal(claimed?.orgId, orgId);
    await owner`update audit_targets set holder = null, leased_until = null`;
    await owner`delete from security_events where org_id = ${orgId}`;
  }
});

it('an event without a number grows old in the metrics', async () => {
  await store([null]);
  const { oldestSeconds } = await inTransaction(ownerSql, readTargetBacklog);
  assert.ok(oldestSeconds >= 3_600, String(oldestSeconds));
});

it('events that were deleted before a target got them do not wait', async () => {
  await owner`update audit_targets set sent_event = 0`;
  assert.equal((await inTransaction(ownerSql, readTargetBacklog)).waiting, 0);
  await store([EVENTS - 1, EVENTS]);
  assert.equal((await inTransaction(ownerSql, readTargetBacklog)).waiting, 2);
});

/** Counts of rejected calls: a flood takes a bounded number of entries. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { uuidV7 } from '../../../src/infra/database/uuid-v7.ts';
import {
  createRejectionTally,
  type RejectedCall,
} from '../../../src/service/audit/events/rejection-tally.ts';
import { testDatabase, testOrganisation } from '../../support/database/database.ts';

const database = await testDatabase();
const { app, owner } = database;
const ACTOR = { kind: 'key', id: 'fk_1', name: 'CI', email: null } as const;
const METHOD = 'MemberService/ListMembers';

const errors: unknown[] = [];
const newTally = () =>
  createRejectionTally({
    sql: app,
    now: () => new Date(),
    log: { warn: (facts: unknown) => void errors.push(facts) },
  });

/** Makes an organisation with a target for rejections. */
async function organisation(): Promise<string> {
  const orgId = await testOrganisation(database);
  await owner`
    insert into audit_targets (org_id, id, name, kind, format, url, state, events, sent_sequence, due_at, created_at, created_by_name, updated_at)
    values (${orgId}, ${uuidV7()}, 'SIEM', 'https', 'ocsf', 'https://siem.example', 'paused', '{rejections}', 0, now(), now(), 'Test', now())`;
  return orgId;
}

const rejectionOf = (orgId: string, changes: Partial<RejectedCall> = {}): RejectedCall => ({
  orgId,
  code: 'insufficient_scope',
  method: METHOD,
  actor: ACTOR,
  address: '192.0.2.1',
  ...changes,
});

async function noted(orgId: string) {
  const rows =
    await owner`select data from security_events where org_id = ${orgId} order by data ->> 'code', data ->> 'address'`;
  return rows.map(({ data }) => data);
}

it('calls of one caller for one reason are one entry', async () => {
  const orgId = await organisation();
  const tally = newTally();
  for (let index = 0; index < 1_000; index += 1) tally.count(rejectionOf(orgId));
  tally.count(rejectionOf(orgId, { code: 'rate_limited' }));
  await tally.close();
  const [rejected, limited] = await noted(orgId);
  assert.deepEqual(
    [rejected.count, rejected.method, rejected.address, rejected.actor.name],
    [1_000, METHOD, '192.0.2.1', 'CI'],
  );
  assert.deepEqual([limited.code, limited.count], ['rate_limited', 1]);
});

it('callers beyond a hundred of an organisation are counted together', async () => {
  const orgId = await organisation();
  const tally = newTally();
  for (let index = 0; index < 5_000; index += 1)
    tally.count(rejectionOf(orgId, { actor: null, address: `192.0.${index >> 8}.${index & 255}` }));
  await tally.close();
  const entries = await noted(orgId);
  assert.equal(entries.length, 101);
  assert.equal(
    entries.reduce((sum, { count }) => sum + count, 0),
    5_000,
  );
  const rest = entries.find(({ address }) => address === null);
  assert.deepEqual([rest.count, rest.method, rest.actor], [4_900, null, null]);
});

it('unknown callers who name many organisations take no room of known ones', async () => {
  const orgId = await organisation();
  const tally = newTally();
  for (let index = 0; index < 5_000; index += 1) tally.count(rejectionOf(uuidV7(), { actor: null }));
  tally.count(rejectionOf(orgId));
  await tally.close();
  assert.equal((await noted(orgId)).length, 1);
});

it('unknown callers who name an organisation take no room of its known callers', async () => {
  const orgId = await organisation();
  const tally = newTally();
  for (let index = 0; index < 200; index += 1)
    tally.count(
      rejectionOf(orgId, { code: 'invalid_credentials', actor: null, method: `Some/Method${index}` }),
    );
  tally.count(rejectionOf(orgId));
  await tally.close();
  const own = (await noted(orgId)).find(({ code }) => code === 'insufficient_scope');
  assert.deepEqual([own.actor, own.method], [ACTOR, METHOD]);
});

it('no rejection of an organisation is lost because others have filled the window', async () => {
  const orgId = await organisation();
  const tally = newTally();
  for (let index = 0; index < 101; index += 1)
    tally.count(rejectionOf(orgId, { method: `Some/Method${index}` }));
  for (let index = 0; index < 4_000; index += 1) tally.count(rejectionOf(uuidV7()));
  tally.count(rejectionOf(orgId));
  await tally.close();
  assert.equal(
    (await noted(orgId)).reduce((sum, { count }) => sum + count, 0),
    102,
  );
});

it('an organisation without a target for them gets no rows', async () => {
  const orgId = await testOrganisation(database);
  const tally = newTally();
  tally.count(rejectionOf(orgId));
  await tally.close();
  assert.deepEqual(await noted(orgId), []);
  assert.deepEqual(errors, []);
});

/** The inbox over REST: what it lists for whom, and what stays read. */
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { withOrganisation } from '../../../src/infra/database/database.ts';
import { uuidV7 } from '../../../src/infra/database/uuid-v7.ts';
import type { Scope } from '../../../src/service/access/scopes.ts';
import { markRead, readInbox } from '../../../src/service/inbox/inbox.ts';
import type { ValidationRecord } from '../../../src/service/validations/validation-record.ts';
import { insertValidation } from '../../../src/service/validations/validations-store.ts';
import { startTestGateway } from '../../gateway/support/support.ts';
import { testCore } from '../../support/service/core.ts';
import { validationRecord } from '../../support/service/validation-record.ts';

const core = await testCore();
const gateway = await startTestGateway({ corePort: core.server.port });
after(() => gateway.stop());
const { owner, app } = core.database;

const DAY_MS = 24 * 60 * 60 * 1000;
const NOW = new Date();
const inDays = (days: number) => new Date(NOW.getTime() + days * DAY_MS);

interface Stored {
  readonly requester: string;
  readonly decision?: 'pending' | 'approved' | 'rejected';
  readonly expiresAt?: Date;
}

/** Stores an exception, decided by Clara. */
async function except(orgId: string, { requester, decision = 'pending', expiresAt = inDays(20) }: Stored) {
  const id = uuidV7();
  const decided = decision === 'pending' ? null : 'clara';
  const row = {
    org_id: orgId,
    id,
    decision,
    rule_id: 'UIP-SEC-001',
    file_name: 'Main.xaml',
    by_base_name: false,
    fingerprint: 'a'.repeat(64),
    location: 'Main',
    repository: 'bank/robots',
    severity: 'high',
    reason: 'The vault comes in May.',
    expires_at: expiresAt,
    requested_at: inDays(-1),
    requested_by_kind: 'user',
    requested_by_id: requester,
    requested_by_name: requester,
    decided_at: decided && inDays(-1),
    decided_by_id: decided,
    decided_by_name: decided,
  };
  const columns = Object.keys(row);
  await owner`
    insert into exceptions (${owner.unsafe(columns.join(', '))})
    select ${owner.unsafe(columns.join(', '))}
    from json_populate_record(null::exceptions, ${JSON.stringify(row)}::text::json)`;
  return id;
}

const readerOf = (orgId: string, id: string, scopes: readonly Scope[] = ['analysis:read']) => ({
  orgId,
  decider: { actor: { kind: 'user' as const, id, name: id, email: null }, scopes },
  teams: null,
});
const idsOf = async (reader: ReturnType<typeof readerOf>) =>
  (await readInbox(app, reader, NOW)).entries.map(({ id }) => id);

describe('an inbox', () => {
  it('has requests for who may decide, and not those of the reader', async () => {
    const { orgId } = await core.identity();
    const id = await except(orgId, { requester: 'ada' });
    const scopes = ['exceptions:approve'] as const;
    assert.deepEqual(await idsOf(readerOf(orgId, 'clara', scopes)), [`request/${id}`]);
    assert.deepEqual(await idsOf(readerOf(orgId, 'ada', scopes)), []);
    assert.deepEqual(await idsOf(readerOf(orgId, 'ben')), []);
  });

  it('has decisions on requests of the reader, and those that end soon', async () => {
    const { orgId } = await core.identity();
    const rejected = await except(orgId, { requester: 'ada', decision: 'rejected' });
    const ending = await except(orgId, { requester: 'ada', decision: 'approved', expiresAt: inDays(2) });
    const ids = await idsOf(readerOf(orgId, 'ada'));
    assert.deepEqual(
      new Set(ids),
      new Set([`rejected/${rejected}`, `approved/${ending}`, `expiring/${ending}`]),
    );
    assert.deepEqual(await idsOf(readerOf(orgId, 'ben')), []);
  });

  it('has blocked changes of the repositories of the reader’s teams', async () => {
    const { orgId } = await core.identity();
    const [team, member] = [uuidV7(), uuidV7()];
    await owner`
      insert into organisation_members (org_id, id, role, issuer, subject, email, created_by_name)
      values (${orgId}, ${member}, 'developer', 'urn:flowarden:local', 'ada', 'ada@example.com', 'Ada')`;
    await owner`insert into teams (org_id, id, name, created_by_name) values (${orgId}, ${team}, 'Robots', 'Ada')`;
    await owner`insert into team_members (org_id, team_id, member_id) values (${orgId}, ${team}, ${member})`;
    await owner`insert into team_patterns (org_id, team_id, repository) values (${orgId}, ${team}, 'bank/*')`;
    for (const repository of ['bank/robots', 'other/robots']) {
      const pipeline = { repository, branch: 'main', commit: '9fceb02d', author: 'amelia' };
      const record = validationRecord(orgId, {
        validatedAt: NOW,
        pipeline: pipeline as ValidationRecord['pipeline'],
        passed: false,
        wouldBlockCount: 2,
        enforcementMode: 'blocking',
      });
      await withOrganisation(app, orgId, async (sql) => void (await insertValidation(sql, record)));
    }
    const { entries } = await readInbox(app, readerOf(orgId, 'ada'), NOW);
    assert.deepEqual(
      entries.map(({ kind, repository, person, wouldBlock }) => [kind, repository, person, wouldBlock]),
      [['blocked', 'bank/robots', 'amelia', 2]],
    );
    assert.deepEqual(await idsOf(readerOf(orgId, 'ben')), []);
  });

  it('remembers what was read, for the reader alone', async () => {
    const { orgId } = await core.identity();
    const first = await except(orgId, { requester: 'ada' });
    await except(orgId, { requester: 'ada' });
    const clara = readerOf(orgId, 'clara', ['exceptions:approve']);
    const dora = readerOf(orgId, 'dora', ['exceptions:approve']);
    assert.equal(await markRead(app, clara, [`request/${first}`, 'request/unknown'], NOW), 1);
    assert.equal((await readInbox(app, clara, NOW)).unreadCount, 1);
    assert.equal((await readInbox(app, dora, NOW)).unreadCount, 2);
  });

  it('is read and marked over REST', async () => {
    const who = await core.identity();
    await except(who.orgId, { requester: 'ada' });
    const headers = { Authorization: `ApiKey ${who.key}`, 'X-Org-Id': who.orgId };
    const list = await fetch(`${gateway.url}/api/v1/inbox`, { headers });
    const body = (await list.json()) as { unreadCount: number; entries: { id: string; isRead: boolean }[] };
    assert.equal(list.status, 200, JSON.stringify(body));
    const response = await fetch(`${gateway.url}/api/v1/inbox/read`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ ids: ['request/x'] }),
    });
    assert.equal(response.status, 200);
    assert.deepEqual(await response.json(), { unreadCount: body.unreadCount });
  });
});

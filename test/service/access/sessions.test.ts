/** The life of a session by the clock of its core: idle time, longest life, and how soon a change is effective. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { LOCAL_ISSUER, type MemberRole } from '../../../src/contract/member.ts';
import { inTransaction, withOrganisation, withPerson } from '../../../src/infra/database/database.ts';
import { uuidV7 } from '../../../src/infra/database/uuid-v7.ts';
import { insertAccount } from '../../../src/service/access/accounts/accounts-store.ts';
import { createAuthenticate } from '../../../src/service/access/authenticate.ts';
import {
  deleteMembers,
  insertMember,
  updateMemberRights,
} from '../../../src/service/access/members-store.ts';
import { createSessionCheck } from '../../../src/service/access/sessions/session-check.ts';
import { beginSessionIn, endSession, readSessions } from '../../../src/service/access/sessions/sessions.ts';
import { deleteEndedSessions } from '../../../src/service/access/sessions/sessions-store.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../src/units.ts';
import { testDatabase, testOrganisation } from '../../support/database/database.ts';

const database = await testDatabase();
const { app: sql, owner, ownerSql } = database;
const PEPPER = 'the pepper of this test, which is long';
const ORIGIN = { address: '192.0.2.7', browser: 'x', replacedSecret: null };

/** A person with a membership and a session, and a core whose clock stands where the test wants. */
async function personWithSession(role: MemberRole = 'admin') {
  let lateMs = 0;
  const startedAtMs = Date.now();
  const now = () => new Date(startedAtMs + lateMs);
  const sessions = createSessionCheck(sql, PEPPER, now);
  const deps = { sql, pepper: PEPPER, now, sessions };
  const id = uuidV7();
  const account = {
    id,
    issuer: LOCAL_ISSUER,
    subject: id,
    email: `${id}@example.com`,
    name: 'Ada',
    passwordHash: null,
  };
  const { secret, record } = await withPerson(sql, { 'app.account': id }, async (inner) => {
    await insertAccount(inner, account);
    return beginSessionIn(inner, deps, { account, way: 'password' }, ORIGIN);
  });
  const orgId = await testOrganisation(database);
  const memberId = uuidV7();
  const { issuer, subject } = account;
  await withOrganisation(sql, orgId, (inner) =>
    insertMember(inner, { orgId, id: memberId, role, issuer, subject, email: null, createdByName: 'test' }),
  );
  const authenticate = createAuthenticate(sql, PEPPER, now, { sessions });
  const call = () => authenticate({ authorization: [`Session ${secret}`], orgId: [orgId] });
  return {
    ...{ deps, secret, record, account, orgId, memberId, call },
    /** Moves the clock of the core. */
    wait(ms: number) {
      lateMs += ms;
    },
  };
}

const EXPIRED = { code: 'credentials_expired' };

describe('a session', () => {
  it('has the scopes of the member in the organisation that is named', async () => {
    const { call, account, record } = await personWithSession('auditor');
    const caller = await call();
    assert.deepEqual([caller.kind, caller.actorId, caller.session?.id], ['user', account.subject, record.id]);
    assert.ok(caller.scopes.includes('audit:read') && !caller.scopes.includes('org:admin'));
  });

  it('ends after eight hours without a call, and lives on with one an hour', async () => {
    const busy = await personWithSession();
    for (let hour = 0; hour < 10; hour += 1) {
      busy.wait(HOUR_MS);
      await busy.call();
    }
    busy.wait(8 * HOUR_MS + MINUTE_MS);
    await assert.rejects(busy.call(), EXPIRED);
    assert.deepEqual(await readSessions(busy.deps, busy.account.id), []);
  });

  it('ends after seven days at the latest', async () => {
    const busy = await personWithSession();
    for (let hours = 0; hours < 7 * 24 - 4; hours += 4) {
      busy.wait(4 * HOUR_MS);
      await busy.call();
    }
    busy.wait(4 * HOUR_MS);
    await assert.rejects(busy.call(), EXPIRED);
  });

  it('that another core has ended is effective here within five seconds', async () => {
    const { call, wait, account, record, deps } = await personWithSession();
    await call();
    const elsewhere = createSessionCheck(sql, PEPPER, deps.now);
    await endSession({ sql, sessions: elsewhere }, account.id, record.id);
    wait(5 * SECOND_MS);
    await assert.rejects(call(), EXPIRED);
  });

  it('loses an organisation within five seconds of the removal of the member', async () => {
    const { call, wait, orgId, memberId } = await personWithSession();
    await call();
    await withOrganisation(sql, orgId, (inner) => deleteMembers(inner, [memberId]));
    wait(5 * SECOND_MS);
    await assert.rejects(call(), { code: 'org_access_denied' });
  });

  it('has another role within five seconds', async () => {
    const { call, wait, orgId, memberId } = await personWithSession('viewer');
    await call();
    await withOrganisation(sql, orgId, (inner) =>
      updateMemberRights(inner, memberId, { role: 'developer', teamsOnly: false }),
    );
    wait(5 * SECOND_MS);
    assert.ok((await call()).scopes.includes('analysis:write'));
  });

  it('is not extended by a clock that goes back', async () => {
    const { call, wait, record } = await personWithSession();
    wait(-HOUR_MS);
    await call();
    wait(HOUR_MS + 7 * DAY_MS);
    await assert.rejects(call(), EXPIRED);
    assert.ok(record.expiresAt.getTime() - record.createdAt.getTime() <= 7 * DAY_MS);
  });

  it('is stored as a hash alone, which another pepper does not match', async () => {
    const { secret, deps } = await personWithSession();
    const rows = await owner`select to_jsonb(sessions)::text as row from sessions`;
    assert.ok(rows.every(({ row }) => !row.includes(secret)));
    await assert.rejects(createSessionCheck(sql, `${PEPPER}!`, deps.now).check(secret), EXPIRED);
    await assert.rejects(deps.sessions.check('no secret at all'), EXPIRED);
  });

  it('beyond fifty of a person ends the one that was unused for longest', async () => {
    const { deps, account, secret } = await personWithSession();
    await withPerson(sql, { 'app.account': account.id }, async (inner) => {
      for (let i = 0; i < 50; i += 1)
        await beginSessionIn(
          inner,
          { ...deps, now: () => new Date(Date.now() + i) },
          { account, way: 'password' },
          ORIGIN,
        );
    });
    assert.equal((await readSessions(deps, account.id)).length, 50);
    await assert.rejects(deps.sessions.check(secret), EXPIRED);
  });

  it('that has ended is swept', async () => {
    const { account } = await personWithSession();
    await owner`update sessions set last_seen_at = now() - interval '9 hours' where account_id = ${account.id}`;
    await inTransaction(ownerSql, (inner) => deleteEndedSessions(inner, 8 * HOUR_MS, 1_000));
    const left = await owner`select 1 from sessions where account_id = ${account.id}`;
    assert.equal(left.length, 0);
  });
});

import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import { auditCommand } from '../../../src/cli/admin/audit-command.ts';
import { type AuditEntry, fieldChanges } from '../../../src/contract/audit.ts';
import { withOrganisation } from '../../../src/infra/database/database.ts';
import { ofOrganisation } from '../../../src/infra/database/transaction.ts';
import { loadConfig } from '../../../src/infra/settings/config.ts';
import { verifyAuditLog } from '../../../src/service/audit/audit-log.ts';
import { audit } from '../../../src/service/audit/audit-store.ts';
import { testDatabase, testOrganisation } from '../../support/database/database.ts';

const database = await testDatabase();
const { app, owner, url } = database;

const entryOf = (name: string): AuditEntry => ({
  actor: { kind: 'user', id: 'auth0|1', name: 'Ada \0 Löwe', email: null },
  action: 'api_key.created',
  target: { kind: 'api_key', id: 'abcd1234', name },
  details: { scopes: ['analysis:write'], expiresAt: '2030-01-01T00:00:00.000Z' },
  changes: [{ field: 'scopes', from: null, to: ['analysis:write'] }],
  requestId: 'request-1',
});
const add = (orgId: string, name = 'CI') => withOrganisation(app, orgId, (sql) => audit(sql, entryOf(name)));
const sequences = async (orgId: string) =>
  (await owner`select sequence::int from audit_entries where org_id = ${orgId} order by sequence`).map(
    ({ sequence }) => sequence,
  );

test('entries of one organisation that come at once form one chain without gaps', async () => {
  const orgId = await testOrganisation(database);
  await Promise.all(Array.from({ length: 20 }, () => add(orgId)));
  assert.deepEqual(
    await sequences(orgId),
    Array.from({ length: 20 }, (_, index) => index + 1),
  );
});

test('an action that is rolled back leaves no entry and no gap', async () => {
  const orgId = await testOrganisation(database);
  await assert.rejects(
    withOrganisation(app, orgId, async (sql) => {
      await audit(sql, entryOf('CI'));
      throw new Error('rolled back');
    }),
    /rolled back/,
  );
  await add(orgId);
  assert.deepEqual(await sequences(orgId), [1]);
});

test('no caller chooses the place, the time or the hash of an entry', async () => {
  const orgId = await testOrganisation(database);
  await withOrganisation(
    app,
    orgId,
    (sql) => sql`
      insert into audit_entries (org_id, sequence, occurred_at, actor_kind, actor_id, actor_name, action, target_kind,
                                 target_id, target_name, details, hash)
      values (${orgId}, 77, '1999-01-01', 'system', 'x', 'x', 'x', 'x', 'x', 'x', '{}', '\\x00')`,
  );
  const [row] = await owner`
    select sequence::int, octet_length(hash) as bytes, now() - occurred_at < interval '1 minute' as recent
    from audit_entries where org_id = ${orgId}`;
  assert.deepEqual({ ...row }, { sequence: 1, bytes: 32, recent: true });
});

const CHANGES: readonly (readonly [string, string])[] = [
  ['an update', `update audit_entries set actor_name = 'another person'`],
  ['a deletion', 'delete from audit_entries'],
  ['a truncation', 'truncate audit_entries'],
];
for (const [what, statement] of CHANGES) {
  test(`${what} of the log is rejected, for the application and for the owner`, async () => {
    const orgId = await testOrganisation(database);
    await add(orgId);
    await assert.rejects(
      withOrganisation(app, orgId, (sql) => sql.unsafe(statement)),
      /permission denied/,
    );
    await assert.rejects(owner.unsafe(statement), /append-only/);
    assert.deepEqual(await sequences(orgId), [1]);
  });
}

test('the application writes and reads the log of its own organisation alone, and the ends of no chain', async () => {
  const orgId = await testOrganisation(database);
  const otherOrgId = await testOrganisation(database);
  await add(orgId);
  await assert.rejects(
    withOrganisation(app, otherOrgId, (sql) => audit(ofOrganisation(sql, orgId), entryOf('CI'))),
    /row-level security/,
  );
  const rows = await withOrganisation(app, otherOrgId, (sql) => sql`select 1 from audit_entries`);
  assert.equal(rows.length, 0);
  await assert.rejects(
    withOrganisation(app, orgId, (sql) => sql`select * from audit_heads`),
    /permission denied/,
  );
});

/** Runs the command for an organisation. Returns its output, and whether it found every log unchanged. */
async function verify(orgId: string, ...more: readonly string[]) {
  let text = '';
  const code = await auditCommand(
    ['verify', ...more],
    loadConfig({ DATABASE_URL: url }, 'commands'),
    (part) => {
      text += part;
    },
  );
  return { code, text, line: text.split('\n').find((line) => line.startsWith(orgId)) ?? '' };
}

/** Changes the log as only a superuser can. */
async function tamper(statement: string): Promise<void> {
  await owner.begin(async (sql) => {
    await sql.unsafe('set local session_replication_role = replica');
    await sql.unsafe(statement);
  });
}

test('an unchanged log is found so, with the hash of its last entry', async () => {
  const orgId = await testOrganisation(database);
  assert.match((await verify(orgId)).line, /unchanged {2}0 entries/);
  await add(orgId, 'Schlüssel "1" \\ \u{1F511}');
  await withOrganisation(app, orgId, (sql) =>
    audit(sql, {
      ...entryOf(''),
      actor: { kind: 'system', id: '', name: '-', email: '3:abc' },
      details: { b: 1.5, a: { nested: [null, true, 'ü'] }, 1e3: '' },
      changes: [],
      requestId: null,
    }),
  );
  const [row] = await owner`
    select encode(hash, 'hex') as hash from audit_entries where org_id = ${orgId} and sequence = 2`;
  const { code, line } = await verify(orgId);
  assert.equal(code, 0);
  assert.equal(line, `${orgId}  unchanged  2 entries  ${row!.hash}`);
});

test('a log that was written anew looks unchanged, and a hash that was noted shows it', async () => {
  const orgId = await testOrganisation(database);
  await add(orgId, 'A');
  const noted = (await verify(orgId)).line.slice(-64);
  await add(orgId, 'B');
  assert.equal((await verify(orgId, '--expect', noted.toUpperCase())).code, 0);
  await tamper(
    `delete from audit_entries where org_id = '${orgId}'; delete from audit_heads where org_id = '${orgId}'`,
  );
  await add(orgId, 'Another');
  assert.equal((await verify(orgId)).code, 0);
  const { code, text } = await verify(orgId, `--expect=${noted}`);
  assert.equal(code, 1);
  assert.ok(text.includes(`CHANGED: no entry has the hash ${noted} any more\n`), text);
});

const TAMPERINGS: readonly (readonly [string, (orgId: string) => string, RegExp])[] = [
  [
    'a changed actor',
    (id) => `update audit_entries set actor_name = 'Bob' where org_id = '${id}' and sequence = 2`,
    /CHANGED: entry 2 has been changed {2}1 entry/,
  ],
  [
    'a moved boundary between two fields',
    (id) =>
      `update audit_entries set actor_id = actor_id || 'x', actor_name = substr(actor_name, 2) where org_id = '${id}'`,
    /entry 1 has been changed/,
  ],
  [
    'changed details',
    (id) => `update audit_entries set details = '{}' where org_id = '${id}' and sequence = 3`,
    /entry 3 has been changed/,
  ],
  [
    'a changed old value',
    (id) =>
      `update audit_entries set changes = '[{"field": "scopes", "from": [], "to": []}]' where org_id = '${id}' and sequence = 2`,
    /entry 2 has been changed/,
  ],
  [
    'changes that were taken away',
    (id) => `update audit_entries set changes = null where org_id = '${id}' and sequence = 2`,
    /entry 2 has been changed/,
  ],
  [
    'a changed time',
    (id) =>
      `update audit_entries set occurred_at = occurred_at + interval '1 ms' where org_id = '${id}' and sequence = 1`,
    /entry 1 has been changed/,
  ],
  [
    'an entry taken out of the middle',
    (id) => `delete from audit_entries where org_id = '${id}' and sequence = 2`,
    /entry 2 is missing {2}1 entry/,
  ],
  [
    'an entry cut off the end',
    (id) => `delete from audit_entries where org_id = '${id}' and sequence = 3`,
    /entry 3 is missing {2}2 entries/,
  ],
  [
    'a log that is gone as a whole',
    (id) => `delete from audit_entries where org_id = '${id}'`,
    /entry 1 is missing/,
  ],
  [
    'a forgotten end',
    (id) => `delete from audit_heads where org_id = '${id}'`,
    /the end of the chain is not known/,
  ],
];
for (const [what, statement, message] of TAMPERINGS) {
  test(`the check notices ${what}`, async () => {
    const orgId = await testOrganisation(database);
    for (const name of ['A', 'B', 'C']) await add(orgId, name);
    await tamper(statement(orgId));
    const { code, line } = await verify(orgId);
    assert.equal(code, 1);
    assert.match(line, message);
  });
}

test('an entry from before changes were recorded has its hash', async () => {
  const orgId = await testOrganisation(database);
  const { changes: _changes, ...old } = entryOf('CI');
  await withOrganisation(app, orgId, (sql) => audit(sql, old));
  const [row] = await owner`select changes, hash from audit_entries where org_id = ${orgId}`;
  assert.equal(row!.changes, null);
  const [expected] = await owner`
    select sha256(decode(repeat('00', 32), 'hex') || convert_to(
      audit_field(org_id::text) || audit_field(sequence::text)
      || audit_field(to_char(occurred_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
      || audit_field(actor_kind) || audit_field(actor_id) || audit_field(actor_name) || audit_field(actor_email)
      || audit_field(action) || audit_field(target_kind) || audit_field(target_id) || audit_field(target_name)
      || audit_field(details::text) || audit_field(request_id), 'UTF8')) as hash
    from audit_entries where org_id = ${orgId}`;
  assert.deepEqual(row!.hash, expected!.hash);
  assert.match((await verify(orgId)).line, /unchanged {2}1 entry/);
});

describe('fieldChanges', () => {
  const before = { name: 'a', scopes: ['x'], expiresAt: new Date(0), note: null };
  const fields = ['name', 'scopes', 'expiresAt', 'note'] as const;
  it('lists the fields that differ, by value', () => {
    const after = { ...before, scopes: ['x', 'y'], expiresAt: new Date(0) };
    assert.deepEqual(fieldChanges<typeof before>(before, after, fields), [
      { field: 'scopes', from: ['x'], to: ['x', 'y'] },
    ]);
  });
  it('lists what a new thing has, and what a deleted one had', () => {
    const { expiresAt } = before;
    assert.deepEqual(fieldChanges(null, before, ['name', 'expiresAt', 'note']), [
      { field: 'name', from: null, to: 'a' },
      { field: 'expiresAt', from: null, to: expiresAt },
    ]);
    assert.deepEqual(fieldChanges(before, null, ['name']), [{ field: 'name', from: 'a', to: null }]);
  });
});

/** Returns the output of `flowarden audit list` for an organisation. */
async function list(orgId: string, ...more: readonly string[]): Promise<string> {
  let text = '';
  const config = loadConfig({ DATABASE_URL: url }, 'commands');
  const code = await auditCommand(['list', '--org', orgId, ...more], config, (part) => {
    text += part;
  });
  assert.equal(code, 0);
  return text;
}

test('the list shows who did what, old and new values, and nothing that a terminal obeys', async () => {
  const orgId = await testOrganisation(database);
  await withOrganisation(app, orgId, (sql) =>
    audit(sql, {
      ...entryOf('CI\u001b[2J\n::error::x'),
      action: 'settings.updated',
      target: { kind: 'settings', id: orgId, name: 'Settings\u001b[2J\n::error::x' },
      changes: [{ field: 'scoreAlertThreshold', from: null, to: 80 }],
    }),
  );
  const lines = (await list(orgId)).split('\n');
  assert.match(
    lines[0]!,
    /^1 {2}\S+Z {2}settings\.updated {2}settings "Settings\\u001b\[2J\\n::error::x" "[-\da-f]+" {2}by user "Ada . Löwe" "auth0\|1"$/,
  );
  assert.deepEqual(lines.slice(1), ['    scoreAlertThreshold: null → 80', '']);
});

test('the list is narrowed by time, target, actor and action, and cut at a number', async () => {
  const orgId = await testOrganisation(database);
  for (const name of ['A', 'B', 'C']) await add(orgId, name);
  await withOrganisation(app, orgId, (sql) =>
    audit(sql, { ...entryOf('D'), target: { kind: 'webhook', id: 'w:1', name: 'D' } }),
  );
  await tamper(
    `update audit_entries set occurred_at = '2026-03-01T00:00:00Z'::timestamptz + sequence * interval '1 day' where org_id = '${orgId}'`,
  );
  const sequencesOf = async (...argv: string[]) =>
    [...(await list(orgId, ...argv)).matchAll(/^(\d+) {2}/gm)].map(([, sequence]) => Number(sequence));
  assert.deepEqual(await sequencesOf(), [4, 3, 2, 1]);
  assert.deepEqual(await sequencesOf('--since', '2026-03-03'), [4, 3, 2]);
  assert.deepEqual(await sequencesOf('--until', '2026-03-03T00:00:00Z'), [1]);
  assert.deepEqual(await sequencesOf('--since', '2026-03-03', '--until', '2026-03-04'), [2]);
  assert.deepEqual(await sequencesOf('--target', 'webhook'), [4]);
  assert.deepEqual(await sequencesOf('--target', 'webhook:w:1'), [4]);
  assert.deepEqual(await sequencesOf('--target', 'webhook:abcd1234'), []);
  assert.deepEqual(await sequencesOf('--actor', 'auth0|1', '--limit', '2'), [4, 3]);
  assert.deepEqual(await sequencesOf('--action', 'api_key.revoked'), []);
  assert.equal(await list(orgId, '--actor', 'nobody'), 'No entries.\n');
});

test('the command requires a known subcommand', async () => {
  const run = (...argv: readonly string[]) => auditCommand(argv, loadConfig({}), () => {});
  await assert.rejects(run('delete'), /flowarden audit verify/);
  await assert.rejects(run('verify', 'now'), /Unexpected argument: "now"/);
  await assert.rejects(run('verify', '--since', '2026-03-03'), /flowarden audit list/);
  await assert.rejects(run('verify', '--expect', 'abc'), /64 hexadecimal digits/);
  await assert.rejects(
    run('list', '--since', 'yesterday'),
    /--since is "yesterday"; it must be a day or a time/,
  );
  await assert.rejects(run('list', '--action', 'lost'), /--action is "lost"; it must be one of: /);
  await assert.rejects(run('list', '--target', 'lost:1'), /--target is "lost"; it must be one of: /);
  await assert.rejects(run('list', '--limit', '0'), /--limit is "0"; it must be 1 to/);
});

describe("the check of an organisation's own log", () => {
  const ofRow = (orgId: string, change: string) =>
    owner.unsafe(`
    alter table audit_entries disable trigger refuse_change;
    ${change} where org_id = '${orgId}' and sequence = (select max(sequence) - 1 from audit_entries where org_id = '${orgId}');
    alter table audit_entries enable trigger refuse_change`);

  it('is about that organisation alone, and says up to where the log is valid', async () => {
    const [orgId, other] = [await testOrganisation(database), await testOrganisation(database)];
    assert.equal((await verifyAuditLog(app, orgId, null)).length, 0);
    for (let entry = 0; entry < 3; entry += 1) await add(orgId);
    await add(other);
    const { hash, ...check } = await verifyAuditLog(app, orgId, null);
    assert.deepEqual(check, { entries: 3, length: 3, problem: null, nextCursor: null });
    const [last] = await owner`select encode(hash, 'hex') as hash from audit_heads where org_id = ${orgId}`;
    assert.equal(hash, last?.hash);
    await ofRow(other, `update audit_entries set actor_name = 'another person'`);
    assert.equal((await verifyAuditLog(app, orgId, null)).problem, null);
  });

  it('finds an entry that was changed, and one that is missing, also at the end', async () => {
    const [changed, missing, cut] = await Promise.all([1, 2, 3].map(() => testOrganisation(database)));
    for (const orgId of [changed!, missing!, cut!])
      for (let entry = 0; entry < 3; entry += 1) await add(orgId);
    await ofRow(changed!, `update audit_entries set actor_name = 'another person'`);
    await ofRow(missing!, 'delete from audit_entries');
    await ofRow(cut!, 'delete from audit_entries');
    await ofRow(cut!, `update audit_entries set sequence = sequence`);
    const problemOf = async (orgId: string) => {
      const { entries, problem } = await verifyAuditLog(app, orgId, null);
      return [entries, problem];
    };
    assert.deepEqual(await problemOf(changed!), [1, 'entry 2 has been changed']);
    assert.deepEqual(await problemOf(missing!), [1, 'entry 2 is missing']);
    await owner.unsafe(`
      alter table audit_entries disable trigger refuse_change;
      delete from audit_entries where org_id = '${cut}' and sequence = 3;
      alter table audit_entries enable trigger refuse_change`);
    assert.deepEqual(await problemOf(cut!), [1, 'entry 2 is missing']);
  });

  it('goes on from a cursor', async () => {
    const orgId = await testOrganisation(database);
    for (let entry = 0; entry < 3; entry += 1) await add(orgId);
    const [second] = await owner`
      select encode(hash, 'hex') as hash from audit_entries where org_id = ${orgId} and sequence = 2`;
    const cursor = Buffer.from(`2/${second?.hash}`).toString('base64url');
    const { entries, problem } = await verifyAuditLog(app, orgId, cursor);
    assert.deepEqual([entries, problem], [3, null]);
    const wrong = Buffer.from(`2/${'0'.repeat(64)}`).toString('base64url');
    assert.equal((await verifyAuditLog(app, orgId, wrong)).problem, 'entry 3 has been changed');
    await assert.rejects(verifyAuditLog(app, orgId, 'bm9uZQ'), /cursor/);
  });
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadConfig } from '../src/config.ts';
import type { AuditEntry } from '../src/model/audit.ts';
import { auditCommand } from '../src/operator/audit-command.ts';
import { audit } from '../src/store/audit.ts';
import { withOrganisation } from '../src/store/database.ts';
import { testDatabase, testOrganisation } from './support/database.ts';

const database = await testDatabase();
const { app, owner, url } = database;

const entryOf = (orgId: string, name: string): AuditEntry => ({
  orgId,
  actor: { kind: 'user', id: 'auth0|1', name: 'Ada \0 Löwe', email: null },
  action: 'api_key.created',
  target: { kind: 'api_key', id: 'abcd1234', name },
  details: { scopes: ['analysis:write'], expiresAt: '2030-01-01T00:00:00.000Z' },
  requestId: 'request-1',
});
const add = (orgId: string, name = 'CI') =>
  withOrganisation(app, orgId, (sql) => audit(sql, entryOf(orgId, name)));
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
      await audit(sql, entryOf(orgId, 'CI'));
      throw new Error('rolled back');
    }),
    /rolled back/,
  );
  await add(orgId);
  assert.deepEqual(await sequences(orgId), [1]);
});

test('nobody chooses the place, the time or the hash of an entry', async () => {
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
  ['an update', `update audit_entries set actor_name = 'somebody else'`],
  ['a deletion', 'delete from audit_entries'],
  ['a truncation', 'truncate audit_entries'],
];
for (const [what, statement] of CHANGES) {
  test(`${what} of the log is refused, for the application and for the owner`, async () => {
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
    withOrganisation(app, otherOrgId, (sql) => audit(sql, entryOf(orgId, 'CI'))),
    /row-level security/,
  );
  const rows = await withOrganisation(app, otherOrgId, (sql) => sql`select 1 from audit_entries`);
  assert.equal(rows.length, 0);
  await assert.rejects(
    withOrganisation(app, orgId, (sql) => sql`select * from audit_heads`),
    /permission denied/,
  );
});

/** What the command says of an organisation, and whether it found every log unchanged. */
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

/** What only who is superuser and means it can do to the log. */
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
      ...entryOf(orgId, ''),
      actor: { kind: 'system', id: '', name: '-', email: '3:abc' },
      details: { b: 1.5, a: { nested: [null, true, 'ü'] }, 1e3: '' },
      requestId: null,
    }),
  );
  const [row] = await owner`
    select encode(hash, 'hex') as hash from audit_entries where org_id = ${orgId} and sequence = 2`;
  const { code, line } = await verify(orgId);
  assert.equal(code, 0);
  assert.equal(line, `${orgId}  unchanged  2 entries  ${row!.hash}`);
});

test('a log that was written anew is unchanged by itself, and shown by a hash that was kept', async () => {
  const orgId = await testOrganisation(database);
  await add(orgId, 'A');
  const kept = (await verify(orgId)).line.slice(-64);
  await add(orgId, 'B');
  assert.equal((await verify(orgId, '--expect', kept.toUpperCase())).code, 0);
  await tamper(
    `delete from audit_entries where org_id = '${orgId}'; delete from audit_heads where org_id = '${orgId}'`,
  );
  await add(orgId, 'Another');
  assert.equal((await verify(orgId)).code, 0);
  const { code, text } = await verify(orgId, `--expect=${kept}`);
  assert.equal(code, 1);
  assert.ok(text.includes(`CHANGED: no entry has the hash ${kept} any more\n`), text);
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

test('the command asks for what it can do', async () => {
  const run = (...argv: readonly string[]) => auditCommand(argv, loadConfig({}), () => {});
  await assert.rejects(run('delete'), /flowarden audit verify/);
  await assert.rejects(run('verify', '--expect', 'abc'), /64 hexadecimal digits/);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { membersCommand } from '../../src/cli/admin/members-command.ts';
import { operatorActor } from '../../src/cli/admin/operator.ts';
import { loadConfig } from '../../src/infra/settings/config.ts';
import { createKey } from '../../src/service/access/api-keys.ts';
import { SCOPES } from '../../src/service/access/scopes.ts';
import { testDatabase } from '../support/database/database.ts';

const { url, owner, app } = await testDatabase();
const TOKENS = {
  FLOWARDEN_JWT_ISSUER: 'https://login.example.org',
  FLOWARDEN_JWT_AUDIENCE: 'flowarden',
  FLOWARDEN_JWT_JWKS_URL: 'https://login.example.org/keys',
};
const settings: Record<string, string> = { DATABASE_URL: url, ...TOKENS };

async function run(words: readonly string[], environment = settings) {
  let text = '';
  const code = await membersCommand(words, loadConfig(environment, 'commands'), (part) => {
    text += part;
  });
  assert.equal(code, 0);
  return text;
}
const idOf = (text: string) => /^([0-9a-f-]{36}) {2}/m.exec(text)?.[1] ?? '';

test('the first admin brings the first organisation', async () => {
  const text = await run(['add', '--role', 'admin', '--email', 'Ada@Example.com']);
  assert.match(
    text,
    /^Organisation {2}[0-9a-f-]{36}\n[0-9a-f-]{36} {2}admin {6}invited {2}"ada@example.com"\n$/,
  );
  const entries = await owner`select action, actor_kind from audit_entries order by sequence`;
  assert.deepEqual(
    entries.map(({ action, actorKind }) => [action, actorKind]),
    [
      ['organisation.created', 'operator'],
      ['member.added', 'operator'],
    ],
  );
});

test('members are listed, get another role and are removed', async () => {
  const id = idOf(await run(['add', '--role', 'viewer', '--subject', 'auth0|grace']));
  const [row] = await owner`select issuer, subject from organisation_members where id = ${id}`;
  assert.deepEqual({ ...row }, { issuer: 'https://login.example.org', subject: 'auth0|grace' });
  assert.match(
    await run(['role', id, 'approver']),
    new RegExp(`^${id}  approver   invited  "auth0.grace"$`, 'm'),
  );
  assert.equal((await run(['list'])).trim().split('\n').length, 2);
  assert.match(await run(['remove', id]), /Removed/);
  assert.equal((await run(['list'])).trim().split('\n').length, 1);
});

test('the keys of a removed member are revoked and named, unless they are retained', async () => {
  const [organisation] = await owner`select id from organisations`;
  const manager = { orgId: organisation!.id, actor: operatorActor(), scopes: SCOPES, requestId: null };
  const deps = { sql: app, pepper: 'p'.repeat(32), now: () => new Date() };
  const input = { scopes: ['analysis:read'], expiresAt: null, wireCase: null } as const;
  const removed = async (subject: string, ...more: string[]) => {
    const id = idOf(await run(['add', '--role', 'developer', '--subject', subject]));
    const actor = { kind: 'user', id: subject, name: subject, email: null } as const;
    const { record } = await createKey(deps, { ...manager, actor }, { ...input, name: 'CI\u001b[2J' });
    const text = await run(['remove', id, ...more]);
    const [row] = await owner`select revoked_at is not null as revoked from api_keys where id = ${record.id}`;
    return { text, keyId: record.id, isRevoked: row!.revoked };
  };
  const gone = await removed('auth0|gone');
  assert.match(
    gone.text,
    new RegExp(`^Removed .*\\nRevoked the API key ${gone.keyId}  "CI\\\\u001b\\[2J"\\n$`),
  );
  assert.equal(gone.isRevoked, true);
  const retained = await removed('auth0|kept', '--keep-keys');
  assert.match(retained.text, new RegExp(`Retained the API key ${retained.keyId}`));
  assert.equal(retained.isRevoked, false);
});

const ADA = ['add', '--role', 'admin', '--email', 'ada@example.com'];
const REJECTED: readonly (readonly [string, readonly string[], RegExp, Record<string, string>?])[] = [
  ['no action', [], /Missing subcommand/],
  ['another action', ['invite'], /Unknown subcommand `members invite`/],
  ['an action of every object', ['constructor'], /Unknown subcommand/],
  ['no role', ['add', '--email', 'a@example.com'], /--role is missing/],
  ['an unknown role', ['add', '--email', 'a@example.com', '--role', 'root'], /--role is "root"/],
  ['no person', ['add', '--role', 'viewer'], /--email or --subject/],
  ['an address that is none', ['add', '--role', 'viewer', '--email', 'ada'], /--email is "ada"/],
  ['who is a member already', ADA, /has this member already/],
  ['no id', ['remove'], /Missing id/],
  ['an unknown id', ['remove', 'x'], /No member of this organisation/],
  ['too many words', ['list', 'all'], /Too many arguments/],
  ['an unknown organisation', ['list', '--org', 'acme'], /There is no organisation acme/],
  [
    'a subject without a provider',
    ['add', '--role', 'viewer', '--subject', 's'],
    /No identity/,
    { DATABASE_URL: url },
  ],
  ['whom the claim decides about', ADA, /claim "orgs"/, { ...settings, FLOWARDEN_JWT_ORG_CLAIM: 'orgs' }],
];
for (const [what, words, message, environment] of REJECTED) {
  test(`members rejects ${what}`, async () => {
    await assert.rejects(run(words, environment), { name: 'StartError', message });
  });
}

test('help says how it is used', async () => {
  assert.match(await run(['--help']), /flowarden members add/);
});

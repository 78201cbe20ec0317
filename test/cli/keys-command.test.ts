import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keysCommand } from '../../src/cli/admin/keys-command.ts';
import { loadConfig } from '../../src/infra/settings/config.ts';
import { createAuthenticate } from '../../src/service/access/authenticate.ts';
import { SCOPES } from '../../src/service/access/scopes.ts';
import { testDatabase } from '../support/database/database.ts';

const { url, app, owner } = await testDatabase();
const PEPPER = 'p'.repeat(32);
const settings = { DATABASE_URL: url, FLOWARDEN_KEY_PEPPER: PEPPER };

async function run(words: readonly string[], environment: Record<string, string> = settings) {
  let text = '';
  const code = await keysCommand(words, loadConfig(environment, 'commands'), (part) => {
    text += part;
  });
  assert.equal(code, 0);
  return text;
}
const value = (text: string, name: string) => new RegExp(`^${name} {2,}(.+)$`, 'm').exec(text)?.[1] ?? '';
const callerOf = (text: string) =>
  createAuthenticate(
    app,
    PEPPER,
  )({
    authorization: [`ApiKey ${value(text, 'Key')}`],
    orgId: [value(text, 'Organisation')],
  });

test('the first key brings the first organisation, and works', async () => {
  const caller = await callerOf(await run(['create', '--name', 'First']));
  assert.deepEqual(caller.scopes, [...SCOPES]);
  const entries = await owner`select action, actor_kind from audit_entries order by sequence`;
  assert.deepEqual(
    entries.map(({ action, actorKind }) => [action, actorKind]),
    [
      ['organisation.created', 'operator'],
      ['api_key.created', 'operator'],
    ],
  );
});

test('a second key goes to the only organisation, with the scopes, the life and the spelling that it is given', async () => {
  const text = await run([
    'create',
    '--name',
    'CI',
    '--scopes',
    'analysis:write, analysis:read',
    '--days',
    '1',
    '--wire-case',
    'snake',
  ]);
  const caller = await callerOf(text);
  assert.deepEqual([caller.scopes, caller.wireCase], [['analysis:write', 'analysis:read'], 'snake']);
  assert.ok(Math.abs(Date.parse(value(text, 'Expires')) - Date.now() - 86_400_000) < 60_000);
  const listed = await run(['list']);
  assert.match(
    listed,
    new RegExp(`^${value(text, 'Key id')}  active .*"CI"  analysis:write,analysis:read$`, 'm'),
  );
  assert.equal(listed.trim().split('\n').length, 2);
});

test('a revoked key is listed as such and works no longer', async () => {
  const text = await run(['create', '--name', 'Old']);
  const id = value(text, 'Key id');
  await run(['revoke', id]);
  assert.match(await run(['list']), new RegExp(`^${id}  revoked`, 'm'));
  await assert.rejects(callerOf(text), { code: 'invalid_credentials', message: /revoked/ });
});

test('the command requires an organisation when there are two', async () => {
  const orgId = value(await run(['create', '--name', 'Second', '--new-org', 'Second & Co']), 'Organisation');
  await assert.rejects(run(['create', '--name', 'Which']), /Missing --org.*Second & Co/s);
  await assert.rejects(run(['list']), /Missing --org/);
  assert.match(await run(['list', '--org', orgId.toUpperCase()]), /"Second"/);
});

test('a key of another organisation cannot be revoked by mistake', async () => {
  const orgId = value(await run(['create', '--name', 'Third', '--new-org', 'Third']), 'Organisation');
  const other = await run(['create', '--name', 'Fourth', '--new-org', 'Fourth']);
  await assert.rejects(run(['revoke', value(other, 'Key id'), '--org', orgId]), /No API key/);
  await callerOf(other);
});

const REJECTED: readonly (readonly [string, readonly string[], RegExp])[] = [
  ['no action', [], /Missing subcommand/],
  ['another action', ['delete'], /Unknown subcommand `keys delete`/],
  ['no name', ['create'], /--name/],
  ['an unknown scope', ['create', '--name', 'x', '--scopes', 'root'], /scope "root" is unknown/],
  ['a life of no days', ['create', '--name', 'x', '--days', '0'], /--days is "0"/],
  ['a life of too many days', ['create', '--name', 'x', '--days', '1096'], /--days is "1096"/],
  ['an unknown option', ['list', '--all'], /--all/],
  ['an unknown organisation', ['list', '--org', 'acme'], /There is no organisation acme/],
  ['both organisations', ['create', '--name', 'x', '--org', 'a', '--new-org', 'b'], /not both/],
  ['an unknown spelling', ['create', '--name', 'x', '--wire-case', 'kebab'], /--wire-case is "kebab"/],
  ['no id', ['revoke'], /Missing id/],
];
for (const [what, words, message] of REJECTED) {
  test(`keys rejects ${what}`, async () => {
    await assert.rejects(run(words), { name: 'StartError', message });
  });
}

test('keys rejects another pepper than that of the database, as the key would never work', async () => {
  const environment = { ...settings, FLOWARDEN_KEY_PEPPER: 'q'.repeat(32) };
  await assert.rejects(run(['create', '--name', 'x', '--new-org', 'x'], environment), /another pepper/);
});

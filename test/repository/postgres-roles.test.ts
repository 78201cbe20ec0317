/** The script that makes the accounts of a database, with the psql and on the servers that are installed. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import postgres from 'postgres';
import { connectApplication, withOrganisation } from '../../src/infra/database/database.ts';
import { migrateDatabase } from '../../src/infra/database/migrate.ts';
import { ownPostgres } from '../support/database/database.ts';
import { DEPLOY_FOLDER } from '../support/database/deployment.ts';
import { installedPostgres, startSystemPostgres } from '../support/database/system-postgres.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const ORGANISATION = '0190d5a4-7c1e-7a3b-9f00-000000000001';
const NAMES = { owner: "owner of 'B'", core: 'core "B"' };

const SECRETS = join(temporaryFolder(), 'secrets');

type Passwords = Readonly<Record<string, string>>;

const [newest] = installedPostgres().toSorted((a, b) => b.version - a.version);

/** Runs the script on a database, as its administrator. Returns what it prints. */
function makeRoles(url: string, passwords: Passwords, environment: Readonly<Record<string, string>> = {}) {
  const { hostname, port, username, password, pathname } = new URL(url);
  rmSync(SECRETS, { recursive: true, force: true });
  mkdirSync(SECRETS);
  for (const [name, text] of Object.entries(passwords))
    writeFileSync(join(SECRETS, `${name}_password`), `${text}\n`);
  return execFileSync('sh', [join(DEPLOY_FOLDER, 'postgres-roles.sh')], {
    env: {
      PATH: `${newest!.bin}:${process.env.PATH}`,
      PGHOST: hostname,
      PGPORT: port,
      PGPASSWORD: password,
      POSTGRES_USER: username,
      POSTGRES_DB: pathname.slice(1),
      SECRETS_DIR: SECRETS,
      ...environment,
    },
    encoding: 'utf8',
    stdio: 'pipe',
  });
}

function addressOf(url: string, account: string, password: string): string {
  const { hostname, port, pathname } = new URL(url);
  return `postgres://${encodeURIComponent(account)}:${encodeURIComponent(password)}@${hostname}:${port}${pathname}`;
}

/** Lists the roles of a server. */
async function rolesOf(url: string): Promise<readonly string[]> {
  const sql = postgres(url, { max: 1 });
  const rows = await sql<{ rolname: string }[]>`select rolname from pg_roles order by rolname`;
  await sql.end();
  return rows.map(({ rolname }) => rolname);
}

/** Asserts that the owner can migrate, and that the core can do what a request needs and nothing else. */
async function assertRights(url: string, names: typeof NAMES, passwords: Passwords): Promise<void> {
  await migrateDatabase(addressOf(url, names.owner, passwords.owner!));
  const coreUrl = addressOf(url, names.core, passwords.core!);
  const app = connectApplication(coreUrl, 1);
  assert.deepEqual(
    [...(await withOrganisation(app, ORGANISATION, (sql) => sql`select id from validations`))],
    [],
  );
  await app.end(1);
  const core = postgres(coreUrl, { max: 1 });
  for (const statement of [
    'create table mine (id int)',
    'select from validations',
    'set role flowarden_app; create table mine (id int)',
    `set role "${names.owner}"`,
  ]) {
    await assert.rejects(core.unsafe(statement), /permission denied/, statement);
    await core`reset role`;
  }
  await core.end();
}

/** Checks the script on a server. */
async function assertScript(administratorUrl: string): Promise<void> {
  const administrator = postgres(administratorUrl, { max: 1 });
  for (const name of ['first', 'second']) await administrator.unsafe(`create database ${name}`);
  await administrator.end();
  const [first, second] = ['first', 'second'].map((name) =>
    administratorUrl.replace(/\/\w+$/, `/${name}`),
  ) as [string, string];

  const before = await rolesOf(first);
  assert.throws(
    () =>
      makeRoles(
        first,
        { owner: 'one', core: 'two', deliveries: 'x', pulls: 'y' },
        { CORE_ROLE: 'flowarden_owner' },
      ),
    /already exists/,
  );
  assert.deepEqual(await rolesOf(first), before, 'a failure leaves no role behind');
  assert.throws(() => makeRoles(first, { owner: 'one' }), /core_password is missing or empty/);

  const passwords = { owner: "o'ne", core: 't"wo', deliveries: 'd', pulls: 'p' };
  makeRoles(first, passwords);
  await assertRights(first, { owner: 'flowarden_owner', core: 'flowarden_core' }, passwords);
  makeRoles(second, passwords, { OWNER_ROLE: NAMES.owner, CORE_ROLE: NAMES.core });
  await assertRights(second, NAMES, passwords);

  const changed = { owner: 'three', core: 'four', deliveries: 'five', pulls: 'six' };
  makeRoles(first, changed);
  await assertRights(first, { owner: 'flowarden_owner', core: 'flowarden_core' }, changed);
}

describe('deploy/postgres-roles.sh', { skip: newest === undefined && 'no psql is installed' }, () => {
  it('makes all accounts or none, again and under other names, on the embedded Postgres', async () => {
    await assertScript((await ownPostgres()).url);
  });
  for (const installation of installedPostgres()) {
    it(`makes all accounts or none, again and under other names, on Postgres ${installation.version}`, async () => {
      const server = await startSystemPostgres(installation);
      await assertScript(server.url('postgres'));
    });
  }
});

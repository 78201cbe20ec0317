/** A database that another role owns than the one that migrated it, as after a restore on another server. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import postgres from 'postgres';
import { connectApplication, withOrganisation } from '../../src/infra/database/database.ts';
import { migrateDatabase } from '../../src/infra/database/migrate.ts';
import { ownPostgres } from '../support/database/database.ts';
import { installedPostgres, startSystemPostgres } from '../support/database/system-postgres.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const OURS = '0190d5a4-7c1e-7a3b-9f00-000000000001';
const THEIRS = '0190d5a4-7c1e-7a3b-9f00-000000000002';

/** Makes a database that `first_owner` has migrated, with a row of each of two organisations. Returns its address. */
async function migratedByFirstOwner(administratorUrl: string): Promise<string> {
  const administrator = postgres(administratorUrl, { max: 1, onnotice: () => {} });
  await administrator`create role first_owner login password 'first' createrole`;
  await administrator.unsafe(`
    do $$ begin
      if exists (select from pg_roles where rolname = 'flowarden_app') then
        grant flowarden_app, flowarden_deliveries to first_owner with admin option;
      end if;
    end $$`);
  await administrator`create role second_owner login password 'second'`;
  await administrator`create database first owner first_owner`;
  await administrator.end();
  const url = addressOf(administratorUrl, 'first_owner:first', 'first');
  await migrateDatabase(url);
  const owner = postgres(url, { max: 1 });
  for (const id of [OURS, THEIRS]) {
    await owner`insert into organisations (id, name) values (${id}, 'Test')`;
    await owner`insert into environments (org_id, name) values (${id}, 'production')`;
  }
  await owner.end();
  return url;
}

function addressOf(url: string, account: string, database: string): string {
  return url.replace(/\/\/[^@]*@/, `//${account}@`).replace(/\/\w+$/, `/${database}`);
}

/** Asserts that the second owner sees every row, and the application those of its organisation. */
async function assertWalls(ownerUrl: string): Promise<void> {
  const owner = postgres(ownerUrl, { max: 1 });
  const app = connectApplication(ownerUrl, 1);
  after(() => Promise.all([owner.end({ timeout: 0 }), app.end(0)]));
  const [account] =
    await owner`select current_user as name, rolsuper from pg_roles where rolname = current_user`;
  assert.deepEqual({ ...account }, { name: 'second_owner', rolsuper: false });
  assert.equal((await owner`select from environments`).length, 2);
  assert.equal((await owner`select from organisations`).length, 2);
  const seen = await withOrganisation(app, OURS, (sql) => sql`select org_id from environments`);
  assert.deepEqual([...seen], [{ orgId: OURS }]);
}

describe('a database under another owner than the one who migrated it', () => {
  it('shows its owner every row, and the application those of its organisation', async () => {
    const { url, owner } = await ownPostgres();
    const migrated = await migratedByFirstOwner(url);
    const administrator = postgres(url.replace(/\/\w+$/, '/first'), { max: 1 });
    await administrator`reassign owned by first_owner to second_owner`;
    await administrator.end();
    await owner`grant flowarden_app to second_owner`;
    await assertWalls(addressOf(migrated, 'second_owner:second', 'first'));
  });

  for (const installation of installedPostgres()) {
    it(`is what pg_dump and pg_restore of Postgres ${installation.version} make, without a superuser`, async () => {
      const server = await startSystemPostgres(installation);
      const source = await migratedByFirstOwner(server.url('postgres'));
      const dump = join(temporaryFolder(), 'flowarden.dump');
      server.run('pg_dump', ['--format=custom', `--file=${dump}`, source]);
      const sql = postgres(server.url('postgres'), { max: 1 });
      await sql`grant flowarden_app to second_owner`;
      await sql`create database second owner second_owner`;
      await sql.end();
      const target = addressOf(source, 'second_owner:second', 'second');
      server.run('pg_restore', ['--exit-on-error', '--no-owner', `--dbname=${target}`, dump]);
      assert.deepEqual(await migrateDatabase(target), []);
      await assertWalls(target);
    });
  }

  if (installedPostgres().length === 0)
    it('is what pg_dump and pg_restore make', { skip: 'no Postgres with pg_dump is installed' }, () => {});
});

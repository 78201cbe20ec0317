/** The link of a start: made while no person can sign in, in the place of that of the start before. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { inTransaction } from '../../../src/infra/database/database.ts';
import { readLink } from '../../../src/service/access/links/read-link.ts';
import { makeLinkOfStart } from '../../../src/service/access/links/sign-in-links.ts';
import { testDatabase, testOrganisation } from '../../support/database/database.ts';

const database = await testDatabase();
const { app, owner, ownerSql } = database;
const PEPPER = 'the pepper of this test, which is long';
const deps = { sql: app, pepper: PEPPER, now: () => new Date() };
const startLink = () => inTransaction(ownerSql, (sql) => makeLinkOfStart(sql, PEPPER));

it('a start without an organisation makes no link', async () => {
  assert.equal(await startLink(), undefined);
});

it('a link of a start ends with the next start', async () => {
  const orgId = await testOrganisation(database, 'First');
  await testOrganisation(database, 'Second');
  const [former, latter] = [await startLink(), await startLink()];
  await assert.rejects(readLink(deps, former!), { code: 'not_found' });
  const { purpose, organisation } = await readLink(deps, latter!);
  assert.deepEqual([purpose, organisation], ['first_account', { id: orgId, name: 'First' }]);
});

it('a link that another pepper has hashed, or that is none, is unknown', async () => {
  const token = (await startLink())!;
  await assert.rejects(readLink({ ...deps, pepper: `${PEPPER}!` }, token), { code: 'not_found' });
  await assert.rejects(readLink(deps, `${token}x`), { code: 'not_found' });
});

it('a start makes no link once a person has an account, and leaves none of an earlier start', async () => {
  const former = (await startLink())!;
  await owner`insert into accounts (id, issuer, subject, name) values (gen_random_uuid(), 'i', 's', 'Ada')`;
  assert.equal(await startLink(), undefined);
  await assert.rejects(readLink(deps, former), { code: 'not_found' });
});

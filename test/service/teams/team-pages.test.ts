/** Pages of the list of teams: by number, by bytes, and by cursors of another list. */
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { withOrganisation } from '../../../src/infra/database/database.ts';
import { replacePatterns } from '../../../src/service/teams/teams-store.ts';
import { callAs } from '../../gateway/support/api.ts';
import { startTestGateway } from '../../gateway/support/support.ts';
import { testCore } from '../../support/service/core.ts';

const PATH = '/api/v1/teams';

const core = await testCore();
const gateway = await startTestGateway({ corePort: core.server.port });
after(() => gateway.stop());

/** Reads all pages and returns the names on each. */
async function pages(identity: Awaited<ReturnType<typeof core.identity>>, pageSize: number) {
  const names: string[][] = [];
  let cursor: string | null = null;
  do {
    const query = new URLSearchParams({ pageSize: String(pageSize), ...(cursor === null ? {} : { cursor }) });
    const { status, body } = await callAs(identity, gateway, 'GET', `${PATH}?${query}`);
    assert.equal(status, 200, JSON.stringify(body));
    names.push(body.teams.map(({ name }: { name: string }) => name));
    cursor = body.nextCursor;
  } while (cursor !== null);
  return names;
}

describe('a page of teams', () => {
  it('has at most the given number, in the order of their names', async () => {
    const admin = await core.identity();
    for (const name of ['b', 'A', 'C', 'ä/1'])
      assert.equal((await callAs(admin, gateway, 'POST', PATH, { name })).status, 201);
    const all = (await pages(admin, 200)).flat();
    assert.deepEqual(
      all.slice(0, 3),
      ['A', 'b', 'C'].filter((name) => all.includes(name)),
    );
    assert.equal(all.length, 4);
    const two = await pages(admin, 2);
    assert.deepEqual(two, [all.slice(0, 2), all.slice(2)]);
    assert.deepEqual((await pages(admin, 1)).flat(), all);
  });

  it('ends before its teams become too large for an answer', async () => {
    const admin = await core.identity();
    for (let team = 0; team < 10; team += 1) {
      const patterns = Array.from({ length: 1000 }, (_, number) => ({
        repository: `${team}/${number}/${'r'.repeat(450)}`,
        path: `/${'p'.repeat(500)}`,
      }));
      const { body } = await callAs(admin, gateway, 'POST', PATH, { name: `team ${team}` });
      await withOrganisation(core.database.app, admin.orgId, (sql) =>
        replacePatterns(sql, body.id, patterns),
      );
    }
    const found = await pages(admin, 200);
    assert.deepEqual(
      found.map(({ length }) => length),
      [4, 4, 2],
    );
    assert.equal(new Set(found.flat()).size, 10);
  });

  it('is rejected for a cursor of another list', async () => {
    const admin = await core.identity();
    const cursor = Buffer.from('1/0190d5a4-7c1e-7a3b-9f00-3f2a1b4c5d6e').toString('base64url');
    const { status, body } = await callAs(admin, gateway, 'GET', `${PATH}?cursor=${cursor}`);
    assert.deepEqual([status, body.error.code], [400, 'invalid_cursor']);
  });
});

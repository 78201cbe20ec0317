/** Deleting an organisation: everything of it goes, nothing of others, also when it is broken off. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { operatorActor } from '../../src/cli/admin/operator.ts';
import { organisationsCommand } from '../../src/cli/admin/organisations-command.ts';
import { inTransaction } from '../../src/infra/database/database.ts';
import { ofOrganisation } from '../../src/infra/database/transaction.ts';
import { INFRA_LIMITS } from '../../src/infra/limits.ts';
import { loadConfig } from '../../src/infra/settings/config.ts';
import { changePlan } from '../../src/service/plans/change-plan.ts';
import { deleteOrganisation } from '../../src/service/retention/delete-organisation.ts';
import { TABLES_OF_ORGANISATIONS } from '../../src/service/retention/organisation-deletion-store.ts';
import { asyncService } from '../support/service/async-service.ts';

const { core, us, submit } = await asyncService();
const { owner, ownerSql, url } = core.database;
const other = await core.identity();

async function run(...words: readonly string[]): Promise<string> {
  let text = '';
  const code = await organisationsCommand(words, loadConfig({ DATABASE_URL: url }, 'commands'), (part) => {
    text += part;
  });
  assert.equal(code, 0);
  return text;
}

/** Rows of an organisation, by table. */
async function rowsOf(orgId: string): Promise<Readonly<Record<string, number>>> {
  const counts: Record<string, number> = {};
  for (const table of [...TABLES_OF_ORGANISATIONS, 'blobs', 'blob_chunks']) {
    const [row] = await owner`select count(*)::int as count from ${owner(table)} where org_id = ${orgId}`;
    if (row!.count > 0) counts[table] = row!.count;
  }
  return counts;
}

describe('flowarden organisations', () => {
  it('knows every table with rows of organisations', async () => {
    const found = await owner<{ name: string }[]>`
      select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and a.attname = 'org_id' and not a.attisdropped and c.relname <> 'validations_default'`;
    const names = found.map(({ name }) => name).filter((name) => !name.startsWith('blob'));
    assert.deepEqual(names.sort(), [...TABLES_OF_ORGANISATIONS].sort());
  });

  it('deletes nothing without the right name', async () => {
    await assert.rejects(run('delete', '--org', us.orgId, '--confirm', 'Other'), /Confirm with the name/);
    await assert.rejects(run('delete', '--confirm', 'Other'), /Missing --org/);
    assert.notEqual((await rowsOf(us.orgId)).api_keys, undefined);
  });

  it('deletes an organisation with all that it has, after a try that broke off, and leaves others alone', async () => {
    for (const path of ['/validate', '/validate/async'])
      assert.equal((await submit({}, undefined, path)).status, 200);
    await owner`
      insert into validations (org_id, id, status, platform, filename, enforcement_mode, content_sha256, content_bytes, error)
      select ${us.orgId}, uuid_v7_floor(now() + n * interval '1 millisecond'), 'failed', 'uipath', 'old.xaml', 'warning', '', 1, '{}'
      from generate_series(1, ${INFRA_LIMITS.sweepRowsMax + 5}) n`;
    const before = await rowsOf(other.orgId);
    const [organisation] = await owner<{ id: string; name: string }[]>`
      select id, name from organisations where id = ${us.orgId}`;
    const away = { delete: async () => Promise.reject(new Error('away')) };
    const deps = { sql: ownerSql, blobs: away, onProgress() {} };
    await assert.rejects(deleteOrganisation(deps, organisation!, operatorActor()), /away/);
    assert.match(await run('list'), new RegExp(`${us.orgId}  .*being deleted since`));

    const text = await run('delete', '--org', us.orgId, '--confirm', organisation!.name);
    assert.match(text, /^files +1$/m);
    assert.match(text, new RegExp(`^validations +${INFRA_LIMITS.sweepRowsMax + 7}$`, 'm'));
    assert.match(text, /^audit_entries +\d+$/m);
    assert.deepEqual(await rowsOf(us.orgId), {});
    assert.deepEqual(await rowsOf(other.orgId), before);
    const jobs = await owner`
      select 1 from graphile_worker._private_jobs where payload ->> 'orgId' = ${us.orgId}`;
    assert.equal(jobs.length, 0);
    assert.match(await run('list'), new RegExp(`${us.orgId}  .* deleted .* by ${operatorActor().name}`));
    assert.deepEqual([...(await owner`select 1 from organisations where id = ${us.orgId}`)], []);
  });

  it('leaves the audit log of every other organisation unchangeable', async () => {
    await inTransaction(ownerSql, (sql) =>
      changePlan(ofOrganisation(sql, other.orgId), { suspendedAt: null }, operatorActor()),
    );
    for (const change of [
      'delete from audit_entries',
      'truncate audit_entries',
      'update audit_entries set action = action',
    ])
      await assert.rejects(owner.unsafe(change), /append-only/);
  });
});

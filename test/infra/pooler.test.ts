/** A real PgBouncer between the processes and the database. */
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import {
  connectApplication,
  connectOwner,
  inTransaction,
  type Pooler,
  withOrganisation,
} from '../../src/infra/database/database.ts';
import { StartError } from '../../src/infra/process/start-error.ts';
import { requireSession } from '../../src/jobs/require-session.ts';
import { ownPostgres, testOrganisation } from '../support/database/database.ts';
import { NO_PGBOUNCER, NO_PREPARING_PGBOUNCER, startPgbouncer } from '../support/database/pgbouncer.ts';

const database = await ownPostgres();

describe('the jobs', () => {
  const rejection = (error: unknown) =>
    error instanceof StartError && /LISTEN.*DATABASE_URL/.test(error.message);

  it('reject a transaction pooler that the settings name', async () => {
    await assert.rejects(requireSession(database.url, true), rejection);
    await requireSession(database.url, false);
  });
  it('reject a transaction pooler that the settings do not name', { skip: NO_PGBOUNCER }, async () => {
    await assert.rejects(requireSession(await startPgbouncer(database.url, 'transaction'), false), rejection);
  });
  it('accept a pooler in session mode', { skip: NO_PGBOUNCER }, async () => {
    const pooled = await startPgbouncer(database.url, 'session');
    await requireSession(pooled, false);
    const owner = connectOwner(pooled, 1);
    assert.deepEqual([...(await inTransaction(owner, (sql) => sql`select 1 as one`))], [{ one: 1 }]);
    await owner.end(1);
  });
});

describe('the application behind a transaction pooler', { skip: NO_PGBOUNCER }, () => {
  const mixOrganisations = async (pooler: Pooler) => {
    const orgIds = await Promise.all(Array.from({ length: 20 }, () => testOrganisation(database)));
    const app = connectApplication(await startPgbouncer(database.url, 'transaction'), 20, pooler);
    after(() => app.end(0));
    const processes = new Set<number>();
    for (let round = 0; round < 10; round += 1) {
      await Promise.all(
        orgIds.map(async (orgId) => {
          const seen = await withOrganisation(
            app,
            orgId,
            (sql) => sql`
              select id, current_user as role, current_setting('statement_timeout') as timeout, pg_backend_pid() as pid
              from organisations where id = ${orgId}`,
          );
          assert.equal(seen.length, 1);
          const { pid, ...row } = seen[0]!;
          processes.add(pid);
          assert.deepEqual(row, { id: orgId, role: 'flowarden_app', timeout: '10s' });
        }),
      );
    }
    assert.ok(processes.size > 1 && processes.size <= 5, String(processes.size));
  };

  it('has its organisation, role and limits in each transaction, however they are mixed', () =>
    mixOrganisations(true));
  it('has them with prepared statements too', { skip: NO_PREPARING_PGBOUNCER }, () =>
    mixOrganisations('prepared'),
  );
});

/** Gauges of what all processes share, on rows of their own. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Registry } from 'prom-client';
import { inTransaction } from '../../src/infra/database/database.ts';
import { ownIdentity } from '../../src/infra/process/process-identity.ts';
import { beat } from '../../src/infra/queue/job-processes.ts';
import { createStateGauges } from '../../src/jobs/state-gauges.ts';
import { testDatabase, testOrganisation } from '../support/database/database.ts';
import { addSource } from '../support/service/drift-rows.ts';

const database = await testDatabase();
const { owner, ownerSql } = database;

it('a missing pulls process shows once there is a source, until one beats', async () => {
  const missing = async () => {
    const registry = new Registry();
    await createStateGauges(registry, ownerSql, null).refresh();
    return (await registry.getSingleMetric('flowarden_pulls_missing')!.get()).values[0]!.value;
  };
  assert.equal(await missing(), 0);
  await addSource(owner, await testOrganisation(database), 'Production');
  assert.equal(await missing(), 1);
  const process = { ...ownIdentity(), poolId: 'pulls-1' };
  await inTransaction(ownerSql, (sql) => beat(sql, process, 'jobs'));
  assert.equal(await missing(), 1, 'another kind does not pull');
  await inTransaction(ownerSql, (sql) => beat(sql, { ...process, poolId: 'pulls-2' }, 'pulls'));
  assert.equal(await missing(), 0);
  await owner`update job_processes set beaten_at = now() - interval '5 minutes' where kind = 'pulls'`;
  assert.equal(await missing(), 1, 'its beats have stopped');
});

/** Faults of every statement of a use case, in turn: nothing is left half done. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { uipath } from '../../../src/analysis/platforms/uipath/index.ts';
import { openBlobs } from '../../../src/infra/blobs/open-blobs.ts';
import { connectApplication } from '../../../src/infra/database/database.ts';
import { OwnedBytes } from '../../../src/infra/memory/owned-bytes.ts';
import { createAddressGuard } from '../../../src/infra/network/address-guard.ts';
import { createSeal } from '../../../src/infra/sealing/seal.ts';
import { runValidation } from '../../../src/service/validations/run-validation.ts';
import { submitValidation } from '../../../src/service/validations/submit-validation.ts';
import { validate } from '../../../src/service/validations/validations.ts';
import { testDatabase, testOrganisation } from '../../support/database/database.ts';
import { failEach, failingProxy } from '../../support/database/failing-proxy.ts';
import { countedOf } from '../../support/database/usage.ts';
import { policyCache } from '../../support/service/policy-cache.ts';
import { submissionOf, validationDeps } from '../../support/service/validation-deps.ts';
import { insertTestWebhook, SECRETS_KEY } from '../../support/service/webhook.ts';

const database = await testDatabase();
const { owner, ownerSql } = database;
const proxy = await failingProxy(database.url);
const sql = connectApplication(proxy.url, 4);
after(() => sql.end(0));
const blobs = await openBlobs(sql, null);
const deps = validationDeps(sql);

/** Fewer statements would mean that the proxy does not see them. */
const STATEMENTS_MIN = 6;
const CONTENT = Buffer.from(uipath.snippet('<Throw DisplayName="Stop"/><Sequence DisplayName="Work"/>'));

/** New dependencies: nothing is cached from the try before. */
function freshDeps() {
  const callbacks = {
    sql,
    seal: createSeal(SECRETS_KEY),
    guard: createAddressGuard({ allowsHttp: false, allowedNetworks: [] }),
    resolve: async () => [],
    now: () => new Date(),
  };
  const waiters = { wait: async () => 'late' as const, changed() {}, close() {} };
  const policies = policyCache(sql);
  return { ...deps, policies, blobs, callbacks, waiters };
}

const call = (orgId: string) => ({
  submitter: { orgId, ownerId: 'key', ownerName: 'CI' },
  signal: new AbortController().signal,
});
const submit = (orgId: string) =>
  submitValidation(
    freshDeps(),
    Buffer.from(CONTENT),
    { ...submissionOf('Main.xaml'), webhookUrl: null },
    call(orgId),
  );

/** Returns the state of an organisation's rows. */
async function stateOf(orgId: string) {
  const [state] = await owner`
    select
      (select coalesce(json_agg(status), '[]'::json) from validations where org_id = ${orgId}) as statuses,
      (select count(*)::int from blobs where org_id = ${orgId} and state = 'kept') as files,
      (select count(*)::int from graphile_worker._private_jobs where payload ->> 'orgId' = ${orgId}) as jobs,
      (select count(*)::int from events where org_id = ${orgId}) as events,
      (select count(*)::int from deliveries where org_id = ${orgId}) as deliveries`;
  const counted = await countedOf(owner, orgId, 'synchronous', 'asynchronous');
  return { ...state, counted } as {
    statuses: string[];
    files: number;
    jobs: number;
    events: number;
    deliveries: number;
    counted: number;
  };
}

test('a submission is queued with its file, its job and its count, or not at all', async () => {
  const statements = await failEach({
    proxy,
    newOrganisation: () => testOrganisation(database),
    arrange: async () => null,
    act: (_, orgId) => submit(orgId),
    check: async (orgId, _, hasFailed) => {
      const { statuses, files, jobs, counted } = await stateOf(orgId);
      const done = statuses.length;
      assert.deepEqual(
        { statuses, files, jobs, counted },
        { statuses: done === 1 ? ['queued'] : [], files: done, jobs: done, counted: done },
      );
      if (!hasFailed) assert.equal(done, 1);
    },
  });
  assert.ok(statements >= STATEMENTS_MIN, String(statements));
});

test('a run ends once, with one event and one delivery, after a failure of any statement', async () => {
  const { signal } = call('');
  const statements = await failEach({
    proxy,
    newOrganisation: () => testOrganisation(database),
    arrange: async (orgId) => {
      await insertTestWebhook(ownerSql, orgId, 9);
      return (await submit(orgId)).id;
    },
    act: (id, orgId) => runValidation(freshDeps(), orgId, id, signal),
    check: async (orgId, id) => {
      const half = await stateOf(orgId);
      const isDone = half.statuses[0] === 'completed';
      assert.deepEqual([half.events, half.deliveries], isDone ? [1, 1] : [0, 0], half.statuses.join());
      await runValidation(freshDeps(), orgId, id, signal);
      const { statuses, files, events, deliveries, counted } = await stateOf(orgId);
      assert.deepEqual(
        { statuses, files, events, deliveries, counted },
        { statuses: ['completed'], files: 0, events: 1, deliveries: 1, counted: 1 },
      );
    },
  });
  assert.ok(statements >= STATEMENTS_MIN, String(statements));
});

test('a synchronous validation is stored with its event and its count, or not at all', async () => {
  const statements = await failEach({
    proxy,
    newOrganisation: () => testOrganisation(database),
    arrange: (orgId) => insertTestWebhook(ownerSql, orgId, 9),
    act: (_, orgId) => {
      const { submitter, signal } = call(orgId);
      return validate(
        freshDeps(),
        { ...submissionOf('Main.xaml'), file: OwnedBytes.of(Buffer.from(CONTENT)) },
        submitter,
        signal,
      );
    },
    check: async (orgId, _, hasFailed) => {
      const { statuses, events, deliveries, counted } = await stateOf(orgId);
      const done = statuses.length;
      assert.deepEqual(
        { statuses, events, deliveries, counted },
        { statuses: done === 1 ? ['completed'] : [], events: done, deliveries: done, counted: done },
      );
      if (!hasFailed) assert.equal(done, 1);
    },
  });
  assert.ok(statements >= 3, String(statements));
});

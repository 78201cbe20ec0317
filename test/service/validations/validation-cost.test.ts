/** Statements of judging and storing a validation, with an event only where a webhook subscribes to it. */
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { archivedFileOf } from '../../../src/contract/runs/same-file.ts';
import { openBlobs } from '../../../src/infra/blobs/open-blobs.ts';
import { withOrganisation } from '../../../src/infra/database/database.ts';
import { uuidV7 } from '../../../src/infra/database/uuid-v7.ts';
import { createAddressGuard } from '../../../src/infra/network/address-guard.ts';
import { createSeal } from '../../../src/infra/sealing/seal.ts';
import {
  insertException,
  listExceptionsOf,
  type NewException,
} from '../../../src/service/exceptions/exceptions-store.ts';
import type { AsyncValidationDeps } from '../../../src/service/validations/async-validations.ts';
import { runValidation } from '../../../src/service/validations/run-validation.ts';
import { submitValidation } from '../../../src/service/validations/submit-validation.ts';
import { validate } from '../../../src/service/validations/validations.ts';
import { countedStatements } from '../../support/database/counted-statements.ts';
import { testDatabase, testOrganisation } from '../../support/database/database.ts';
import { countedOf } from '../../support/database/usage.ts';
import { policyCache } from '../../support/service/policy-cache.ts';
import { submissionOf, validationDeps } from '../../support/service/validation-deps.ts';
import { insertTestWebhook, SECRETS_KEY } from '../../support/service/webhook.ts';

const database = await testDatabase();
const { app, owner } = database;
const { sql, statements } = countedStatements(database.url);
after(() => sql.end(0));
/** The policy cache reads again after a while: for these tests no time passes. */
const now = new Date();
const deps = { ...validationDeps(sql), policies: policyCache(sql, () => now) };

/** The statements of a validation besides those of the policy cache, which are not sent each time. */
async function statementsOf(orgId: string): Promise<readonly string[]> {
  const submitter = { orgId, ownerId: 'abcdefgh', ownerName: 'CI' };
  const run = () => validate(deps, submissionOf('src/Main.xaml'), submitter, new AbortController().signal);
  await run();
  statements.length = 0;
  const record = await run();
  assert.notEqual(record.diff.previousScore, null);
  return statements.map((text) => text.split(/\s/, 1)[0]!);
}

describe('keeping a synchronous validation', () => {
  it('takes one statement to read, one to write and two for the estate, besides those of the transaction', async () => {
    const orgId = await testOrganisation(database);
    assert.deepEqual(await statementsOf(orgId), [
      'begin',
      'select',
      'select',
      'with',
      'insert',
      'with',
      'commit',
    ]);
    assert.equal(await countedOf(owner, orgId, 'synchronous'), 2);
  });

  it('stores no event without a webhook, and with one needs no further statement', async () => {
    const orgId = await testOrganisation(database);
    const eventsOf = async () =>
      (await owner`select count(*)::int as events from events where org_id = ${orgId}`)[0]?.events;
    await statementsOf(orgId);
    assert.equal(await eventsOf(), 0);
    await insertTestWebhook(app, orgId, 9, { events: ['exception.expiring_soon'] });
    await statementsOf(orgId);
    assert.equal(await eventsOf(), 0);
    await insertTestWebhook(app, orgId, 9, { events: ['validation.completed'] });
    assert.equal((await statementsOf(orgId)).length, 7);
    assert.equal(await eventsOf(), 2);
    const [queue] = await owner`select count(*)::int as waiting from delivery_queue where org_id = ${orgId}`;
    assert.equal(queue?.waiting, 2);
  });

  it('stores an event for a disabled webhook, which may be recovered', async () => {
    const orgId = await testOrganisation(database);
    const { id } = await insertTestWebhook(app, orgId, 9);
    await owner`update webhooks set disabled_reason = 'manual' where id = ${id}`;
    await statementsOf(orgId);
    const rows = await owner`
      select status from deliveries join events on events.id = event_id where deliveries.org_id = ${orgId}`;
    assert.deepEqual(
      rows.map(({ status }) => status),
      ['skipped', 'skipped'],
    );
  });
});

describe('a validation that runs later', () => {
  it('takes seven transactions from its submission to its end, and leaves no file', async () => {
    const orgId = await testOrganisation(database);
    const later: AsyncValidationDeps = {
      ...deps,
      pool: {
        ...deps.pool,
        analyse: async (task, options) => {
          await options.beforeStart?.();
          return deps.pool.analyse(task, options);
        },
      },
      blobs: await openBlobs(sql, null),
      callbacks: {
        seal: createSeal(SECRETS_KEY),
        guard: createAddressGuard({ allowsHttp: false, allowedNetworks: [] }),
        resolve: async () => [],
        now: () => new Date(),
      },
      waiters: { wait: async () => 'late', changed() {}, close() {} },
    };
    const call = {
      submitter: { orgId, ownerId: 'abcdefgh', ownerName: 'CI' },
      signal: new AbortController().signal,
    };
    const run = async () => {
      const submission = submissionOf('src/Main.xaml');
      const file = submission.file.bytes;
      const { id } = await submitValidation(later, file, { ...submission, webhookUrl: null }, call);
      return runValidation(later, orgId, id, call.signal);
    };
    await run();
    statements.length = 0;
    assert.equal((await run()).made?.end, 'completed');
    // The queue is counted, the file stored, the run queued, found, its file read, started and ended.
    assert.equal(statements.filter((text) => text === 'begin').length, 7);
    const own = statements.filter((text) => !/^(?:begin|commit|select set_config)/.test(text));
    assert.equal(own.length, 17, own.join('\n'));
    assert.equal((await owner`select from blobs where org_id = ${orgId}`).length, 0);
  });
});

describe('the exceptions of many files', () => {
  it('are read with one statement, each file with its own and the patterns', async () => {
    const orgId = await testOrganisation(database);
    const request = (fileName: string): NewException => ({
      orgId,
      id: uuidV7(),
      ruleId: 'UIP-SEC-001',
      fileName,
      byBaseName: false,
      fingerprint: `fingerprint of ${fileName}`,
      places: null,
      location: 'Main',
      repository: null,
      severity: 'high',
      reason: 'r',
      expiresAt: new Date(Date.now() + 86_400_000),
      validationId: null,
      findingId: null,
      requestedAt: new Date(),
      requestedByKind: 'key',
      requestedById: 'abcdefgh',
      requestedByName: 'CI',
      requestedByEmail: null,
    });
    const names = ['a.xaml', 'b.xaml', 'b.xaml', '*.xaml', 'other.xaml'];
    await withOrganisation(app, orgId, async (transaction) => {
      for (const name of names) await insertException(transaction, request(name));
    });
    statements.length = 0;
    const files = ['a.xaml', 'b.xaml', 'c.xaml'].map((path) => archivedFileOf(path, null));
    const exceptionsOf = await withOrganisation(sql, orgId, (transaction) =>
      listExceptionsOf(transaction, files, new Date()),
    );
    assert.equal(statements.length, 4, 'begin, settings, the exceptions, commit');
    const found = files.map((file) =>
      exceptionsOf(file)
        .map(({ fileName }) => fileName)
        .sort(),
    );
    assert.deepEqual(found, [['*.xaml', 'a.xaml'], ['*.xaml', 'b.xaml', 'b.xaml'], ['*.xaml']]);
  });
});

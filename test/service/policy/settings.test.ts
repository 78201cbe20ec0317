import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AuditActor } from '../../../src/contract/audit.ts';
import { SETTINGS_DEFAULT } from '../../../src/contract/organisation-settings.ts';
import { withOrganisation } from '../../../src/infra/database/database.ts';
import {
  changeSettings,
  readOrganisationSettings,
} from '../../../src/service/policy/organisation-settings.ts';
import type { StoredSettings } from '../../../src/service/policy/organisation-settings-store.ts';
import { testDatabase, testOrganisation } from '../../support/database/database.ts';

const database = await testDatabase();
const { app, owner } = database;
const actor: AuditActor = { kind: 'user', id: 'ada', name: 'Ada', email: 'ada@example.com' };

const change = (orgId: string, changes: Partial<StoredSettings>, etag: string | null = null) =>
  changeSettings(app, { orgId, actor, requestId: 'r-1' }, changes, etag);

test('an organisation that has decided nothing has the defaults', async () => {
  const orgId = await testOrganisation(database);
  const settings = await readOrganisationSettings(app, orgId);
  assert.deepEqual(settings, {
    ...SETTINGS_DEFAULT,
    orgId,
    name: 'Test',
    version: 0,
    updatedAt: null,
    updatedBy: null,
  });
});

test('what is changed stays, what is not named stays too, and null goes back to the default', async () => {
  const orgId = await testOrganisation(database);
  await change(orgId, { enforcementMode: 'blocking', scoreAlertThreshold: 70, retentionDays: 30 });
  await change(orgId, { wireCase: 'snake', retentionDays: null });
  const { updatedAt, ...settings } = await readOrganisationSettings(app, orgId);
  assert.deepEqual(settings, {
    ...SETTINGS_DEFAULT,
    orgId,
    name: 'Test',
    enforcementMode: 'blocking',
    scoreAlertThreshold: 70,
    wireCase: 'snake',
    version: 2,
    updatedBy: 'Ada',
  });
  assert.ok(updatedAt instanceof Date);
});

test('of several who know the same version one may change it', async () => {
  const orgId = await testOrganisation(database);
  const attempts = await Promise.allSettled(
    [10, 20, 30, 40].map((retentionDays) => change(orgId, { retentionDays }, '0')),
  );
  const rejected = attempts.filter((attempt) => attempt.status === 'rejected');
  assert.deepEqual(
    rejected.map(({ reason }) => reason.code),
    ['etag_mismatch', 'etag_mismatch', 'etag_mismatch'],
  );
  assert.equal((await readOrganisationSettings(app, orgId)).version, 1);
});

test('each change is in the audit log', async () => {
  const orgId = await testOrganisation(database);
  await change(orgId, { ruleset: 'strict' });
  const entries =
    await owner`select action, actor_id, details, request_id from audit_entries where org_id = ${orgId}`;
  assert.deepEqual(
    [...entries],
    [
      {
        action: 'settings.updated',
        actorId: 'ada',
        details: { changes: { ruleset: 'strict' } },
        requestId: 'r-1',
      },
    ],
  );
});

test('one organisation neither reads nor changes the settings of another', async () => {
  const [one, other] = [await testOrganisation(database), await testOrganisation(database)];
  await change(one, { ruleset: 'strict' });
  const seen = await withOrganisation(app, other, (sql) => sql`select org_id from organisation_settings`);
  assert.equal(seen.length, 0);
  await withOrganisation(app, other, (sql) => sql`update organisation_settings set ruleset = 'security'`);
  assert.equal((await readOrganisationSettings(app, one)).ruleset, 'strict');
});

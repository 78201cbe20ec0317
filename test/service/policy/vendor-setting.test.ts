/** `includeVendor` of an organisation's settings: it reaches every analysis, and a change of it analyses files anew. */
import assert from 'node:assert/strict';
import { describe, it, mock } from 'node:test';
import { uipath } from '../../../src/analysis/platforms/uipath/index.ts';
import { RunServiceService } from '../../../src/gen/flowarden/internal/v1/run.ts';
import { callAs } from '../../gateway/support/api.ts';
import { zip } from '../../support/files/zip.ts';
import type { Identity } from '../../support/service/core.ts';
import { type Body, headers, projectService } from '../../support/service/project-service.ts';

const { core, coreClient, gateway, submit, completed } = await projectService();
const SETTINGS = '/api/v1/organisation/settings';
const MAIN = uipath.snippet('<Delay DisplayName="Wait"/>');
const ROBOT = zip([{ name: 'Main.xaml', content: MAIN }]);
const analyse = mock.method(core.pool, 'analyse');

/** Runs `work` and returns the setting of vendor content of each of its analyses. */
async function decisionsIn(work: () => Promise<unknown>): Promise<readonly (boolean | undefined)[]> {
  analyse.mock.resetCalls();
  await work();
  return analyse.mock.calls.map(({ arguments: [task] }) => task.includeVendor);
}

async function decide(who: Identity, includeVendor: boolean | null): Promise<Body> {
  return (await callAs(who, gateway, 'PATCH', SETTINGS, { includeVendor })).body;
}

async function validate(who: Identity, path: string): Promise<Body> {
  const form = new FormData();
  form.set('file', new Blob([MAIN]), 'Main.xaml');
  form.set('platform', 'platform_1');
  const response = await fetch(gateway.url + path, { method: 'POST', headers: headers(who), body: form });
  assert.equal(response.status, 200);
  return response.json();
}

async function validateLater(who: Identity, afterSubmission: () => Promise<unknown>): Promise<void> {
  const { validationId } = await validate(who, '/api/v1/validate/async');
  await afterSubmission();
  const how = { signal: new AbortController().signal, timeMsMax: 10_000 };
  await coreClient.call(RunServiceService.runValidation, { orgId: who.orgId, validationId }, how);
  // The runner of projects does not take its job.
  await core.database
    .owner`delete from graphile_worker._private_jobs where payload ->> 'validationId' = ${validationId}`;
}

async function validateProject(who: Identity, afterSubmission?: () => Promise<unknown>): Promise<void> {
  const { body } = await submit(who, ROBOT);
  await afterSubmission?.();
  assert.equal((await completed(who, body.projectValidationId)).status, 'completed');
}

describe('includeVendor of the settings', () => {
  it('is false until it is set, and again after null', async () => {
    const who = await core.identity();
    assert.equal((await callAs(who, gateway, 'GET', SETTINGS)).body.includeVendor, false);
    assert.equal((await decide(who, true)).includeVendor, true);
    assert.equal((await callAs(who, gateway, 'GET', SETTINGS)).body.includeVendor, true);
    assert.equal((await decide(who, null)).includeVendor, false);
  });

  it('is audited with its old and new value', async () => {
    const who = await core.identity();
    await decide(who, true);
    const { body } = await callAs(who, gateway, 'GET', '/api/v1/audit-log?targetKind=settings');
    assert.deepEqual(body.entries[0].changes, [{ field: 'includeVendor', from: false, to: true }]);
  });

  it('reaches the analysis of a file', async () => {
    const who = await core.identity();
    assert.deepEqual(await decisionsIn(() => validate(who, '/api/v1/validate')), [false]);
    await decide(who, true);
    assert.deepEqual(await decisionsIn(() => validate(who, '/api/v1/validate')), [true]);
  });

  it('reaches an asynchronous validation as it was at the submission', async () => {
    const who = await core.identity();
    await decide(who, true);
    assert.deepEqual(await decisionsIn(() => validateLater(who, () => decide(who, false))), [true]);
  });

  it('reaches the files of a project as it was at the submission', async () => {
    const who = await core.identity();
    await decide(who, true);
    assert.deepEqual(await decisionsIn(() => validateProject(who, () => decide(who, false))), [true]);
  });

  it('has the unchanged files of a project analysed anew when it changes, and only then', async () => {
    const who = await core.identity();
    assert.deepEqual(await decisionsIn(() => validateProject(who)), [false]);
    assert.deepEqual(await decisionsIn(() => validateProject(who)), []);
    await decide(who, true);
    assert.deepEqual(await decisionsIn(() => validateProject(who)), [true]);
    assert.deepEqual(await decisionsIn(() => validateProject(who)), []);
  });
});

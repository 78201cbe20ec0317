/** `exceptionsNeedProof` of an organisation's settings, in queued runs and projects. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { exceptionScopeOf, type PipelineContext } from '../../../src/contract/ci-context.ts';
import { RunServiceService } from '../../../src/gen/flowarden/internal/v1/run.ts';
import { callAs } from '../../gateway/support/api.ts';
import { zip } from '../../support/files/zip.ts';
import { type Body, headers, projectService } from '../../support/service/project-service.ts';

const { core, coreClient, gateway, submit, completed } = await projectService();
const MAIN = readFileSync(join(import.meta.dirname, '../../../samples/uipath/Main.xaml'));
const METADATA = '{"pipeline":{"repository":"acme/robots"}}';

const admin = await core.identity();
const approver = await core.identity(['exceptions:approve', 'exceptions:read'], admin.orgId);
const send = (method: string, path: string, body?: unknown, who = admin) =>
  callAs(who, gateway, method, path, body);

async function validate(path: string): Promise<Body> {
  const form = new FormData();
  form.set('file', new Blob([MAIN]), 'Main.xaml');
  form.set('platform', 'uipath');
  form.set('metadata', METADATA);
  const response = await fetch(gateway.url + path, { method: 'POST', headers: headers(admin), body: form });
  return response.json();
}

/** Waived findings of a run that is queued, and of a project with the same file; both are submitted by a key. */
async function waived(): Promise<readonly number[]> {
  const { validationId } = await validate('/api/v1/validate/async');
  const how = { signal: new AbortController().signal, timeMsMax: 10_000 };
  await coreClient.call(RunServiceService.runValidation, { orgId: admin.orgId, validationId }, how);
  await core.database
    .owner`delete from graphile_worker._private_jobs where payload ->> 'validationId' = ${validationId}`;
  const { body } = await submit(admin, zip([{ name: 'Main.xaml', content: MAIN }]), 'robot.zip', {
    metadata: METADATA,
  });
  const project = await completed(admin, body.projectValidationId);
  const count = async (id: string) =>
    (await send('GET', `/api/v1/results/${id}`)).body.findings.filter(
      ({ exceptionStatus }: Body) => exceptionStatus === 'approved',
    ).length;
  return [await count(validationId), await count(project.items[0].validationId)];
}

describe('exceptionsNeedProof of the settings', () => {
  it('counts for queued runs and projects, as it was at their submission, and judges unchanged files anew', async () => {
    const { validationId, findings } = await validate('/api/v1/validate');
    const { id: findingId } = findings.find(({ severity }: Body) => severity === 'high');
    const expiresAt = new Date(Date.now() + 7 * 86_400_000).toISOString();
    const wanted = { validationId, findingId, reason: 'accepted', expiresAt };
    const { body } = await send('POST', '/api/v1/exceptions', wanted);
    await send('POST', `/api/v1/exceptions/${body.id}/approve`, {}, approver);
    assert.deepEqual(await waived(), [1, 1]);
    await send('PATCH', '/api/v1/organisation/settings', { exceptionsNeedProof: true });
    assert.deepEqual(await waived(), [0, 0]);
    await send('PATCH', '/api/v1/organisation/settings', { exceptionsNeedProof: null });
    assert.deepEqual(await waived(), [1, 1]);
  });

  const run = (members: object) => members as PipelineContext;
  for (const [what, context, scope] of [
    ['without the setting is what the caller says', { repository: 'a', solutionName: 's' }, 'a'],
    ['without the setting may be a solution', { repository: null, solutionName: 's' }, 's'],
    ['of a proven run is its repository', { repository: 'a', needsProof: true, isProven: true }, 'a'],
    ['of an unproven run is none', { repository: 'a', needsProof: true }, null],
    [
      'of a run that proves no repository is none',
      { repository: null, solutionName: 's', needsProof: true, isProven: true },
      null,
    ],
  ] as const)
    it(`the scope of exceptions ${what}`, () => {
      assert.equal(exceptionScopeOf(run(context)), scope);
    });
});

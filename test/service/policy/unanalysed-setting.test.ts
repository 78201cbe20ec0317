/** Known files that were not analysed block by the setting `blockUnanalysed` or by a policy pack, and by nothing else. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { uipath } from '../../../src/analysis/platforms/uipath/index.ts';
import { RunServiceService } from '../../../src/gen/flowarden/internal/v1/run.ts';
import { writePack } from '../../../src/policy/built/sign-pack.ts';
import { callAs } from '../../gateway/support/api.ts';
import { UNREAD_XAML } from '../../support/files/unread-files.ts';
import { type ZipEntry, zip } from '../../support/files/zip.ts';
import { build } from '../../support/policies/pack-folder.ts';
import type { Identity } from '../../support/service/core.ts';
import { type Body, headers, PATH, projectService } from '../../support/service/project-service.ts';

const { core, coreClient, gateway, submit, completed } = await projectService();
const SETTINGS = '/api/v1/organisation/settings';
const PROJECT: ZipEntry = {
  name: 'project.json',
  content: '{"name":"Robot","main":"Main.xaml","projectVersion":"1.0.0","expressionLanguage":"VisualBasic"}',
};
const MAIN: ZipEntry = { name: 'Main.xaml', content: uipath.snippet('<Sequence/>') };
const ROBOT = zip([PROJECT, MAIN, UNREAD_XAML]);

async function decide(who: Identity, blockUnanalysed: boolean | null): Promise<void> {
  const { status, body } = await callAs(who, gateway, 'PATCH', SETTINGS, { blockUnanalysed });
  assert.deepEqual([status, body.blockUnanalysed], [200, blockUnanalysed ?? false]);
}

function formOf(content: Buffer, name: string, fields: Readonly<Record<string, string>>): FormData {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(content)]), name);
  for (const [field, value] of Object.entries(fields)) form.set(field, value);
  return form;
}

async function post(who: Identity, path: string, form: FormData): Promise<{ status: number; body: Body }> {
  const response = await fetch(gateway.url + path, { method: 'POST', headers: headers(who), body: form });
  return { status: response.status, body: await response.json() };
}

/** Answer to a gate: its status, whether it has passed, and the rules that block. */
interface GateAnswer {
  readonly status: number;
  readonly passed: boolean;
  readonly blockedBy: readonly string[];
}

/** Returns the answer of a project's gate. `afterSubmission` runs while the project waits. */
async function gateOf(
  who: Identity,
  content: Buffer = ROBOT,
  afterSubmission?: () => Promise<unknown>,
): Promise<GateAnswer> {
  const { body: sent } = await submit(who, content, 'robot.zip', { enforcement_mode: 'blocking' });
  await afterSubmission?.();
  await completed(who, sent.projectValidationId);
  const url = `${gateway.url}${PATH}/${sent.projectValidationId}?gate=true`;
  const response = await fetch(url, { headers: headers(who) });
  const body = (await response.json()) as Body;
  const blockedBy = body.blockingFindings.map(({ catalogRuleId }: Body) => catalogRuleId);
  return { status: response.status, passed: body.passed, blockedBy };
}

const OPEN: GateAnswer = { status: 200, passed: true, blockedBy: [] };
const BLOCKED: GateAnswer = { status: 422, passed: false, blockedBy: ['XPL-ENG-011'] };

/** Publishes a pack and puts it in force. */
async function assignPack(who: Identity, yaml: string): Promise<void> {
  const bundle = writePack(await build(yaml));
  const published = await post(who, '/api/v1/policy-packs', formOf(bundle, 'corp.flowpack', {}));
  assert.equal(published.status, 201, JSON.stringify(published.body));
  const { slug, version } = published.body;
  const assigned = await callAs(who, gateway, 'PUT', '/api/v1/policy-assignments', {
    policyPack: `${slug}@${version}`,
  });
  assert.equal(assigned.status, 200, JSON.stringify(assigned.body));
}

describe('blockUnanalysed of the settings', () => {
  it('blocks a project with files that were not analysed, and only while it is set', async () => {
    const who = await core.identity();
    assert.deepEqual(await gateOf(who), OPEN);
    await decide(who, true);
    assert.deepEqual(await gateOf(who), BLOCKED, 'also when nothing else has changed');
    assert.deepEqual(await gateOf(who, zip([PROJECT, MAIN])), OPEN);
    await decide(who, null);
    assert.deepEqual(await gateOf(who), OPEN);
  });

  it('counts for a project as it was at the submission', async () => {
    const who = await core.identity();
    await decide(who, true);
    assert.deepEqual(await gateOf(who, ROBOT, () => decide(who, false)), BLOCKED);
  });

  it('blocks an archive inside a project, which is judged by itself', async () => {
    const who = await core.identity();
    const outer = zip([{ name: 'robot.zip', content: ROBOT }]);
    assert.deepEqual(await gateOf(who, outer), OPEN);
    await decide(who, true);
    assert.deepEqual(await gateOf(who, outer), BLOCKED);
  });

  it('blocks an archive that is sent by itself, at once and in the queue', async () => {
    const who = await core.identity();
    const form = () => formOf(ROBOT, 'robot.zip', { platform: 'uipath', enforcement_mode: 'blocking' });
    assert.equal((await post(who, '/api/v1/validate', form())).status, 200);
    await decide(who, true);
    const { status, body } = await post(who, '/api/v1/validate', form());
    assert.equal(status, 422, JSON.stringify(body));
    const queued = await post(who, '/api/v1/validate/async', form());
    await decide(who, false);
    const { validationId } = queued.body;
    const how = { signal: new AbortController().signal, timeMsMax: 10_000 };
    await coreClient.call(RunServiceService.runValidation, { orgId: who.orgId, validationId }, how);
    // The runner of projects does not take its job.
    await core.database
      .owner`delete from graphile_worker._private_jobs where payload ->> 'validationId' = ${validationId}`;
    const result = await callAs(who, gateway, 'GET', `/api/v1/results/${validationId}`);
    assert.equal(result.body.passed, false);
  });
});

describe('a policy pack about files that were not analysed', () => {
  it('blocks by a high severity', async () => {
    const who = await core.identity();
    await assignPack(who, 'rules: { XPL-ENG-011: { severity: high, confirm: true } }\n');
    assert.deepEqual(await gateOf(who), BLOCKED);
  });

  it('cannot make the setting milder', async () => {
    const who = await core.identity();
    await decide(who, true);
    await assignPack(who, 'rules: { XPL-ENG-011: { severity: medium, confirm: true } }\n');
    assert.deepEqual(await gateOf(who), BLOCKED);
  });
});

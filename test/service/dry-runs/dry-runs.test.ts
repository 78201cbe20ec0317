/** Dry runs of the service: what a version would change, from what earlier runs have stored; bounded, resumable, walled. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PolicyServiceService } from '../../../src/gen/flowarden/v1/policy.ts';
import { writePack } from '../../../src/policy/built/sign-pack.ts';
import { buildPack } from '../../../src/policy/resolve/build-pack.ts';
import { exampleFile } from '../../support/files/example-file.ts';
import { zip } from '../../support/files/zip.ts';
import { BUILD_DEPS, packFolder, packText } from '../../support/policies/pack-folder.ts';
import { until } from '../../support/processes.ts';
import type { Identity } from '../../support/service/core.ts';
import { type Body, headers, projectService } from '../../support/service/project-service.ts';

const { core, gateway, submit, completed, work, rest } = await projectService();
const { owner } = core.database;

const DYNAMIC = '<ui:InvokeWorkflowFile WorkflowFileName="[in_Config(&quot;Step&quot;).ToString]" />';
const FILE = exampleFile('uipath', `<Sequence>${DYNAMIC}</Sequence>`);
const CLEAN = exampleFile('uipath', '<Sequence><ui:LogMessage Message="Done" /></Sequence>');

async function request(who: Identity, method: string, path: string, body?: object | FormData) {
  const isForm = body instanceof FormData;
  const response = await fetch(`${gateway.url}/api/v1${path}`, {
    method,
    headers: {
      ...headers(who),
      ...(body === undefined || isForm ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
  });
  return {
    status: response.status,
    location: response.headers.get('location'),
    body: (await response.json()) as Body,
  };
}

async function publish(who: Identity, body: string, version = '1.0.0'): Promise<void> {
  const revision = version.split('.')[0]!;
  const text = packText(body, 'corp', version).replace('revision: 1', `revision: ${revision}`);
  const form = new FormData();
  const bundle = writePack(await buildPack(packFolder({ 'pack.yaml': text }), BUILD_DEPS));
  form.set('file', new Blob([new Uint8Array(bundle)]), 'corp.flowpack');
  assert.equal((await request(who, 'POST', '/policy-packs', form)).status, 201);
}

async function validate(who: Identity, file: Uint8Array, name: string, fields: Record<string, string> = {}) {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(file)]), name);
  for (const [field, text] of Object.entries({ platform: 'uipath', enforcement_mode: 'blocking', ...fields }))
    form.set(field, text);
  return (await request(who, 'POST', '/validate', form)).body;
}

const start = (who: Identity, body: object = {}, version = '1.0.0') =>
  request(who, 'POST', `/policy-packs/corp/versions/${version}/dry-run`, body);

async function ended(who: Identity, path: string): Promise<Body> {
  await work();
  return until('the dry run has ended', async () => {
    const { body } = await request(who, 'GET', path.replace('/api/v1', ''));
    return body.status === 'running' ? null : body;
  });
}

async function dryRun(who: Identity, body: object = {}, version = '1.0.0'): Promise<Body> {
  const { status, location } = await start(who, body, version);
  assert.equal(status, 202);
  return ended(who, location!);
}

const EXTENDS = 'extends: [builtin/recommended]\n';

describe('a dry run', () => {
  it('says which workflows would fail, by which rule, and changes nothing', async () => {
    const who = await core.identity();
    await publish(who, `${EXTENDS}rules: { UIP-MNT-016: high }\n`);
    const { validationId } = await validate(who, FILE, 'robots/Main.xaml');
    await validate(who, CLEAN, 'robots/Clean.xaml');
    const { status, done, total, result, slug, days } = await dryRun(who);
    assert.deepEqual([status, done, total, slug, days], ['completed', 2, 2, 'corp', 30]);
    assert.deepEqual(result.workflows, { exact: 2, reanalysis: 0, unknown: 0 });
    assert.deepEqual([result.passToFail, result.failToPass, result.verdictUnknown], [1, 0, 0]);
    const [flip] = result.flips;
    assert.deepEqual(
      [flip.validationId, flip.path, flip.platform, flip.passes, flip.class, flip.rules],
      [validationId, 'robots/Main.xaml', 'platform_1', false, 'exact', ['UIP-MNT-016']],
    );
    assert.deepEqual(result.changes, [
      {
        ruleId: 'UIP-MNT-016',
        severityBefore: 'medium',
        severityAfter: 'high',
        findings: 1,
        workflows: 1,
        class: 'exact',
      },
    ]);
    assert.equal(result.score.worse, 1);
    assert.equal((await validate(who, FILE, 'robots/Main.xaml')).passed, true, 'nothing is in force');
  });

  it('looks at the newest run of each workflow, of files of projects too', async () => {
    const who = await core.identity();
    await publish(who, `${EXTENDS}rules: { UIP-MNT-016: high }\n`);
    await validate(who, CLEAN, 'Main.xaml');
    await validate(who, FILE, 'Main.xaml');
    const { body } = await submit(
      who,
      zip([{ name: 'Part.xaml', content: Buffer.from(FILE) }]),
      'robot.zip',
      {
        enforcement_mode: 'blocking',
      },
    );
    await completed(who, body.projectValidationId);
    const { result } = await dryRun(who, { runs: 100 });
    assert.deepEqual(result.workflows, { exact: 2, reanalysis: 0, unknown: 0 });
    assert.deepEqual(result.flips.map(({ path }: Body) => path).sort(), ['Main.xaml', 'Part.xaml']);
    const last = await dryRun(who, { runs: 1 });
    assert.equal(last.total, 1);
    assert.equal((await dryRun(who, { environment: 'production' })).total, 0);
    assert.equal((await dryRun(who, { branch: 'main' })).total, 0);
  });

  it('compares with the version that judged the run, and says what it does not know', async () => {
    const who = await core.identity();
    await publish(who, `${EXTENDS}rules: { UIP-MNT-016: high }\n`);
    await publish(who, `${EXTENDS}rules: { UIP-NMG-002: { params: { in: "^in_" } } }\n`, '2.0.0');
    const argument = '<x:Members><x:Property Name="Order" Type="InArgument(x:String)" /></x:Members>';
    const file = exampleFile('uipath', `${argument}<Sequence>${DYNAMIC}</Sequence>`);
    assert.equal((await validate(who, file, 'Main.xaml', { policy_pack: 'corp@1.0.0' })).passed, false);
    await validate(who, CLEAN, 'Clean.xaml', { policy_pack: 'corp@1.0.0' });
    const { result } = await dryRun(who, {}, '2.0.0');
    assert.deepEqual(
      result.workflows,
      { exact: 1, reanalysis: 0, unknown: 1 },
      'without arguments it is exact',
    );
    assert.deepEqual([result.reasons, result.unknownRules], [{ rule_on: 1 }, { 'UIP-NMG-002': 1 }]);
    assert.equal(result.verdictUnknown, 1, 'a finding of the rule might block');
    await owner`update validations set has_notes = null where org_id = ${who.orgId} and filename = 'Clean.xaml'`;
    assert.equal((await dryRun(who, {}, '2.0.0')).result.reasons.older_run, 1);
  });

  it('names approved exceptions that would lose their target', async () => {
    const who = await core.identity();
    await publish(who, `${EXTENDS}rules: { UIP-MNT-016: off }\n`);
    await validate(who, FILE, 'Main.xaml');
    const id = '0190d5a4-7c1e-7a3b-9f00-3f2a1b4c5d6e';
    await owner`
      insert into exceptions (org_id, id, decision, rule_id, file_name, by_base_name, location, repository, severity,
        reason, expires_at, requested_at, requested_by_kind, requested_by_id, requested_by_name, decided_at,
        decided_by_id, decided_by_name)
      values (${who.orgId}, ${id}, 'approved', 'UIP-MNT-016', 'Main.xaml', false, '*', '*', 'high', 'A reason.',
        now() + interval '9 days', now(), 'key', 'k', 'Key', now(), 'u', 'User')`;
    const { result } = await dryRun(who);
    assert.deepEqual([result.lostExceptions, result.lostExceptionsCount], [[id], 1]);
  });

  it('goes on where a lost core left it, and counts no workflow twice', async () => {
    const who = await core.identity();
    await publish(who, `${EXTENDS}rules: { UIP-MNT-016: high }\n`);
    for (const name of ['A', 'B', 'C']) await validate(who, FILE, `${name}.xaml`);
    await rest();
    const { body } = await start(who);
    const ids = (await owner`select id from validations where org_id = ${who.orgId} order by id desc`).map(
      (row) => row.id,
    );
    const totals = { verdicts: { passToFail: 1, failToPass: 0, unknown: 0 } };
    await owner`
      update policy_dry_runs set run_ids = ${`{${ids.join()}}`}::uuid[], done = 1, totals = totals || ${owner.json(totals)}
      where org_id = ${who.orgId} and id = ${body.id}`;
    const { done, result } = await ended(who, `/policy-dry-runs/${body.id}`);
    assert.deepEqual([done, result.passToFail, result.flips.length], [3, 3, 2]);
  });

  it('is limited in number, and seen by its organisation alone', async () => {
    const [who, stranger] = [await core.identity(), await core.identity()];
    await publish(who, EXTENDS);
    await rest();
    const first = await start(who);
    await start(who);
    const third = await start(who);
    assert.deepEqual([third.status, third.body.error.code], [409, 'state_conflict']);
    assert.equal((await request(stranger, 'GET', `/policy-dry-runs/${first.body.id}`)).status, 404);
    assert.equal((await start(stranger)).status, 404);
    await ended(who, `/policy-dry-runs/${first.body.id}`);
  });

  it('needs the right to read results besides that on packs', async () => {
    const who = await core.identity();
    await publish(who, EXTENDS);
    const publisher = await core.identity(['policies:write'], who.orgId);
    assert.equal((await start(publisher)).status, 403);
    const reader = await core.identity(['policies:read', 'analysis:read'], who.orgId);
    assert.equal((await start(reader)).status, 403);
    const { location } = await start(await core.identity(['policies:assign', 'analysis:read'], who.orgId));
    assert.equal((await ended(reader, location!)).status, 'completed');
    const id = location!.split('/').at(-1)!;
    const { dryRun: message } = await core.call(PolicyServiceService.getPolicyDryRun, { id }, reader);
    assert.equal(message?.result?.passToFail, 0);
  });

  for (const body of [{ days: 0 }, { days: 401 }, { runs: 100_001 }, { days: 1.5 }, { since: 'monday' }])
    it(`rejects ${JSON.stringify(body)}`, async () => {
      const who = await core.identity();
      assert.equal((await start(who, body)).status, 400);
    });
});

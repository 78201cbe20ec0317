/** Projects under a policy pack: its gate over all files, and findings that are new since the last run that passed. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { uipath } from '../../../src/analysis/platforms/uipath/index.ts';
import { writePack } from '../../../src/policy/built/sign-pack.ts';
import { DAY_MS } from '../../../src/units.ts';
import { type ZipEntry, zip } from '../../support/files/zip.ts';
import { build } from '../../support/policies/pack-folder.ts';
import type { Identity } from '../../support/service/core.ts';
import { type Body, headers, projectService } from '../../support/service/project-service.ts';

const { core, gateway, submit, completed } = await projectService();

const DYNAMIC = '<ui:InvokeWorkflowFile WorkflowFileName="[in_Config(&quot;Step&quot;).ToString]" />';
const file = (name: string, fragment = '<Sequence/>'): ZipEntry => ({
  name,
  content: uipath.snippet(fragment),
});

async function send(who: Identity, method: string, path: string, body: FormData | object): Promise<void> {
  const isForm = body instanceof FormData;
  const response = await fetch(`${gateway.url}/api/v1${path}`, {
    method,
    headers: { ...headers(who), ...(isForm ? {} : { 'Content-Type': 'application/json' }) },
    body: isForm ? body : JSON.stringify(body),
  });
  assert.ok(response.ok, await response.clone().text());
}

/** Returns an organisation whose runs are judged by a pack with the rule about dynamic calls. */
async function underPack(gate: string): Promise<Identity> {
  const who = await core.identity();
  const bundle = writePack(await build(`mode: blocking\ngate: ${gate}\nrules: { UIP-MNT-016: on }\n`));
  const upload = new FormData();
  upload.set('file', new Blob([new Uint8Array(bundle)]), 'test.flowpack');
  await send(who, 'POST', '/policy-packs', upload);
  await send(who, 'PUT', '/policy-assignments', { policyPack: 'test' });
  return who;
}

async function run(
  who: Identity,
  files: readonly ZipEntry[],
  fields: Readonly<Record<string, string>> = {},
): Promise<Body> {
  const { status, body } = await submit(who, zip(files), 'robot.zip', fields);
  assert.equal(status, 200, JSON.stringify(body));
  return completed(who, body.projectValidationId);
}
/** Sends a file by itself. */
function runAlone(who: Identity, name: string, fragment: string): Promise<Response> {
  const form = new FormData();
  form.set('file', new Blob([uipath.snippet(fragment)]), name);
  form.set('platform', 'uipath');
  return fetch(`${gateway.url}/api/v1/validate`, { method: 'POST', headers: headers(who), body: form });
}
const inAMonth = new Date(Date.now() + 30 * DAY_MS).toISOString().slice(0, 10);
const conditionsOf = ({ projectFindings }: Body): string[] =>
  projectFindings
    .filter((finding: Body) => finding.catalogRuleId === 'XPL-ENG-008')
    .map((finding: Body) => finding.description);

it('passes when all rules that the gate requires were evaluated', async () => {
  const who = await underPack('{ notEvaluated.required: 0 }');
  const project = await run(who, [file('Main.xaml'), file('Other.xaml', DYNAMIC)]);
  assert.deepEqual([project.status, project.passed, conditionsOf(project)], ['completed', true, []]);
});

it('does not pass with a finding that the last run that passed did not have', async () => {
  const who = await underPack('{ new.medium: 0 }');
  assert.equal((await run(who, [file('Main.xaml'), file('Other.xaml')])).passed, true);
  const changed = await run(who, [file('Main.xaml'), file('Other.xaml', DYNAMIC)]);
  assert.equal(changed.passed, false);
  assert.match(conditionsOf(changed).join(), /New findings of the severity medium: 1/);
  const again = await run(who, [file('Main.xaml'), file('Other.xaml', DYNAMIC)]);
  assert.equal(again.passed, false, 'a run that failed makes nothing known');
});

it('counts a copy in another file as new', async () => {
  const who = await underPack('{ new.medium: 0 }');
  const files = [file('Main.xaml', DYNAMIC), file('Other.xaml')];
  const known = await run(who, files);
  // The first run has everything new: it passes only as if it had been accepted.
  await core.database.owner`update projects set passed = true where id = ${known.projectValidationId}`;
  assert.equal((await run(who, files)).passed, true, 'known');
  const copied = await run(who, [file('Main.xaml', DYNAMIC), file('Other.xaml', DYNAMIC)]);
  assert.match(conditionsOf(copied).join(), /New findings of the severity medium: 1/);
});

it('passes with no note of an author that waives what the score of the gate counts', async () => {
  const who = await underPack('{ score: ">= 99" }');
  const note = `sap2010:Annotation.AnnotationText="flowarden-ignore UIP-MNT-016 until ${inAMonth}: it is fine"`;
  const files = [file('Main.xaml'), file('Other.xaml', DYNAMIC.replace(' Workflow', ` ${note} Workflow`))];
  const noted = await run(who, files);
  assert.deepEqual([noted.score, noted.passed], [100, false]);
  assert.match(conditionsOf(noted).join(), /with what notes in the workflow waive, and must be 99 or more/);
  assert.equal((await run(who, files)).passed, false, 'from the results of the run before');
});

it('makes no finding known to a later run of a file by itself unless the project has passed', async () => {
  const who = await underPack('{ new.medium: 0 }');
  assert.equal((await run(who, [file('Main.xaml'), file('Other.xaml')])).passed, true);
  assert.equal((await runAlone(who, 'Other.xaml', DYNAMIC)).status, 422);
  const changed = await run(who, [file('Main.xaml'), file('Other.xaml', DYNAMIC)]);
  assert.equal(changed.passed, false);
  assert.equal((await runAlone(who, 'Other.xaml', DYNAMIC)).status, 422, 'the project was blocked');
  await core.database.owner`update projects set passed = true where id = ${changed.projectValidationId}`;
  assert.equal((await runAlone(who, 'Other.xaml', DYNAMIC)).status, 200, 'the project has passed');
});

it('knows no finding of a run that passed in another environment', async () => {
  const who = await underPack('{ new.medium: 0 }');
  await send(who, 'PUT', '/policy-assignments', { environment: 'test', policyPack: 'test', choice: 'any' });
  const files = [file('Main.xaml', DYNAMIC)];
  const lax = await run(who, files, { environment: 'test', enforcement_mode: 'warning' });
  assert.equal(lax.passed, true);
  assert.equal((await run(who, files, { environment: 'production' })).passed, false);
  assert.equal((await run(who, files, { environment: 'test' })).passed, true);
});

it('takes a finding that was milder in the last run that passed as new', async () => {
  const who = await underPack('{ new.medium: 0 }');
  const files = [file('Main.xaml', DYNAMIC)];
  const known = await run(who, files);
  await core.database.owner`update projects set passed = true where id = ${known.projectValidationId}`;
  await core.database.owner`
    update validations set findings = replace(findings::text, '"medium"', '"low"')::jsonb where org_id = ${who.orgId}`;
  assert.match(conditionsOf(await run(who, files)).join(), /New findings of the severity medium: 1/);
});

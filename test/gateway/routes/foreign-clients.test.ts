/** Requests as clients that others wrote send them: flat metadata, short names of platforms, keys that answer in snake_case. */
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { uipath } from '../../../src/analysis/platforms/uipath/index.ts';
import { bot } from '../../support/files/bot.ts';
import { type Identity, testCore } from '../../support/service/core.ts';
import { startTestGateway } from '../support/support.ts';

const core = await testCore();
const gateway = await startTestGateway({ corePort: core.server.port });
after(() => gateway.stop());

const CARELESS = uipath.snippet(
  '<TryCatch DisplayName="Careless"><TryCatch.Try><ui:MoveFile Path="a.txt" Destination="b.txt" /></TryCatch.Try><TryCatch.Catches><Catch x:TypeArguments="s:Exception"><ActivityAction x:TypeArguments="s:Exception"><ActivityAction.Argument><DelegateInArgument x:TypeArguments="s:Exception" Name="exception"/></ActivityAction.Argument></ActivityAction></Catch></TryCatch.Catches></TryCatch>',
);
const SOURCE_CONTROL = {
  pipeline: 'github-actions',
  repository: 'org/robots',
  branch: 'main',
  commit: 'abc1234',
  workflowRunUrl: 'https://ci.example.com/7',
  prUrl: '',
  actor: 'someone',
};
const DEPLOYMENT = {
  pipeline: 'power_platform',
  host: 'power-platform-pipelines',
  pipeline_name: 'Core',
  stage_name: 'QA',
};

/** Creates a key whose answers are in snake_case. */
async function snakeKey(): Promise<Identity> {
  const admin = await core.identity();
  const response = await fetch(`${gateway.url}/api/v1/api-keys`, {
    method: 'POST',
    headers: { ...headersOf(admin), 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'pipelines', scopes: ['analysis:write'], wireCase: 'snake' }),
  });
  const { secret } = (await response.json()) as { readonly secret: string };
  return { orgId: admin.orgId, key: secret };
}

const headersOf = ({ key, orgId }: Identity) => ({ Authorization: `ApiKey ${key}`, 'X-Org-Id': orgId });

async function send(
  who: Identity,
  fields: Readonly<Record<string, string>>,
  { path = '/validate', content = CARELESS as string | Buffer, name = 'Main.xaml' } = {},
) {
  const form = new FormData();
  const file = new Blob([new Uint8Array(Buffer.from(content))], { type: 'application/octet-stream' });
  form.set('file', file, name);
  for (const [field, value] of Object.entries({ source: 'cicd', ...fields })) form.set(field, value);
  const response = await fetch(`${gateway.url}/api/v1${path}`, {
    method: 'POST',
    headers: headersOf(who),
    body: form,
  });
  // biome-ignore lint/suspicious/noExplicitAny: bodies of every shape
  const body = (await response.json()) as any;
  return { status: response.status, headers: response.headers, body };
}

const who = await snakeKey();
const fields = { platform: 'uipath', metadata: JSON.stringify(SOURCE_CONTROL) };

describe('a client that sends flat metadata', () => {
  it('reads score, id, link and blocking findings with their descriptions, and fails its job', async () => {
    const { status, body } = await send(who, { ...fields, enforcement_mode: 'blocking' });
    assert.equal(status, 422);
    assert.equal(typeof body.score, 'number');
    assert.match(body.validation_id, /^[0-9a-f-]{36}$/);
    assert.ok(body.report_url.endsWith(`/validations/${body.validation_id}`));
    const [finding] = body.blocking_findings;
    assert.deepEqual(
      [finding.severity, finding.description, finding.location].map((text) => typeof text),
      ['string', 'string', 'string'],
    );
    const { provider, repository, branch, commit, workflow_run_url, pr_url } = body.pipeline;
    assert.deepEqual(
      [provider, repository, branch, commit, workflow_run_url, pr_url],
      ['github-actions', 'org/robots', 'main', 'abc1234', 'https://ci.example.com/7', null],
    );
  });
  it('gets the names of members that were not understood with each answer about the run', async () => {
    const { headers, body } = await send(who, fields);
    const later = await send(who, fields, { path: '/validate/async' });
    const read = await fetch(`${gateway.url}/api/v1/results/${body.validation_id}`, {
      headers: headersOf(who),
    });
    const state = await fetch(`${gateway.url}/api/v1/results/${later.body.validation_id}`, {
      headers: headersOf(who),
    });
    assert.deepEqual(
      [headers, later.headers, read.headers, state.headers].map((all) =>
        all.get('x-service-metadata-ignored'),
      ),
      ['actor', 'actor', 'actor', 'actor'],
    );
  });
  it('gets no such header where all members were understood, and the names encoded where they are odd', async () => {
    const known = await send(who, { ...fields, metadata: JSON.stringify(DEPLOYMENT) });
    assert.equal(known.headers.get('x-service-metadata-ignored'), null);
    const { provider, host, pipeline_name, stage_name } = known.body.pipeline;
    assert.deepEqual(
      [provider, host, pipeline_name, stage_name],
      ['power_platform', 'power-platform-pipelines', 'Core', 'QA'],
    );
    const odd = await send(who, { ...fields, metadata: '{"a, b\\n":1,"ü":2}' });
    assert.equal(odd.headers.get('x-service-metadata-ignored'), 'a%2C%20b%0A, %C3%BC');
  });
  it('may call A360 by its short name', async () => {
    const { status, body } = await send(who, { platform: 'aa' }, { content: bot(), name: 'Main.json' });
    assert.deepEqual([status, body.platform], [200, 'platform_3']);
  });
  it('is rejected for a member with two values, and for a number where a text belongs', async () => {
    const conflict = await send(who, { ...fields, metadata: '{"pipeline":{"branch":"a"},"branch":"b"}' });
    assert.deepEqual([conflict.status, conflict.body.error.code], [400, 'conflicting_fields']);
    const number = await send(who, { ...fields, metadata: '{"pipeline":"ci","build_number":7}' });
    assert.deepEqual([number.status, number.body.error.code], [400, 'invalid_metadata']);
  });
  it('gets no description of blocking findings in camelCase, whose objects are closed', async () => {
    const admin = await core.identity();
    const { body } = await send(admin, { ...fields, enforcement_mode: 'blocking' });
    assert.equal(Object.hasOwn(body.blockingFindings[0], 'description'), false);
  });
});

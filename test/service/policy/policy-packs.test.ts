/** Policy packs in the service: published, trusted, assigned, and no run that talks its way out. */
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { newSigningKey, signPack, writePack } from '../../../src/policy/built/sign-pack.ts';
import { buildPack } from '../../../src/policy/resolve/build-pack.ts';
import { startTestGateway } from '../../gateway/support/support.ts';
import { exampleFile } from '../../support/files/example-file.ts';
import { zip } from '../../support/files/zip.ts';
import { BUILD_DEPS, build, packFolder } from '../../support/policies/pack-folder.ts';
import { type Identity, testCore } from '../../support/service/core.ts';

const core = await testCore();
const { owner } = core.database;
const gateway = await startTestGateway({ corePort: core.server.port });
after(() => gateway.stop());

const DYNAMIC = '<ui:InvokeWorkflowFile WorkflowFileName="[in_Config(&quot;Step&quot;).ToString]" />';
const FILE = exampleFile('uipath', `<Sequence>${DYNAMIC}</Sequence>`);
const MEDIUM_BLOCKS =
  'environments:\n  production: { mode: blocking, gate: { block: [critical, high, medium] } }\n';

interface Head {
  readonly name?: string;
  readonly version?: string;
  readonly revision?: number;
}

/** Builds a pack with the rule about dynamic calls. */
async function pack(
  body: string,
  { name = 'corp', version = '1.0.0', revision = 1 }: Head = {},
): Promise<Buffer> {
  const text = `apiVersion: flowarden/v1
kind: PolicyPack
metadata: { name: ${name}, version: ${version}, revision: ${revision} }
rules:
  UIP-MNT-016: on
${body}`;
  return writePack(await buildPack(packFolder({ 'pack.yaml': text }), BUILD_DEPS));
}

async function request(who: Identity, method: string, path: string, body?: object | FormData) {
  const isForm = body instanceof FormData;
  const response = await fetch(`${gateway.url}/api/v1${path}`, {
    method,
    headers: {
      Authorization: `ApiKey ${who.key}`,
      'X-Org-Id': who.orgId,
      ...(body === undefined || isForm ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    text,
    // biome-ignore lint/suspicious/noExplicitAny: bodies of every shape
    body: (text.startsWith('{') ? JSON.parse(text) : null) as any,
  };
}

function form(file: Uint8Array, name: string, fields: Readonly<Record<string, string>> = {}): FormData {
  const data = new FormData();
  data.set('file', new Blob([new Uint8Array(file)]), name);
  for (const [field, value] of Object.entries(fields)) data.set(field, value);
  return data;
}
const publish = (who: Identity, bundle: Uint8Array, fields: Readonly<Record<string, string>> = {}) =>
  request(who, 'POST', '/policy-packs', form(bundle, 'corp.flowpack', fields));
const assign = (who: Identity, body: object) => request(who, 'PUT', '/policy-assignments', body);
const validate = (who: Identity, fields: Readonly<Record<string, string>> = {}, path = '/validate') =>
  request(who, 'POST', path, form(FILE, 'robots/Main.xaml', { platform: 'uipath', ...fields }));
// biome-ignore lint/suspicious/noExplicitAny: the same
const rulesOf = ({ body }: { readonly body: any }): string[] =>
  body.findings.map(({ catalogRuleId }: { catalogRuleId: string }) => catalogRuleId);

describe('publishing', () => {
  it('stores a version, which holds nowhere before it is assigned', async () => {
    const who = await core.identity();
    const bundle = await pack(MEDIUM_BLOCKS);
    const { status, body, headers } = await publish(who, bundle);
    assert.deepEqual([status, body.slug, body.version, body.revision], [201, 'corp', '1.0.0', 1]);
    assert.equal(headers.get('location'), '/api/v1/policy-packs/corp');
    assert.equal((await validate(who)).body.ruleset, 'default');
    const listed = await request(who, 'GET', '/policy-packs');
    assert.deepEqual(listed.body.versions, [body]);
    const found = await request(who, 'GET', '/policy-packs/corp/versions/1.0.0/bundle');
    assert.equal(found.text, bundle.toString(), 'byte for byte');
    assert.equal(found.headers.get('etag'), `"${body.digest}"`);
    const [entry] =
      await owner`select action, changes from audit_entries where org_id = ${who.orgId} and action like 'policy.%'`;
    assert.deepEqual(
      [entry?.action, entry?.changes],
      ['policy.published', [{ field: 'revision', from: null, to: 1 }]],
    );
  });
  it('checks a file without storing it', async () => {
    const who = await core.identity();
    const { status, body } = await publish(who, await pack(''), { dry_run: 'true' });
    assert.deepEqual([status, body.publishedAt], [200, null]);
    assert.deepEqual((await request(who, 'GET', '/policy-packs')).body.versions, []);
  });
  it('rejects a file whose options no build would write, with what is wrong', async () => {
    const who = await core.identity();
    const built = await build('rules: { PAF-NMG-002: { params: { flow: "^[A-Z]" } } }\n');
    const text = JSON.stringify(built).replaceAll('^[A-Z]', '(?=[A-Z])');
    const { status, body } = await publish(who, writePack(JSON.parse(text)));
    assert.deepEqual([status, body.error.code], [400, 'policy_pack_invalid']);
    assert.match(body.error.message, /"flow" of PAF-NMG-002 is wrong: The pattern is no RE2 pattern/);
    assert.deepEqual((await request(who, 'GET', '/policy-packs')).body.versions, []);
  });
  it('rejects what is no pack, a version that is there, and an older revision unless it is allowed once', async () => {
    const who = await core.identity();
    const broken = await publish(who, Buffer.from('{}'));
    assert.deepEqual([broken.status, broken.body.error.code], [400, 'policy_pack_invalid']);
    await publish(who, await pack('', { version: '2.0.0', revision: 7 }));
    const again = await publish(who, await pack('', { version: '2.0.0', revision: 8 }));
    assert.deepEqual([again.status, again.body.error.code], [409, 'state_conflict']);
    const older = await pack('', { version: '1.0.0', revision: 3 });
    assert.match((await publish(who, older)).body.error.message, /revision 7 of corp was published before/);
    assert.equal((await publish(who, older, { allow_rollback: 'true' })).status, 201);
    const other = await pack('', { version: '1.0.1', revision: 4 });
    assert.equal((await publish(who, other)).status, 409, 'the highest revision still counts');
  });
  it('needs its scope, and assigning another one', async () => {
    const publisher = await core.identity(['policies:write', 'policies:read']);
    assert.equal((await publish(publisher, await pack(''))).status, 201);
    assert.equal((await assign(publisher, { policyPack: 'corp' })).status, 403);
    assert.equal(
      (await request(publisher, 'POST', '/policy-keys', { publicKey: 'x', packs: ['*'] })).status,
      403,
    );
    const assigner = await core.identity(['policies:assign'], publisher.orgId);
    assert.equal((await assign(assigner, { policyPack: 'corp' })).status, 200);
    assert.equal((await publish(assigner, await pack('', { version: '1.1.0', revision: 2 }))).status, 403);
  });
  it('ends with one version however many publish it at once', async () => {
    const who = await core.identity();
    const bundle = await pack('');
    const answers = await Promise.all(Array.from({ length: 5 }, () => publish(who, bundle)));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 409, 409, 409, 409]);
  });
});

describe('an assigned pack', () => {
  it('decides about rules, mode and gate, and answers name its version', async () => {
    const who = await core.identity();
    const { body: version } = await publish(who, await pack(MEDIUM_BLOCKS));
    assert.equal(
      (await assign(who, { environment: 'production', policyPack: 'corp' })).body.policyPack,
      'corp@1.0.0',
    );
    const { status, body } = await validate(who, { environment: 'production' });
    assert.equal(status, 422);
    assert.deepEqual(
      [body.policyPackId, body.policyPackSlug, body.ruleset, body.enforcementMode],
      [version.id, 'corp', 'corp@1.0.0', 'blocking'],
    );
    assert.deepEqual(rulesOf({ body }), ['UIP-MNT-016']);
    assert.equal(body.blockingFindings.length, 1);
    const stored = await request(who, 'GET', `/results/${body.validationId}?gate=true`);
    assert.deepEqual([stored.status, stored.body.blockingFindings.length], [422, 1]);
    assert.equal((await validate(who, { environment: 'test' })).body.policyPackId, null);
  });
  it('holds for every environment without one of its own when it is assigned to the organisation', async () => {
    const who = await core.identity();
    await publish(who, await pack('mode: blocking\ngate: { score: ">= 100" }\n'));
    await assign(who, { policyPack: 'corp@1' });
    for (const fields of [{}, { environment: 'test' }]) {
      const { status, body } = await validate(who, fields);
      assert.equal(status, 422);
      assert.deepEqual(rulesOf({ body }), ['XPL-ENG-008', 'UIP-MNT-016']);
    }
    assert.equal((await assign(who, {})).body.policyPack, null);
    assert.equal((await validate(who)).status, 200);
  });
  it('holds for an environment to which a choice alone is assigned', async () => {
    const who = await core.identity();
    await publish(who, await pack('mode: blocking\ngate: { score: ">= 100" }\n'));
    await assign(who, { policyPack: 'corp' });
    await assign(who, { environment: 'production', choice: 'fixed' });
    const { status, body } = await validate(who, { environment: 'production' });
    assert.deepEqual([status, body.policyPackSlug], [422, 'corp']);
    const other = await validate(who, { environment: 'production', ruleset: 'strict' });
    assert.match(other.body.error.message, /choice fixed/);
  });
  it('stays the same version when a newer one is published', async () => {
    const who = await core.identity();
    await publish(who, await pack(''));
    await assign(who, { policyPack: 'corp' });
    await publish(who, await pack('', { version: '2.0.0', revision: 2 }));
    assert.equal((await validate(who)).body.ruleset, 'corp@1.0.0');
    assert.equal((await validate(who, { policy_pack: 'corp' })).body.ruleset, 'corp@2.0.0', 'as strict');
  });
  it('judges asynchronous files and projects too', async () => {
    const who = await core.identity();
    await publish(who, await pack(MEDIUM_BLOCKS));
    await assign(who, { environment: 'production', policyPack: 'corp' });
    const queued = await validate(who, { environment: 'production' }, '/validate/async');
    assert.equal(queued.status, 200);
    const [row] =
      await owner`select ruleset, fail_on, policy_pack_slug from validations where id = ${queued.body.validationId}`;
    assert.deepEqual([row?.ruleset, row?.failOn, row?.policyPackSlug], ['corp@1.0.0', 'medium', 'corp']);
    const archive = zip([{ name: 'Main.xaml', content: FILE }]);
    const project = await request(
      who,
      'POST',
      '/validate/project',
      form(archive, 'robots.zip', { environment: 'production' }),
    );
    const [made] =
      await owner`select ruleset, fail_on from projects where id = ${project.body.projectValidationId}`;
    assert.deepEqual([made?.ruleset, made?.failOn], ['corp@1.0.0', 'medium']);
  });
});

it('shows what a version decides for an environment, and where', async () => {
  const who = await core.identity();
  const body = 'parameters: { most: 10 }\n';
  await publish(
    who,
    await pack(
      `${body}${MEDIUM_BLOCKS}overrides:\n  - { match: { path: "a/*" }, rules: { UIP-MNT-016: low } }\n`,
    ),
  );
  const version = '/policy-packs/corp/versions/1.0.0';
  const found = await request(who, 'GET', `${version}/effective?environment=production`);
  assert.equal(found.status, 200, found.text);
  const { mode, choice, gate, rules } = found.body;
  assert.deepEqual(
    [mode, choice, gate.block, gate.scoreMin],
    ['blocking', null, ['critical', 'high', 'medium'], null],
  );
  const [rule, ...others] = rules.filter(
    ({ ruleId }: { readonly ruleId: string }) => !ruleId.startsWith('XPL-ENG'),
  );
  assert.deepEqual(others, []);
  assert.deepEqual(rule.decisions, [
    { about: 'on', value: 'true', origin: 'pack.yaml:5' },
    { about: 'severity', value: '"medium"', origin: null },
    { about: 'params.allowPattern', value: '""', origin: null },
    { about: 'override', value: '"low"', origin: 'a/*' },
  ]);
  const other = await request(who, 'GET', `${version}/explain?rule=uip-mnt-016&path=b/Main.xaml`);
  assert.equal(other.body.decisions.length, 3, 'the override is for other paths');
  const off = await request(who, 'GET', `${version}/explain?rule=UIP-MNT-001`);
  assert.deepEqual([off.body.on, off.body.decisions[0].origin], [false, null]);
  const unknown = await request(who, 'GET', `${version}/explain?rule=UIP-MNT-999`);
  assert.deepEqual([unknown.status, unknown.body.error.code], [404, 'not_found']);
  assert.equal((await request(who, 'GET', '/policy-packs/corp/versions/9.0.0/effective')).status, 404);
});

it('reports a run under a pack in the formats of pipelines', async () => {
  const who = await core.identity();
  await publish(who, await pack(''));
  await assign(who, { policyPack: 'corp' });
  const { body } = await validate(who);
  const report = await request(who, 'GET', `/results/${body.validationId}?format=sarif`);
  assert.equal(report.status, 200, report.text);
  const [{ results, tool }] = report.body.runs;
  assert.deepEqual([results.length, results[0].ruleId], [1, 'UIP-MNT-016']);
  assert.deepEqual(
    tool.driver.rules.map(({ id }: { readonly id: string }) => id),
    ['UIP-MNT-016'],
  );
});

describe('a pack with custom rules', () => {
  const rule = (host: string) => `kind: Rule
id: ACME-REL-001
title: Old host
severity: high
platforms: [uipath]
on: call
where: call.dynamic
message: '"{call.name}" is computed.'
why: Nobody can review it.
fix: Name the workflow.
tests:
  invalid: [{ snippet: { uipath: '<ui:InvokeWorkflowFile WorkflowFileName="${host}" />' } }]
  valid: [{ snippet: { uipath: '<ui:InvokeWorkflowFile WorkflowFileName="a.xaml" />' } }]
`;
  const custom = async (host: string) => {
    const head =
      'apiVersion: flowarden/v1\nkind: PolicyPack\nmetadata: { name: acme, version: 1.0.0, revision: 1 }\n';
    const files = { 'pack.yaml': `${head}custom: [a.yaml]\nmode: blocking\n`, 'a.yaml': rule(host) };
    return writePack(await buildPack(packFolder(files), BUILD_DEPS));
  };
  it('blocks by them once it is assigned', async () => {
    const who = await core.identity();
    assert.equal((await publish(who, await custom('[in_Config(1).ToString]'))).status, 201);
    await assign(who, { policyPack: 'acme' });
    const { status, body } = await validate(who);
    assert.equal(status, 422);
    const [finding] = body.blockingFindings;
    assert.equal(finding.rule, 'Old host');
    assert.match(finding.detectorId, /^ACME-REL-001@[0-9a-f]{8}$/);
  });
  it('is not published while one of its tests fails', async () => {
    const who = await core.identity();
    const { status, body } = await publish(who, await custom('b.xaml'));
    assert.deepEqual([status, body.error.code], [400, 'policy_pack_invalid']);
    assert.match(body.error.message, /ACME-REL-001, invalid test 1: it has 0 findings, and must have 1/);
    assert.deepEqual((await request(who, 'GET', '/policy-packs')).body.versions, []);
  });
});

describe('a run beside an assigned pack', () => {
  const strict = 'mode: blocking\ngate: { block: [critical, high, medium] }\n';
  const setUp = async (body: string, choice?: string) => {
    const who = await core.identity();
    await publish(who, await pack(body));
    await publish(who, await pack('', { name: 'lax' }));
    await assign(who, { policyPack: 'corp', ...(choice === undefined ? {} : { choice }) });
    return who;
  };
  it('may not request less than it', async () => {
    const who = await setUp(strict);
    for (const fields of [
      { enforcement_mode: 'advisory' },
      { enforcement_mode: 'warning' },
      { ruleset: 'security' },
      { ruleset: 'default' },
      { policy_pack: 'lax' },
    ]) {
      const { status, body } = await validate(who, fields);
      assert.deepEqual([status, body.error?.code], [400, 'policy_fixed'], JSON.stringify(fields));
      assert.match(body.error.message, /In force is the policy pack corp@1\.0\.0 \(choice stricter\)/);
      const later = await validate(who, fields, '/validate/async');
      assert.equal(later.body.error?.code, 'policy_fixed');
    }
    assert.equal((await validate(who, { enforcement_mode: 'blocking' })).status, 422);
    assert.equal((await validate(who, { policy_pack: 'corp@1.0.0' })).status, 422);
  });
  it('may choose nothing else when the choice is fixed, and anything when it is any', async () => {
    const fixed = await setUp('mode: warning\n', 'fixed');
    assert.equal((await validate(fixed, { enforcement_mode: 'blocking' })).body.error.code, 'policy_fixed');
    assert.equal((await validate(fixed, { ruleset: 'strict' })).body.error.code, 'policy_fixed');
    assert.equal((await validate(fixed)).status, 200);
    const any = await setUp(strict, 'any');
    assert.equal((await validate(any, { enforcement_mode: 'advisory' })).status, 200);
    assert.equal((await validate(any, { policy_pack: 'lax' })).body.policyPackSlug, 'lax');
  });
  it('never uses a pack of another organisation', async () => {
    const who = await core.identity();
    const { body } = await publish(who, await pack(''));
    const stranger = await core.identity();
    for (const policyPack of [body.id, 'corp', 'corp@1.0.0']) {
      assert.equal((await assign(stranger, { policyPack })).body.error.code, 'unknown_policy_pack');
      const { body: answer } = await validate(stranger, { policy_pack: policyPack });
      assert.equal(answer.error.code, 'unknown_policy_pack');
    }
  });
  it('names packs that exist, by slug, version or id, and no ruleset beside one', async () => {
    const who = await setUp('');
    const unknown = await validate(who, { policy_pack: 'crop' });
    assert.deepEqual([unknown.status, unknown.body.error.code], [400, 'unknown_policy_pack']);
    assert.match(unknown.body.error.message, /Did you mean "corp"\?/);
    const both = await validate(who, { policy_pack: 'corp', ruleset: 'default' });
    assert.equal(both.body.error.code, 'conflicting_fields');
  });
});

it('knows no finding of a file that passed in another environment', async () => {
  const who = await core.identity();
  await publish(who, await pack('mode: blocking\ngate: { new.medium: 0 }\n'));
  await assign(who, { policyPack: 'corp' });
  await assign(who, { environment: 'test', policyPack: 'corp', choice: 'any' });
  const lax = { environment: 'test', enforcement_mode: 'warning' };
  assert.equal((await validate(who, lax)).status, 200);
  assert.equal((await validate(who, { environment: 'production' })).status, 422);
  assert.equal((await validate(who, { environment: 'test' })).status, 200);
});

describe('the keys of an organisation', () => {
  const pem = (key = newSigningKey()) => ({
    key,
    text: key.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  });
  it('make signatures necessary, and end the trust in what they have not signed', async () => {
    const who = await core.identity();
    const { key, text } = pem();
    const added = await request(who, 'POST', '/policy-keys', { publicKey: text, packs: ['corp*'] });
    assert.equal(added.status, 201, added.text);
    const bundle = await pack('');
    const unsigned = await publish(who, bundle);
    assert.deepEqual([unsigned.status, unsigned.body.error.code], [400, 'policy_pack_invalid']);
    assert.match(unsigned.body.error.message, /has no signature/);
    assert.equal((await publish(who, signPack(bundle, 'f', newSigningKey().privateKey))).status, 400);
    assert.equal((await publish(who, signPack(bundle, 'f', key.privateKey))).status, 201);
    assert.equal((await assign(who, { policyPack: 'corp' })).status, 200);
    const other = pem();
    await request(who, 'POST', '/policy-keys', { publicKey: other.text, packs: ['*'] });
    const removal = await request(who, 'DELETE', `/policy-keys/${added.body.id}`);
    assert.deepEqual([removal.status, removal.body.error.code], [409, 'state_conflict']);
    assert.match(removal.body.error.message, /corp@1\.0\.0 is in force and would no longer be trusted/);
    await assign(who, {});
    assert.equal((await request(who, 'DELETE', `/policy-keys/${added.body.id}`)).status, 204);
    assert.equal((await assign(who, { policyPack: 'corp' })).body.error.code, 'policy_pack_invalid');
  });
  it('are not added while an unsigned pack is in force', async () => {
    const who = await core.identity();
    await publish(who, await pack(''));
    await assign(who, { policyPack: 'corp' });
    const added = await request(who, 'POST', '/policy-keys', { publicKey: pem().text, packs: ['*'] });
    assert.deepEqual([added.status, added.body.error.code], [409, 'state_conflict']);
  });
  it('verify what the database holds, at every load: a changed file judges nothing', async () => {
    const who = await core.identity();
    const { key, text } = pem();
    await request(who, 'POST', '/policy-keys', { publicKey: text, packs: ['*'] });
    const { body } = await publish(who, signPack(await pack('mode: blocking\n'), 'f', key.privateKey));
    await assign(who, { policyPack: 'corp' });
    const lax = signPack(await pack('mode: advisory\n'), 'f', newSigningKey().privateKey);
    await owner`update policy_pack_versions set bundle = ${lax} where id = ${body.id}`;
    const { status, body: answer } = await validate(who);
    assert.deepEqual([status, answer.error.code], [503, 'policy_unavailable']);
    assert.match(answer.error.message, /No trusted key/);
  });
});

/**
 * Every endpoint that takes an Idempotency-Key has its effect in the transaction that stores its answer: where the answer
 * cannot be stored, nothing has happened. The list is made from the routes: a new one without an entry fails.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { takesIdempotencyKey } from '../../../gateway/request/idempotency.ts';
import { ROUTES } from '../../../gateway/routes/all-routes.ts';
import { newSigningKey, writePack } from '../../../src/policy/built/sign-pack.ts';
import { buildPack } from '../../../src/policy/resolve/build-pack.ts';
import { startTestGateway } from '../../gateway/support/support.ts';
import { countedOf } from '../../support/database/usage.ts';
import { zip } from '../../support/files/zip.ts';
import { BUILD_DEPS, build, packFolder, packText } from '../../support/policies/pack-folder.ts';
import { signedInAdmin } from '../../support/service/browser.ts';
import { GITHUB_ISSUER, testCore } from '../../support/service/core.ts';

const core = await testCore();
const { owner } = core.database;
const gateway = await startTestGateway({ corePort: core.server.port });
after(() => gateway.stop());
const { browser, orgId } = await signedInAdmin(core.database, gateway.url, 'ada@example.com');
const identity = await core.identity(undefined, orgId);
const PACK = writePack(await build('rules: {}\n'));
const TRIED_PACK = writePack(
  await buildPack(packFolder({ 'pack.yaml': packText('rules: {}\n', 'tried') }), BUILD_DEPS),
);
const PUBLIC_KEY = newSigningKey().publicKey.export({ type: 'spki', format: 'pem' }).toString();
const approver = await core.identity(undefined, identity.orgId);
const SAMPLE = readFileSync(join(import.meta.dirname, '../../../samples/uipath/Main.xaml'), 'utf8');

/** The answers of keys that begin with `lost-` cannot be stored. */
before(() =>
  owner.unsafe(`
    create function lose_answer() returns trigger language plpgsql as $$
    begin
      if new.key like 'lost-%' and new.answer is not null then raise exception 'lost'; end if;
      return new;
    end
    $$;
    create trigger lose before update on idempotency_keys for each row execute function lose_answer()`),
);

interface Sender {
  readonly key?: string;
  readonly who?: typeof identity;
}

const call = (method: string, path: string, body?: object | FormData, { key, who = identity }: Sender = {}) =>
  answered(
    fetch(gateway.url + path, {
      method,
      headers: {
        Authorization: `ApiKey ${who.key}`,
        'X-Org-Id': who.orgId,
        ...(!(body instanceof FormData) && { 'Content-Type': 'application/json' }),
        ...(key && { 'Idempotency-Key': key }),
      },
      ...(body !== undefined && { body: body instanceof FormData ? body : JSON.stringify(body) }),
    }),
  );

async function answered(sent: Promise<Response>) {
  const response = await sent;
  // biome-ignore lint/suspicious/noExplicitAny: bodies of every shape
  return { status: response.status, body: (await response.json()) as any };
}

async function post(path: string, body: object | FormData, key: string, by?: Act['by']) {
  if (by !== 'person') return call('POST', path, body, { key, ...(by && { who: by }) });
  const headers = { 'Idempotency-Key': key, 'X-Org-Id': orgId };
  const { status, body: answer } = await browser.send('POST', path, body, headers);
  return { status, body: answer };
}

function upload(
  content: string | Buffer,
  name: string,
  fields: Readonly<Record<string, string>> = {},
): FormData {
  const form = new FormData();
  form.set('file', new Blob([typeof content === 'string' ? content : new Uint8Array(content)]), name);
  for (const [field, value] of Object.entries(fields)) form.set(field, value);
  return form;
}

interface Act {
  readonly path: string;
  readonly body: object | FormData;
  /** Another actor than the key of the organisation: of another person, or a person signed in. */
  readonly by?: typeof identity | 'person';
}

const made = async (path: string, body: object | FormData) => (await call('POST', path, body)).body;
const webhook = await made('/api/v1/org-webhooks', { url: 'https://hooks.example.com/in' });
const apiKey = await made('/api/v1/api-keys', { name: 'CI', scopes: ['analysis:read'] });
const delivery = await made(`/api/v1/org-webhooks/${webhook.id}/test`, {});
const since = new Date(Date.now() - 60_000).toISOString();
const input = (location: string) => ({
  ruleId: 'UIP-MNT-001',
  fileName: 'Main.xaml',
  location,
  reason: 'Later.',
  expiresAt: new Date(Date.now() + 5 * 86_400_000).toISOString(),
});
const published = await made('/api/v1/policy-packs', upload(TRIED_PACK, 'tried.flowpack'));
const invited = await made('/api/v1/members', { email: 'eve@example.org', role: 'viewer' });
const exception = async (location: string) => (await made('/api/v1/exceptions', input(location))).id;
const source = async (name: string, url: string) =>
  (await made('/api/v1/sources', { kind: 'uipath', name, url })).id;
const [tested, pulled] = [
  await source('Tested', 'https://cloud.uipath.com/acme/tested'),
  await source('Pulled', 'https://cloud.uipath.com/acme/pulled'),
];
for (const id of [tested, pulled])
  await call('PUT', `/api/v1/sources/${id}/credential`, { clientId: 'robot', clientSecret: 'secret-1' });
/** Adds a pushed source, begins its pull, and returns where that is. */
const pushed = async (name: string) => {
  const url = `https://cloud.uipath.com/acme/${name}`;
  const senderKeyId = identity.key.split('_')[2]!;
  const { id } = await made('/api/v1/sources', {
    kind: 'pushed',
    platform: 'uipath',
    name,
    url,
    senderKeyId,
  });
  const begin = { platform: 'uipath', urls: [url] };
  const push = await made(`/api/v1/sources/${id}/pushes`, begin);
  return {
    begin,
    path: `/api/v1/sources/${id}/pushes`,
    pull: push.pull.id as string,
    turn: push.turn as string,
  };
};
const [again, listed, skipped, ended] = [
  await pushed('again'),
  await pushed('listed'),
  await pushed('skipped'),
  await pushed('ended'),
];
const LISTING = [
  { part: { key: 'feed:tenant', path: 'tenant', kind: 'feed', place: { feedId: '' }, state: 'ok' } },
  { row: '1', name: 'A', version: '1.0.0', runsIn: 'Robots', place: { feedId: '' } },
  { end: true },
]
  .map((line) => JSON.stringify(line))
  .join('\n');
await made(`${skipped.path}/${skipped.pull}/files`, upload(LISTING, 'listing', { turn: skipped.turn }));
const wanted = (await call('GET', `${skipped.path}/${skipped.pull}`)).body.wanted[0].id;
const target = async (name: string) =>
  (await made('/api/v1/audit-targets', { kind: 'https', name, url: 'https://siem.example.com/events' })).id;
const [probed, backfilled] = [await target('Probed'), await target('Backfilled')];
const ticketTarget = (name: string, project: string) => ({
  ...{ kind: 'jira_cloud', name, url: 'https://acme.atlassian.net', project },
  issueType: 'Bug',
});
const tracker = (await made('/api/v1/ticket-targets', ticketTarget('Probed', 'PROBED'))).id;
const CODE_OWNERS = { repository: 'bank/robots', branch: 'main', path: 'CODEOWNERS', grammar: 'github' };
const codeOwners = await made('/api/v1/code-owners', upload('* @bank/robots\n', 'CODEOWNERS', CODE_OWNERS));
await made('/api/v1/validate', upload(SAMPLE, 'Main.xaml', { platform: 'uipath' }));
const [finding] = (await call('GET', '/api/v1/findings')).body.items;

/** Operation → what is sent. */
const ACTS: Readonly<Record<string, Act>> = {
  validate: {
    path: '/api/v1/validate',
    body: upload(SAMPLE, 'Main.xaml', { platform: 'uipath' }),
  },
  validateAsync: {
    path: '/api/v1/validate/async',
    body: upload(SAMPLE, 'Main.xaml', { platform: 'uipath' }),
  },
  validateProject: {
    path: '/api/v1/validate/project',
    body: upload(zip([{ name: 'Main.xaml', content: SAMPLE }]), 'robot.zip'),
  },
  assignFindings: {
    path: '/api/v1/findings/assignments',
    body: { findings: [{ workflowId: finding.workflowId, findingId: finding.findingId }], comment: 'Soon.' },
  },
  signEvidence: {
    path: '/api/v1/evidence/sign-offs',
    body: { framework: 'DORA', from: since, to: new Date().toISOString(), note: 'Reviewed.' },
    by: 'person',
  },
  createView: {
    path: '/api/v1/views',
    body: { name: 'Criticals', screen: 'findings', query: 'severity=critical' },
  },
  confirmCodeOwners: { path: `/api/v1/code-owners/${codeOwners.id}/confirmation`, body: {} },
  sendCodeOwners: { path: '/api/v1/code-owners', body: upload('* @bank/all\n', 'CODEOWNERS', CODE_OWNERS) },
  createSource: {
    path: '/api/v1/sources',
    body: { kind: 'uipath', name: 'Production', url: 'https://cloud.uipath.com/acme/production' },
  },
  testSource: { path: `/api/v1/sources/${tested}/test`, body: {} },
  startPull: { path: `/api/v1/sources/${pulled}/pulls`, body: {} },
  beginPush: { path: again.path, body: again.begin },
  sendPushed: {
    path: `${listed.path}/${listed.pull}/files`,
    body: upload(LISTING, 'listing', { turn: listed.turn }),
  },
  skipPushed: {
    path: `${skipped.path}/${skipped.pull}/skipped`,
    body: { turn: skipped.turn, artefactId: wanted, reason: 'failed', problem: 'It failed.' },
  },
  endPush: { path: `${ended.path}/${ended.pull}/end`, body: { turn: ended.turn } },
  createLink: {
    path: '/api/v1/links',
    body: { sourceId: pulled, prefix: 'Invoices/', repository: 'bank/robots' },
  },
  createAuditTarget: {
    path: '/api/v1/audit-targets',
    body: { kind: 'https', name: 'SIEM', url: 'https://siem.example.com/events' },
  },
  testAuditTarget: { path: `/api/v1/audit-targets/${probed}/test`, body: {} },
  backfillAuditTarget: { path: `/api/v1/audit-targets/${backfilled}/backfill`, body: { from: since } },
  createTicketTarget: { path: '/api/v1/ticket-targets', body: ticketTarget('Robots', 'ROBOTS') },
  testTicketTarget: { path: `/api/v1/ticket-targets/${tracker}/test`, body: {} },
  createEnvironment: { path: '/api/v1/environments', body: { name: 'canary' } },
  createGroupMapping: { path: '/api/v1/group-mappings', body: { group: 'makers', role: 'developer' } },
  createTeam: { path: '/api/v1/teams', body: { name: 'Payments' } },
  createTrustPolicy: {
    path: '/api/v1/trust-policies',
    body: {
      name: 'acme/robots',
      provider: 'github',
      issuer: GITHUB_ISSUER,
      pins: { repository_owner_id: '1', repository_id: '2' },
    },
  },
  startPolicyDryRun: {
    path: `/api/v1/policy-packs/${published.slug}/versions/${published.version}/dry-run`,
    body: {},
  },
  publishPolicyPack: { path: '/api/v1/policy-packs', body: upload(PACK, 'pack.flowpack') },
  createPolicyKey: { path: '/api/v1/policy-keys', body: { publicKey: PUBLIC_KEY, packs: ['*'] } },
  requestException: { path: '/api/v1/exceptions', body: input('Main › *') },
  approveException: {
    path: `/api/v1/exceptions/${await exception('a*')}/approve`,
    body: {},
    by: approver,
  },
  rejectException: { path: `/api/v1/exceptions/${await exception('b*')}/reject`, body: {} },
  revokeException: { path: `/api/v1/exceptions/${await exception('c*')}/revoke`, body: {} },
  addMember: { path: '/api/v1/members', body: { email: 'ada@example.org', role: 'viewer' } },
  inviteMember: { path: `/api/v1/members/${invited.id}/invitation`, body: {} },
  createApiKey: { path: '/api/v1/api-keys', body: { name: 'Second', scopes: ['analysis:read'] } },
  rotateApiKey: { path: `/api/v1/api-keys/${apiKey.apiKey.id}/rotate`, body: {} },
  createOrgWebhook: { path: '/api/v1/org-webhooks', body: { url: 'https://hooks.example.com/two' } },
  rotateOrgWebhook: { path: `/api/v1/org-webhooks/${webhook.id}/rotate`, body: {} },
  testOrgWebhook: { path: `/api/v1/org-webhooks/${webhook.id}/test`, body: {} },
  redeliver: { path: `/api/v1/org-webhooks/${webhook.id}/deliveries/${delivery.id}/redeliver`, body: {} },
  recoverDeliveries: { path: `/api/v1/org-webhooks/${webhook.id}/recover`, body: { since } },
  rotateCallbackSecret: { path: '/api/v1/organisation/callback-secret/rotate', body: {} },
};

/** Returns the rows of our organisation in every table that an act may change. */
async function rows(): Promise<unknown> {
  const [counts] = await owner`
    select (select count(*)::int from audit_entries where org_id = ${orgId}) as entries,
      (select count(*)::int from validations where org_id = ${orgId}) as validations,
      (select count(*)::int from projects where org_id = ${orgId}) as projects,
      (select count(*)::int from policy_dry_runs where org_id = ${orgId}) as dry_runs,
      (select count(*)::int from views where org_id = ${orgId}) as views,
      (select count(*)::int from source_pulls where org_id = ${orgId}) as pulls,
      (select jsonb_agg(jsonb_build_array(state, counts) order by id) from source_pulls where org_id = ${orgId}) as progress,
      (select count(*)::int from source_links where org_id = ${orgId}) as links,
      (select count(*)::int from code_owners where org_id = ${orgId}) as code_owners`;
  return { ...counts, used: await countedOf(owner, orgId, 'synchronous', 'asynchronous') };
}

/** Endpoints with a key and without one effect: a preview stores nothing, decisions and read marks are stored one by one. */
const WITHOUT_ONE_EFFECT = ['previewException', 'decideExceptions', 'markInboxRead'];

test('every endpoint that takes a key is tried', () => {
  const known = ROUTES.filter(takesIdempotencyKey)
    .map(({ operationId }) => operationId)
    .filter((name) => !WITHOUT_ONE_EFFECT.includes(name));
  assert.deepEqual(Object.keys(ACTS).sort(), known.sort());
});

for (const [name, { path, body, by }] of Object.entries(ACTS)) {
  test(`${name} has no effect when its answer cannot be stored, and one when it can`, async () => {
    const nothing = await rows();
    assert.equal((await post(path, body, `lost-${name}`, by)).status, 500);
    assert.deepEqual(await rows(), nothing);
    const first = await post(path, body, `kept-${name}`, by);
    assert.ok(first.status < 300, JSON.stringify(first.body));
    const one = await rows();
    assert.notDeepEqual(one, nothing);
    assert.deepEqual(await post(path, body, `kept-${name}`, by), first);
    assert.deepEqual(await rows(), one);
  });
}

test('many decisions are each taken once, also when their answer cannot be stored', async () => {
  const ids = [await exception('d*'), await exception('e*')];
  const decide = (key: string) =>
    post('/api/v1/exceptions/decisions', { ids, decision: 'reject' }, key, approver);
  const first = await decide('lost-decisions');
  assert.deepEqual([first.status, first.body.decidedCount], [200, 2]);
  const one = await rows();
  const again = await decide('kept-decisions');
  assert.deepEqual([again.status, again.body.decidedCount, again.body.failedCount], [200, 0, 2]);
  assert.deepEqual(await rows(), one);
  assert.deepEqual(await decide('kept-decisions'), again);
});

/**
 * The bodies of all resources as they stand on the wire, in both spellings: one file each in `fixtures/bodies`, from a
 * whole service. What differs from run to run is replaced. `UPDATE_GOLDEN=1` writes them anew.
 */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { ROUTES } from '../../gateway/routes/all-routes.ts';
import { writePack } from '../../src/policy/built/sign-pack.ts';
import { respell } from '../gateway/support/every-answer.ts';
import { startTestGateway } from '../gateway/support/support.ts';
import { checkGolden } from '../support/files/golden.ts';
import { zip } from '../support/files/zip.ts';
import { build } from '../support/policies/pack-folder.ts';
import { signedInAdmin } from '../support/service/browser.ts';
import { BASE_URL, type Identity, testCore } from '../support/service/core.ts';
import { addArtefact } from '../support/service/drift-rows.ts';
import { estateFile } from '../support/service/estate-service.ts';

// biome-ignore lint/suspicious/noExplicitAny: bodies of every shape
type Body = any;
/** The camelCase bodies of the steps before. */
type Before = Readonly<Record<string, Body>>;

interface Step {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  readonly path: string | ((before: Before) => string);
  /** A JSON body or a form. */
  readonly body?: object | ((before: Before) => object);
  readonly headers?: Readonly<Record<string, string>>;
  /** Only the kinds of the values are compared: the texts are about something else, and change. */
  readonly kinds?: true;
  /** A person calls, with the cookie of a session, and no key. */
  readonly isPersons?: true;
}

const get = (path: Step['path'], rest: Partial<Step> = {}): Step => ({ method: 'GET', path, ...rest });
const post = (path: Step['path'], body?: Step['body']): Step => ({
  method: 'POST',
  path,
  ...(body && { body }),
});
const patch = (path: Step['path'], body: object, headers = {}): Step => ({
  method: 'PATCH',
  path,
  body,
  headers,
});

const WEBHOOK = (before: Before) => `/api/v1/org-webhooks/${before['webhook-created'].id}`;
const XAML =
  '<Activity xmlns="http://schemas.microsoft.com/netfx/2009/xaml/activities"><Sequence DisplayName="Main"/></Activity>';

function upload(): FormData {
  const form = new FormData();
  const fields = { platform: 'platform_1', label: 'nightly', source: 'cicd' };
  const metadata = JSON.stringify({
    pipeline: { provider: 'p', branch: 'main', pr_url: 'https://example.com/1' },
  });
  for (const [name, value] of Object.entries({ ...fields, metadata })) form.set(name, value);
  form.set('file', new Blob([XAML]), 'Main.xaml');
  return form;
}

function fileAlone(): FormData {
  const form = new FormData();
  form.set('file', new Blob([XAML]), 'Main.xaml');
  return form;
}

function archive(): FormData {
  const form = new FormData();
  const fields = { enforcement_mode: 'warning', environment: 'factory', label: 'nightly', source: 'cicd' };
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  // Stored and not packed, and of a fixed time: the same bytes on every machine.
  form.set('file', new Blob([new Uint8Array(zip([{ name: 'Main.xaml', content: XAML }]))]), 'robot.zip');
  return form;
}

function callback(): FormData {
  const form = upload();
  form.set('webhook_url', 'https://hooks.example.com/run/7');
  return form;
}

const PACK = writePack(await build('rules: { UIP-MNT-001: { severity: high, params: { max: 50 } } }\n'));
const PACK_VERSION = '/api/v1/policy-packs/test/versions/1.0.0';

function policyPack(): FormData {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(PACK)]), 'test.flowpack');
  return form;
}

function codeOwners(): FormData {
  const form = new FormData();
  const fields = { repository: 'bank/robots', branch: 'main', path: '.github/CODEOWNERS', grammar: 'github' };
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('file', new Blob(['/payments/ @bank/payments @bank/nobody\n']), 'CODEOWNERS');
  return form;
}

function withFinding(): FormData {
  const form = new FormData();
  form.set('platform', 'platform_1');
  form.set('enforcement_mode', 'warning');
  form.set('file', new Blob([new Uint8Array(estateFile(['secret']))]), 'Mail.xaml');
  return form;
}

/** Requests in their order, by the name of their file. */
const STEPS: Readonly<Record<string, Step>> = {
  settings: get('/api/v1/organisation/settings'),
  'settings-changed': patch('/api/v1/organisation/settings', {
    enforcementMode: 'blocking',
    scoreAlertThreshold: 70,
    retentionDays: 90,
  }),
  'environment-created': post('/api/v1/environments', {
    name: 'factory',
    ruleset: 'strict',
    description: 'Line 4',
  }),
  environments: get('/api/v1/environments'),
  'api-key-created': post('/api/v1/api-keys', { name: 'CI', scopes: ['analysis:write'] }),
  'api-key': get(({ 'api-key-created': made }) => `/api/v1/api-keys/${made.apiKey.id}`),
  'api-keys': get('/api/v1/api-keys?pageSize=1'),
  'member-added': post('/api/v1/members', { email: 'ada@example.com', role: 'approver' }),
  members: get('/api/v1/members'),
  'team-created': post('/api/v1/teams', ({ 'member-added': member }) => ({
    name: 'Payments',
    handles: ['@bank/payments'],
    memberIds: [member.id],
    patterns: [{ repository: 'bank/payment-robots' }, { repository: 'bank/robots', path: '/payments/' }],
  })),
  teams: get('/api/v1/teams'),
  'code-owners-sent': post('/api/v1/code-owners', codeOwners),
  'code-owners': get('/api/v1/code-owners'),
  'code-owners-text': get(({ 'code-owners-sent': made }) => `/api/v1/code-owners/${made.id}`),
  'code-owners-confirmed': post(
    ({ 'code-owners-sent': made }) => `/api/v1/code-owners/${made.id}/confirmation`,
  ),
  'member-invited': post(({ 'member-added': member }) => `/api/v1/members/${member.id}/invitation`),
  'sign-in-options': get('/api/v1/sign-in'),
  'sign-in-link': post('/api/v1/sign-in/link', ({ 'member-invited': made }) => ({
    token: made.url.split('#t=')[1],
  })),
  session: get('/api/v1/session', { isPersons: true }),
  sessions: get('/api/v1/sessions', { isPersons: true }),
  'webhook-created': post('/api/v1/org-webhooks', {
    url: 'https://hooks.example.com/flowarden',
    description: 'Tickets',
  }),
  webhook: get(WEBHOOK),
  webhooks: get('/api/v1/org-webhooks'),
  'webhook-rotated': post((before) => `${WEBHOOK(before)}/rotate`, {}),
  'delivery-test': post((before) => `${WEBHOOK(before)}/test`, {}),
  deliveries: get((before) => `${WEBHOOK(before)}/deliveries`),
  validation: post('/api/v1/validate', upload),
  result: get(({ validation }) => `/api/v1/results/${validation.validationId}`, { kinds: true }),
  outline: get(({ validation }) => `/api/v1/results/${validation.validationId}/outline`),
  validations: get('/api/v1/validations'),
  'result-findings': get(({ validation }) => `/api/v1/results/${validation.validationId}/findings`, {
    kinds: true,
  }),
  'result-checks': get(({ validation }) => `/api/v1/results/${validation.validationId}/checks`, {
    kinds: true,
  }),
  feed: get('/api/v1/feed', { kinds: true }),
  'feed-counts': get('/api/v1/feed/counts', { kinds: true }),
  'feed-summary': get('/api/v1/feed/summary'),
  changes: get('/api/v1/changes', { kinds: true }),
  change: get(({ changes }) => `/api/v1/changes/${changes.changes[0].id}`, { kinds: true }),
  'change-runs': get(({ changes }) => `/api/v1/changes/${changes.changes[0].id}/runs`, { kinds: true }),
  'change-findings': get(({ changes }) => `/api/v1/changes/${changes.changes[0].id}/findings`),
  workflows: get('/api/v1/workflows'),
  workflow: get(({ workflows }) => `/api/v1/workflows/${workflows.items[0].workflowId}`),
  'workflow-history': get(({ workflows }) => `/api/v1/workflows/${workflows.items[0].workflowId}/history`),
  findings: get('/api/v1/findings', { kinds: true }),
  backlog: get('/api/v1/backlog?from=2026-03-01T00:00:00Z&to=2027-03-01T00:00:00Z&group=repository', {
    kinds: true,
  }),
  statistics: get('/api/v1/statistics?from=2026-03-01T00:00:00Z&to=2027-03-01T00:00:00Z', { kinds: true }),
  'finding-counts': get('/api/v1/findings/counts?by=rule', { kinds: true }),
  'project-queued': post('/api/v1/validate/project', archive),
  project: get(
    ({ 'project-queued': made }) => `/api/v1/validate/project/${made.projectValidationId}?gate=true`,
  ),
  projects: get('/api/v1/projects'),
  'exception-requested': post('/api/v1/exceptions', () => ({
    ruleId: 'UIP-MNT-001',
    fileName: 'Main.xaml',
    location: '*Main*',
    reason: 'The vault comes with the next release.',
    expiresAt: new Date(Date.now() + 30 * 86_400_000).toISOString(),
  })),
  exceptions: get('/api/v1/exceptions'),
  'exception-preview': post('/api/v1/exceptions/preview', {
    ruleId: 'UIP-MNT-001',
    fileName: '*.xaml',
    location: '*',
  }),
  'exception-decisions': post('/api/v1/exceptions/decisions', ({ 'exception-requested': made }) => ({
    ids: [made.id, '0190d5a4-7c1e-7a3b-9f00-3f2a1b4c5d6e'],
    decision: 'approve',
  })),
  evidence: get('/api/v1/evidence?framework=PCI&from=2026-03-01T00:00:00Z&to=2027-03-01T00:00:00Z', {
    kinds: true,
  }),
  'audit-log': get('/api/v1/audit-log?pageSize=2'),
  'audit-log-verification': get('/api/v1/audit-log/verification', { kinds: true }),
  usage: get('/api/v1/usage'),
  'validation-queued': post('/api/v1/validate/async', callback),
  'result-queued': get(({ 'validation-queued': queued }) => `/api/v1/results/${queued.validationId}`),
  'callback-secret': get('/api/v1/organisation/callback-secret'),
  'callback-secret-rotated': post('/api/v1/organisation/callback-secret/rotate', {}),
  rule: get('/api/v1/rules/UIP-REL-001', { kinds: true }),
  rules: get('/api/v1/rules?platform=platform_1', { kinds: true }),
  platforms: get('/api/v1/platforms', { kinds: true }),
  'demo-scan': post('/api/v1/demo/validate', fileAlone),
  'demo-scan-read': get(({ 'demo-scan': made }) => `/api/v1/demo/scan/${made.shareToken}`),
  'demo-scan-outline': get(({ 'demo-scan': made }) => `/api/v1/demo/scan/${made.shareToken}/outline`),
  'demo-scan-details': get(({ 'demo-scan': made }) => `/api/v1/demo/scan/${made.shareToken}/details`, {
    kinds: true,
  }),
  'demo-lead-challenge': get('/api/v1/demo/lead-challenge', { kinds: true }),
  'demo-lead': post('/api/v1/demo/leads', ({ 'demo-scan': made }) => ({
    email: 'ada@example.com',
    scanToken: made.shareToken,
  })),
  'policy-published': post('/api/v1/policy-packs', policyPack),
  'policy-packs': get('/api/v1/policy-packs'),
  'policy-effective': get(`${PACK_VERSION}/effective`, { kinds: true }),
  'policy-rule': get(`${PACK_VERSION}/explain?rule=UIP-MNT-001`),
  'policy-dry-run': post(`${PACK_VERSION}/dry-run`, { days: 7 }),
  'policy-keys': get('/api/v1/policy-keys'),
  'policy-assigned': {
    method: 'PUT',
    path: '/api/v1/policy-assignments',
    body: { environment: 'factory', policyPack: 'test@1.0.0' },
  },
  'policy-assignments': get('/api/v1/policy-assignments'),
  channels: get('/api/v1/channels?show=all', { kinds: true }),
  inventory: get('/api/v1/inventory?kind=activity_type&value=Sequence', { kinds: true }),
  'validated-finding': { ...post('/api/v1/validate', withFinding), kinds: true },
  'findings-open': get('/api/v1/findings', { kinds: true }),
  'findings-assigned': post('/api/v1/findings/assignments', ({ 'findings-open': { items } }) => ({
    findings: [{ workflowId: items[0].workflowId, findingId: items[0].findingId }],
    dueAt: '2026-04-01T00:00:00Z',
    comment: 'The vault comes with the next release.',
  })),
  'view-created': post('/api/v1/views', {
    name: 'Criticals',
    screen: 'findings',
    query: 'severity=critical',
  }),
  views: get('/api/v1/views'),
  'ticket-target-created': post('/api/v1/ticket-targets', {
    name: 'Robots',
    kind: 'jira_cloud',
    url: 'https://acme.atlassian.net',
    project: 'ROBOTS',
    issueType: 'Bug',
  }),
  'ticket-targets': get('/api/v1/ticket-targets'),
  'ticket-target-credential': {
    method: 'PUT',
    path: ({ 'ticket-target-created': made }) => `/api/v1/ticket-targets/${made.id}/credential`,
    body: { user: 'flowarden@example.com', token: 'a-token-of-the-tracker' },
  },
  'ticket-target-test': post(({ 'ticket-target-created': made }) => `/api/v1/ticket-targets/${made.id}/test`),
  'group-mapping-created': post('/api/v1/group-mappings', { group: '/bank/robotics', role: 'developer' }),
  'group-mappings': get('/api/v1/group-mappings'),
  'audit-target-created': post('/api/v1/audit-targets', {
    name: 'Splunk',
    kind: 'splunk',
    url: 'https://splunk.example.com:8088/services/collector/event',
    index: 'security',
  }),
  'audit-targets': get('/api/v1/audit-targets'),
  'audit-target-credential': {
    method: 'PUT',
    path: ({ 'audit-target-created': made }) => `/api/v1/audit-targets/${made.id}/credential`,
    body: { token: '3f2a1b4c-5d6e-4f70-8a9b-0c1d2e3f4a5b' },
  },
  'audit-target-test': post(({ 'audit-target-created': made }) => `/api/v1/audit-targets/${made.id}/test`),
  'source-created': post('/api/v1/sources', {
    kind: 'uipath',
    name: 'Production',
    url: 'https://cloud.uipath.com/acme/production/orchestrator_',
    environments: [{ part: 'Prod/*', environment: 'production' }],
  }),
  drift: get('/api/v1/drift', { kinds: true }),
  'link-created': {
    ...post('/api/v1/links', ({ drift: { items } }) => ({
      sourceId: items[0].sourceId,
      artefactId: items[0].artefactId,
      repository: 'bank/robots',
      folder: 'invoices/',
    })),
    kinds: true,
  },
  'link-decided': {
    method: 'PUT',
    path: ({ 'link-created': { id } }) => `/api/v1/links/${id}`,
    body: { state: 'confirmed' },
    kinds: true,
  },
  links: get('/api/v1/links', { kinds: true }),
  finding: get(
    ({ 'validated-finding': run, 'findings-open': { items } }) =>
      `/api/v1/results/${run.validationId}/findings/${items[0].findingId}`,
    { kinds: true },
  ),
  'new-rules': get('/api/v1/organisation/new-rules', { kinds: true }),
  inbox: get('/api/v1/inbox', { isPersons: true }),
  'inbox-read': { ...post('/api/v1/inbox/read', {}), isPersons: true },
  'inbox-mail': get('/api/v1/inbox/mail', { isPersons: true }),
  'api-key-rotated': post(({ 'api-key-created': made }) => `/api/v1/api-keys/${made.apiKey.id}/rotate`, {}),
  'trust-policy-created': post('/api/v1/trust-policies', {
    name: 'Robots',
    provider: 'github',
    issuer: 'https://token.actions.githubusercontent.com',
    pins: { repository_owner_id: '4711', repository_id: '815' },
    conditions: { ref: 'refs/heads/main' },
  }),
  'trust-policies': get('/api/v1/trust-policies'),
  sources: get('/api/v1/sources'),
  'source-credential': {
    method: 'PUT',
    path: ({ 'source-created': made }) => `/api/v1/sources/${made.id}/credential`,
    body: { clientId: '3f2a1b4c', clientSecret: 'secret', expiresAt: '2099-01-01T00:00:00Z' },
  },
  'source-test': post(({ 'source-created': made }) => `/api/v1/sources/${made.id}/test`),
  'source-pulls': get(({ 'source-created': made }) => `/api/v1/sources/${made.id}/pulls`),
  'source-parts': get(({ 'source-created': made }) => `/api/v1/sources/${made.id}/parts`),
  'source-artefacts': get(({ 'source-created': made }) => `/api/v1/sources/${made.id}/artefacts`),
  'policy-pack': get('/api/v1/policy-packs/test'),
  'policy-bundle': get(`${PACK_VERSION}/bundle`, { kinds: true }),
  delivery: get((before) => `${WEBHOOK(before)}/deliveries/${before['delivery-test'].id}`),
  'deliveries-recovered': post((before) => `${WEBHOOK(before)}/recover`, {
    since: new Date(Date.now() - 3_600_000).toISOString(),
  }),
  health: get('/healthz'),
  'evidence-signed': {
    ...post('/api/v1/evidence/sign-offs', {
      framework: 'PCI',
      from: '2026-03-01T00:00:00Z',
      to: '2027-03-01T00:00:00Z',
      note: 'Reviewed.',
    }),
    isPersons: true,
    kinds: true,
  },
  'own-groups': { ...get('/api/v1/account/groups'), isPersons: true },
  'account-renamed': { ...patch('/api/v1/account', { name: 'Ada Example' }), isPersons: true },
  'other-sessions-ended': { method: 'DELETE', path: '/api/v1/sessions', isPersons: true },
  'signed-out': { method: 'DELETE', path: '/api/v1/session', isPersons: true },
  'error-400': get('/api/v1/validations?pageSize=many'),
  'error-401': get('/api/v1/usage', { headers: { Authorization: '' } }),
  'error-403': get('/api/v1/usage', { headers: { 'X-Org-Id': '0190d5a4-7c1e-7a3b-9f00-3f2a1b4c5d6e' } }),
  'error-404': get('/api/v1/environments/nobodys'),
  'error-405': patch('/api/v1/usage', {}),
  'error-409': post('/api/v1/environments', { name: 'factory' }),
  'error-412': patch('/api/v1/environments/factory', { ruleset: 'default' }, { 'If-Match': '"another"' }),
};

const GITHUB = 'https://token.actions.githubusercontent.com';
const core = await testCore({ tokenIssuers: [{ provider: 'github', url: GITHUB }] });
const gateway = await startTestGateway({ corePort: core.server.port });
after(() => gateway.stop());

interface Answers {
  readonly path: string;
  readonly status: number;
  readonly body: Body;
}

/** All steps as one organisation in one spelling. */
async function requestAll(spelling: 'camel' | 'snake'): Promise<Record<string, Answers>> {
  const identity = await core.identity();
  const { browser, orgId } = await signedInAdmin(core.database, gateway.url, `${spelling}@example.com`);
  const before: Record<string, Body> = {};
  const answers: Record<string, Answers> = {};
  for (const [name, step] of Object.entries(STEPS)) {
    const path = typeof step.path === 'string' ? step.path : step.path(before);
    const body = typeof step.body === 'function' ? step.body(before) : step.body;
    const isForm = body instanceof FormData;
    const response = await fetch(gateway.url + path, {
      method: step.method,
      headers: {
        ...(step.isPersons
          ? {
              Cookie: `__Host-flowarden=${browser.cookies.get('__Host-flowarden')}`,
              Origin: gateway.url,
              'X-Org-Id': orgId,
            }
          : { Authorization: `ApiKey ${identity.key}`, 'X-Org-Id': identity.orgId }),
        'X-Service-Case': spelling,
        ...(body && !isForm ? { 'Content-Type': 'application/json' } : {}),
        ...step.headers,
      },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    if (text === '') throw new Error(`${name}: ${response.status} without a body`);
    before[name] = respell(JSON.parse(text), 'camel');
    const shown = JSON.parse(withoutChance(text, identity, before['api-key-created']?.apiKey.id));
    answers[name] = { path, status: response.status, body: step.kinds ? kindsOf(shown) : shown };
    if (name === 'source-created') await storePulled(identity.orgId, before[name].id);
  }
  return answers;
}

/** Stores an artefact as a pull of the source leaves it. */
async function storePulled(orgId: string, sourceId: string): Promise<void> {
  const files = [{ path: 'Main.xaml', bytes: Buffer.from(XAML) }];
  await addArtefact(core.database.owner, orgId, sourceId, { name: 'InvoiceRobot', files });
}

/** Replaces what no two runs have alike, numbers that are about the rules, and sentences, which may change. */
function withoutChance(text: string, { key }: Identity, madeKeyId = 'none'): string {
  return text
    .replaceAll(gateway.url, 'https://flowarden.example')
    .replaceAll(BASE_URL, 'https://flowarden.example')
    .replaceAll(key.split('_')[2]!, 'CALLER00')
    .replaceAll(madeKeyId, 'MADE0000')
    .replaceAll(/fwd_live_\w+/g, 'fwd_live_MADE0000_secret')
    .replaceAll(/("(?:share|scan)_?[tT]oken":)"\w{22}"/g, '$1"token"')
    .replaceAll(/#t=[\w-]{43}/g, '#t=token')
    .replaceAll(/(?:camel|snake)@example/g, 'ada@example')
    .replaceAll(/whsec_[^"]+/g, 'whsec_secret')
    .replaceAll(
      /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g,
      '0190d5a4-0000-7000-8000-000000000000',
    )
    .replaceAll(/[0-9a-f]{64}/g, '0'.repeat(64))
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '2026-01-01T00:00:00.000Z')
    .replaceAll(/"(\d{4}-\d\d)(-\d\d)?"/g, '"2026-01"')
    .replaceAll(/("message":)"(?:[^"\\]|\\.)*"/g, '$1"words"')
    .replaceAll(/("next_?[cC]ursor":)"[^"]+"/g, '$1"cursor"')
    .replaceAll(/("scores":)\[[\d,]+\]/g, '$1[0]')
    .replaceAll(/("(?:validation_?[mM]s|score|critical|high|medium|low|total|would_?[bB]lock)":)\d+/g, '$10');
}

/** The same shape with the kinds of the values in their place; of a list the entry that shows the most. */
function kindsOf(value: unknown): unknown {
  if (value === null) return null;
  if (Array.isArray(value)) return value.map(kindsOf).sort(byWhatTheyShow).slice(0, 1);
  if (typeof value !== 'object') return typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, kindsOf(member)]));
}

/** Brings the item that shows the most to the front. */
function byWhatTheyShow(left: unknown, right: unknown): number {
  return JSON.stringify(right).length - JSON.stringify(left).length;
}

const camel = await requestAll('camel');
const snake = await requestAll('snake');

for (const [name, { method }] of Object.entries(STEPS)) {
  test(`${method} ${name} has the golden body, in both spellings`, () => {
    const { status } = camel[name]!;
    assert.equal(snake[name]!.status, status);
    assert.equal(status >= 400, name.startsWith('error-'), String(status));
    assert.deepEqual(respell(snake[name]!.body, 'camel'), respell(camel[name]!.body, 'camel'));
    checkGolden(`bodies/${name}.json`, { status, camel: camel[name]!.body, snake: snake[name]!.body });
  });
}

/** Messages that no step is answered with: what each needs, and its test. */
const SHOWN_ELSEWHERE: Readonly<Record<string, string>> = {
  'flowarden.v1.GetCallGraphResponse':
    'a project that has ended: test/service/projects/project-across.test.ts',
  'flowarden.v1.WatchFeedResponse': 'an event of a stream: test/service/feed/feed-stream.test.ts',
  'flowarden.v1.RemoveMemberResponse': 'a member with keys: test/gateway/routes/organisation.test.ts',
  'flowarden.v1.StartProviderSignInResponse':
    'an identity provider: test/gateway/people/provider-sign-in.test.ts',
  'flowarden.v1.Push': 'a source with its sender: test/service/sources/push.test.ts',
  'flowarden.v1.PolicyKey': 'signed packs alone: test/service/policy/policy-packs.test.ts',
  'flowarden.rest.v1.ReadyResponse': 'all processes: test/processes/readiness.test.ts',
  'flowarden.rest.v1.NotReadyResponse': 'processes that do not run: test/processes/readiness.test.ts',
};

test('each message that an endpoint answers with has a golden body', () => {
  const shown = new Set([...shownMessages(), ...Object.keys(SHOWN_ELSEWHERE)]);
  const missing = ROUTES.flatMap((route) =>
    Object.values(route.answers).flatMap(({ message }) =>
      message === null || shown.has(message) ? [] : [`${message} of ${route.method} ${route.path}`],
    ),
  );
  assert.deepEqual(missing, []);
});

/** Returns the messages of the answers that the steps get. */
function shownMessages(): string[] {
  return Object.entries(camel).flatMap(([name, { status, path }]) => {
    const route = ROUTES.find(
      ({ method, path: pattern }) => method === STEPS[name]!.method && isPathOf(pattern, path),
    );
    return route?.answers[status]?.message ?? [];
  });
}

function isPathOf(pattern: string, path: string): boolean {
  const parts = path.split('?')[0]!.split('/');
  const names = pattern.split('/');
  return names.length === parts.length && names.every((name, i) => name.startsWith(':') || name === parts[i]);
}

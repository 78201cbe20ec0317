/** Trust policies over REST, and jobs of CI systems that send files with their identity token. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import type { JWTPayload } from 'jose';
import { pino } from 'pino';
import { CONTRACT_LIMITS } from '../../../src/contract/limits.ts';
import { BASE_URL, type Identity, testCore } from '../../support/service/core.ts';
import { startIssuerServer } from '../../support/tokens/issuer-server.ts';
import { createSigningKey, publicJwk, signToken } from '../../support/tokens/signing.ts';
import { call, callAs } from '../support/api.ts';
import { startTestGateway } from '../support/support.ts';

const PATH = '/api/v1/trust-policies';
const MAIN = readFileSync(join(import.meta.dirname, '../../../samples/uipath/Main.xaml'));

const issuers = await startIssuerServer();
after(() => issuers.close());
const key = createSigningKey('k1');
issuers.publish('github', [await publicJwk(key)]);
issuers.publish('jenkins', [await publicJwk(key)]);
const GITHUB = issuers.urlOf('github');

const lines: string[] = [];
const core = await testCore({
  log: pino({ level: 'info' }, { write: (line: string) => void lines.push(line) }),
  tokenIssuers: [
    { provider: 'github', url: GITHUB },
    { provider: 'jenkins', url: issuers.urlOf('jenkins') },
  ],
});
const gateway = await startTestGateway({ corePort: core.server.port });
after(() => gateway.stop());
const admin = await core.identity();
const stranger = await core.identity();

const send = (method: string, path: string, body?: unknown, headers = {}) =>
  callAs(admin, gateway, method, path, body, headers);
const sendAs = (identity: Identity, method: string, path: string, body?: unknown) =>
  callAs(identity, gateway, method, path, body);

const PINS = { repository_owner_id: '4711', repository_id: '815' };
const policy = (change: object = {}) => ({
  name: `robots ${Math.random()}`,
  provider: 'github',
  issuer: GITHUB,
  pins: PINS,
  conditions: { ref: 'refs/heads/*' },
  ...change,
});

const CLAIMS = {
  repository: 'acme/robots',
  repository_id: '815',
  repository_owner_id: '4711',
  ref: 'refs/heads/main',
  sha: '9fceb02d0ae598e95dc970b74767f19372d61af8',
  run_number: '42',
  event_name: 'push',
};

function tokenFor(orgId: string, change: JWTPayload = {}): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  return signToken(key, {
    iss: GITHUB,
    aud: `${BASE_URL}/orgs/${orgId}`,
    iat: now,
    exp: now + 300,
    jti: String(Math.random()),
    ...CLAIMS,
    ...change,
  });
}

/** Calls with the token of a job. */
const asJob = (token: string, path: string, init: RequestInit = {}, orgId = admin.orgId) =>
  call(gateway, path, { ...init, headers: { Authorization: `Bearer ${token}`, 'X-Org-Id': orgId } });

function validate(token: string, orgId?: string) {
  const body = new FormData();
  body.set('platform', 'uipath');
  body.set('file', new File([MAIN], 'Main.xaml'));
  body.set('metadata', '{"pipeline":{"repository":"acme/payments","branch":"release","stageName":"check"}}');
  return asJob(token, '/api/v1/validate', { method: 'POST', body }, orgId);
}

describe('trust policies', () => {
  it('are added, listed, changed against their version and deleted, with every change in the audit log', async () => {
    const wanted = policy({ expiresAt: '2099-01-01T00:00:00Z' });
    const added = await send('POST', PATH, wanted);
    assert.equal(added.status, 201);
    assert.equal(added.headers.get('location'), `${PATH}/${added.body.id}`);
    assert.deepEqual(added.body.pins, PINS);
    assert.deepEqual([added.body.expiresAt, added.body.lastUsedAt], ['2099-01-01T00:00:00.000Z', null]);
    const path = `${PATH}/${added.body.id}`;
    assert.deepEqual((await send('GET', path)).body, added.body);
    assert.deepEqual((await send('GET', PATH)).body.policies, [added.body]);
    const changed = await send('PATCH', path, { conditions: {}, expiresAt: null }, { 'If-Match': '"1"' });
    assert.deepEqual([changed.status, changed.body.conditions, changed.body.expiresAt], [200, {}, null]);
    assert.equal((await send('PATCH', path, { name: 'late' }, { 'If-Match': '"1"' })).status, 412);
    assert.equal((await send('DELETE', path)).status, 204);
    assert.equal((await send('GET', path)).status, 404);
    const { entries } = (await send('GET', '/api/v1/audit-log')).body;
    const actions = entries.map(({ action }: { action: string }) => action);
    assert.deepEqual(actions.slice(0, 3), [
      'trust_policy.deleted',
      'trust_policy.updated',
      'trust_policy.created',
    ]);
    assert.deepEqual(
      entries[1].changes.map(({ field }: { field: string }) => field),
      ['conditions', 'expiresAt'],
    );
  });

  for (const [what, change, sentence] of [
    [
      'an issuer that is not listed',
      { issuer: 'https://evil.example' },
      /issuer is none of this installation/,
    ],
    ['an issuer of another CI system', { issuer: issuers.urlOf('jenkins') }, /issuer is none/],
    [
      'names in place of ids',
      { pins: { repository: 'acme/robots' } },
      /must hold repository_owner_id and repository_id/,
    ],
    [
      'half of the ids',
      { pins: { repository_id: '815' } },
      /must hold repository_owner_id and repository_id/,
    ],
    ['the subject', { pins: { ...PINS, sub: 'repo:acme/robots' } }, /pins names the claim "sub"/],
    ['an unknown condition', { conditions: { reff: 'x' } }, /names the claim "reff". Did you mean "ref"\?/],
    ['an empty pin', { pins: { ...PINS, repository_id: '' } }, /repository_id/],
    ['an expiry in the past', { expiresAt: '2020-01-01T00:00:00Z' }, /expiresAt lies in the past/],
    ['a provider that is unknown', { provider: 'codeberg' }, /provider/],
  ] as const)
    it(`with ${what} are rejected`, async () => {
      const { status, body } = await send('POST', PATH, policy(change));
      assert.equal(status, 400);
      assert.match(body.error.message, sentence);
    });

  it('have unique names, and cannot be changed to what could not be added', async () => {
    const { body } = await send('POST', PATH, policy({ name: 'one' }));
    assert.equal((await send('POST', PATH, policy({ name: 'one' }))).status, 409);
    const path = `${PATH}/${body.id}`;
    assert.equal((await send('PATCH', path, { pins: { repository_id: '815' } })).status, 400);
    assert.equal((await send('PATCH', path, { provider: 'gitlab' })).status, 400);
    const { body: two } = await send('POST', PATH, policy({ name: 'two' }));
    assert.equal((await send('PATCH', `${PATH}/${two.id}`, { name: 'one' })).status, 409);
    for (const id of [body.id, two.id]) await send('DELETE', `${PATH}/${id}`);
  });

  it('have a limited number and unique names when many are added and renamed at once', async () => {
    const organisation = await core.identity();
    const { trustPoliciesMax } = CONTRACT_LIMITS;
    const add = (name: string) => sendAs(organisation, 'POST', PATH, policy({ name }));
    for (let from = 0; from < trustPoliciesMax - 2; from += 14)
      await Promise.all(Array.from({ length: 14 }, (_, i) => add(`policy ${from + i}`)));
    const last = await Promise.all(Array.from({ length: 6 }, (_, i) => add(`last ${i}`)));
    assert.deepEqual(last.map(({ status }) => status).sort(), [201, 201, 409, 409, 409, 409]);
    const { policies } = (await sendAs(organisation, 'GET', PATH)).body;
    assert.equal(policies.length, trustPoliciesMax);
    const renamed = await Promise.all(
      policies
        .slice(0, 6)
        .map(({ id }: { id: string }) => sendAs(organisation, 'PATCH', `${PATH}/${id}`, { name: 'same' })),
    );
    assert.deepEqual(renamed.map(({ status }) => status).sort(), [200, 409, 409, 409, 409, 409]);
  });

  it('are for members and keys with trust:manage of their own organisation', async () => {
    const { body } = await send('POST', PATH, policy());
    const path = `${PATH}/${body.id}`;
    for (const [method, sent] of [['GET'], ['PATCH', { name: 'mine' }], ['DELETE']] as const)
      assert.equal((await sendAs(stranger, method, path, sent)).status, 404, method);
    assert.deepEqual((await sendAs(stranger, 'GET', PATH)).body.policies, []);
    const weak = await core.identity(['org:admin', 'analysis:write'], admin.orgId);
    assert.equal((await sendAs(weak, 'GET', PATH)).status, 403);
    const other = await core.identity(['trust:manage'], admin.orgId);
    const denied = await sendAs(other, 'POST', PATH, policy());
    assert.deepEqual(
      [denied.status, denied.body.error.code],
      [403, 'insufficient_scope'],
      'it lacks what it would give',
    );
    await send('DELETE', path);
  });
});

describe('a job with an identity token', () => {
  it('sends a file under the context that its token proves, and reads its own results alone', async () => {
    const { body: trusted } = await send('POST', PATH, policy());
    const { status, body } = await validate(await tokenFor(admin.orgId));
    assert.equal(status, 200);
    assert.equal(body.ownerId, `${trusted.id}:815`);
    assert.equal(body.ownerName, 'acme/robots@refs/heads/main #42');
    const { provider, repository, branch, commit, buildNumber, stageName } = body.pipeline;
    assert.deepEqual(
      [provider, repository, branch, commit, buildNumber],
      ['github', 'acme/robots', 'refs/heads/main', CLAIMS.sha, '42'],
      'the token stands against what the request says',
    );
    assert.equal(stageName, 'check');
    const token = await tokenFor(admin.orgId, { ref: 'refs/heads/other' });
    assert.equal((await asJob(token, `/api/v1/results/${body.validationId}`)).status, 200);
    const byKey = new FormData();
    byKey.set('platform', 'uipath');
    byKey.set('file', new File([MAIN], 'Main.xaml'));
    const headers = { Authorization: `ApiKey ${admin.key}`, 'X-Org-Id': admin.orgId };
    const foreign = await call(gateway, '/api/v1/validate', { method: 'POST', body: byKey, headers });
    assert.equal((await asJob(token, `/api/v1/results/${foreign.body.validationId}`)).status, 403);
    for (const path of [
      '/api/v1/validations',
      PATH,
      '/api/v1/api-keys',
      '/api/v1/exceptions',
      '/api/v1/audit-log',
    ])
      assert.equal((await asJob(token, path)).status, 403, path);
    const { lastUsedAt } = (await send('GET', `${PATH}/${trusted.id}`)).body;
    assert.ok(Date.now() - Date.parse(lastUsedAt) < 60_000);
    await send('DELETE', `${PATH}/${trusted.id}`);
  });

  it('is rejected with one sentence for any fault, and the log has the reason', async () => {
    const { body: trusted } = await send('POST', PATH, policy());
    const past = Math.floor(Date.now() / 1000) - 1000;
    const cases: readonly (readonly [RegExp, Promise<string>, string?])[] = [
      [/aud is not the audience of the organisation/, tokenFor(stranger.orgId)],
      [/no policy trusts the issuer/, tokenFor(stranger.orgId), stranger.orgId],
      [
        /it names no issuer of FLOWARDEN_OIDC_ISSUERS/,
        tokenFor(admin.orgId, { iss: 'https://evil.example' }),
      ],
      [/it names no issuer of FLOWARDEN_OIDC_ISSUERS/, Promise.resolve('no.token')],
      [/repository_id is not the pinned value/, tokenFor(admin.orgId, { repository_id: '816' })],
      [/ref does not match its condition/, tokenFor(admin.orgId, { ref: 'refs/tags/v1' })],
      [/pull_request_target/, tokenFor(admin.orgId, { event_name: 'pull_request_target' })],
      [/expired/, tokenFor(admin.orgId, { iat: past, exp: past + 300 })],
      [/signature/, tokenFor(admin.orgId).then((token) => `${token.slice(0, -8)}AAAAAAAA`)],
    ];
    const messages = new Set<string>();
    for (const [reason, token, orgId] of cases) {
      lines.length = 0;
      const { status, body } = await validate(await token, orgId);
      assert.equal(status, 401, String(reason));
      messages.add(body.error.message);
      assert.match(lines.join(''), reason);
    }
    assert.deepEqual(
      [...messages],
      [
        'The identity token is not accepted. Compare its claims with the trust policies of the organisation; the log of the service has the reason.',
      ],
    );
    await send('DELETE', `${PATH}/${trusted.id}`);
    assert.equal((await validate(await tokenFor(admin.orgId))).status, 401, 'the policy is deleted');
  });

  it('puts a CODEOWNERS file in force when its event runs the default branch, and else proposes it', async () => {
    const { body: trusted } = await send('POST', PATH, policy());
    const sent = async (change: JWTPayload) => {
      const body = new FormData();
      body.set('repository', 'acme/robots');
      body.set('path', 'CODEOWNERS');
      body.set('grammar', 'github');
      body.set('file', new File([`* @acme/${String(change.event_name)}`], 'CODEOWNERS'));
      const init = { method: 'POST', body };
      return (await asJob(await tokenFor(admin.orgId, change), '/api/v1/code-owners', init)).body.state;
    };
    // These events name the default branch too, while the job may check out the code of a stranger.
    for (const event_name of ['workflow_run', 'issue_comment', 'pull_request_review'])
      assert.equal(await sent({ event_name }), 'proposed', event_name);
    assert.equal(await sent({ event_name: 'push', ref: 'refs/heads/feature' }), 'proposed');
    assert.equal(await sent({ event_name: 'push' }), 'in_force');
    await send('DELETE', `${PATH}/${trusted.id}`);
  });

  it('repeats a request with its Idempotency-Key for the same run alone', async () => {
    const { body: trusted } = await send('POST', PATH, policy());
    const repeat = async (change: JWTPayload) => {
      const body = new FormData();
      body.set('platform', 'uipath');
      body.set('file', new File([MAIN], 'Main.xaml'));
      const headers = {
        Authorization: `Bearer ${await tokenFor(admin.orgId, change)}`,
        'X-Org-Id': admin.orgId,
        'Idempotency-Key': 'the-job',
      };
      return call(gateway, '/api/v1/validate', { method: 'POST', body, headers });
    };
    const first = await repeat({});
    assert.equal(first.status, 200);
    assert.equal((await repeat({})).body.validationId, first.body.validationId);
    assert.notEqual((await repeat({ sha: 'a'.repeat(40) })).status, 200, 'another commit is another request');
    await send('DELETE', `${PATH}/${trusted.id}`);
  });

  it('of a pull request does not count as a run of the branch that it is named after', async () => {
    const { body: trusted } = await send('POST', PATH, policy({ conditions: {} }));
    const token = await tokenFor(admin.orgId, { ref: 'refs/pull/7/merge', head_ref: 'main' });
    assert.equal((await validate(token)).body.pipeline.branch, 'refs/pull/7/merge');
    await send('DELETE', `${PATH}/${trusted.id}`);
  });

  it('needs the organisation in the header, as every caller does', async () => {
    const headers = { Authorization: `Bearer ${await tokenFor(admin.orgId)}` };
    const { status, body } = await call(gateway, '/api/v1/validations', { headers });
    assert.deepEqual([status, body.error.code], [400, 'missing_org_id']);
  });

  it('proves the repository of an exception, where the organisation requires it', async () => {
    const { body: trusted } = await send('POST', PATH, policy());
    const approver = await core.identity(
      ['exceptions:approve', 'exceptions:read', 'analysis:read'],
      admin.orgId,
    );
    const first = await validate(await tokenFor(admin.orgId));
    const { id: findingId } = first.body.findings.find(
      ({ severity }: { severity: string }) => severity === 'high',
    );
    const requested = await send('POST', '/api/v1/exceptions', {
      validationId: first.body.validationId,
      findingId,
      reason: 'accepted',
      expiresAt: new Date(Date.now() + 7 * 86_400_000).toISOString(),
    });
    assert.equal(requested.body.repository, 'acme/robots');
    assert.equal(
      (await sendAs(approver, 'POST', `/api/v1/exceptions/${requested.body.id}/approve`, {})).status,
      200,
    );
    const statusIn = ({ body }: { body: { findings: { id: string; exceptionStatus: string }[] } }) =>
      body.findings.find(({ id }) => id === findingId)?.exceptionStatus;
    const byKey = () => {
      const body = new FormData();
      body.set('platform', 'uipath');
      body.set('file', new File([MAIN], 'Main.xaml'));
      body.set('metadata', '{"pipeline":{"repository":"acme/robots","branch":"refs/heads/main"}}');
      const headers = { Authorization: `ApiKey ${admin.key}`, 'X-Org-Id': admin.orgId };
      return call(gateway, '/api/v1/validate', { method: 'POST', body, headers });
    };
    assert.equal(statusIn(await byKey()), 'approved', 'the word of a key counts by default');
    await send('PATCH', '/api/v1/organisation/settings', { exceptionsNeedProof: true });
    assert.equal(statusIn(await byKey()), 'none');
    const proven = await validate(await tokenFor(admin.orgId));
    assert.equal(statusIn(proven), 'approved');
    assert.equal(JSON.stringify(proven.body).includes('isProven'), false);
    await send('PATCH', '/api/v1/organisation/settings', { exceptionsNeedProof: null });
    await send('DELETE', `${PATH}/${trusted.id}`);
  });
});

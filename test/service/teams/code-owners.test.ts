/** CODEOWNERS files of repositories: proposed, proven, confirmed, and what they decide. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { withOrganisation } from '../../../src/infra/database/database.ts';
import type { ProvenContext } from '../../../src/service/access/trust/proven-context.ts';
import { type CodeOwnersUpload, takeCodeOwners } from '../../../src/service/teams/code-owners/code-owners.ts';
import { findPatternsVersion } from '../../../src/service/teams/owners-store.ts';
import { callAs } from '../../gateway/support/api.ts';
import { startTestGateway } from '../../gateway/support/support.ts';
import { testCore } from '../../support/service/core.ts';
import { workQueue } from '../../support/service/work-queue.ts';

const PATH = '/api/v1/code-owners';
const XAML = readFileSync(join(import.meta.dirname, '../../../samples/uipath/Main.xaml'));

const core = await testCore();
const gateway = await startTestGateway({ corePort: core.server.port });
after(() => gateway.stop());
const admin = await core.identity();
const send = (method: string, path: string, body?: unknown) => callAs(admin, gateway, method, path, body);

async function upload(
  path: string,
  fields: Readonly<Record<string, string>>,
  file: Uint8Array,
  name: string,
) {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.set(field, value);
  form.set('file', new Blob([new Uint8Array(file)]), name);
  const headers = { Authorization: `ApiKey ${admin.key}`, 'X-Org-Id': admin.orgId };
  const response = await fetch(`${gateway.url}${path}`, { method: 'POST', headers, body: form });
  // biome-ignore lint/suspicious/noExplicitAny: the tests state the shapes
  return { status: response.status, body: (await response.json()) as any };
}

const sendFile = (repository: string, text: string, grammar = 'github') =>
  upload(PATH, { repository, branch: 'main', path: 'CODEOWNERS', grammar }, Buffer.from(text), 'CODEOWNERS');

async function validate(repository: string, filename: string): Promise<void> {
  const metadata = JSON.stringify({ pipeline: { repository } });
  const { status } = await upload('/api/v1/validate', { platform: 'uipath', metadata }, XAML, filename);
  assert.equal(status, 200);
}

async function ownerOf(filename: string): Promise<string | null> {
  await workQueue(core);
  const { body } = await send('GET', `/api/v1/workflows?q=${filename}`);
  return body.items[0].ownerTeam;
}

const taken = (change: Partial<CodeOwnersUpload>, proven: ProvenContext | null) =>
  takeCodeOwners(
    core.database.app,
    {
      orgId: admin.orgId,
      actor: { kind: 'workload', id: 'w', name: 'job', email: null },
      requestId: '0190d5a4-7c1e-7a3b-9f00-3f2a1b4c5d6e',
    },
    {
      repository: 'bank/proven',
      branch: null,
      path: 'CODEOWNERS',
      grammar: 'github',
      content: Buffer.from('* @bank/cards'),
      ...change,
    },
    proven,
  );
const proof = (change: Partial<ProvenContext> = {}): ProvenContext => ({
  provider: 'github',
  repository: 'bank/proven',
  branch: 'refs/heads/main',
  commit: null,
  buildNumber: null,
  ...change,
});

await send('POST', '/api/v1/teams', { name: 'Cards', handles: ['@bank/cards'] });
await send('POST', '/api/v1/teams', {
  name: 'Loans',
  patterns: [{ repository: 'bank/shared', path: '/loans/' }],
});

describe('a CODEOWNERS file', () => {
  it('that nothing proves is a proposal, until an admin confirms it', async () => {
    await validate('bank/claimed', 'Claimed.xaml');
    const { status, body } = await sendFile('bank/claimed', '* @nobody @Bank/Cards');
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual([body.state, body.isProven, body.confirmedBy], ['proposed', false, null]);
    assert.deepEqual(
      body.owners.map(({ owner, team }: { owner: string; team: string | null }) => [owner, team]),
      [
        ['@nobody', null],
        ['@bank/cards', 'Cards'],
      ],
    );
    assert.equal(await ownerOf('Claimed.xaml'), null);
    assert.equal((await send('GET', `${PATH}/${body.id}`)).body.text, '* @nobody @Bank/Cards');
    const confirmed = await send('POST', `${PATH}/${body.id}/confirmation`);
    assert.deepEqual([confirmed.status, confirmed.body.state], [200, 'in_force']);
    assert.notEqual(confirmed.body.confirmedBy, null);
    assert.equal(await ownerOf('Claimed.xaml'), 'Cards');
    await validate('bank/claimed', 'Later.xaml');
    assert.equal(await ownerOf('Later.xaml'), 'Cards');
  });

  it('in force stays when another one is proposed, and goes when it is deleted', async () => {
    const { body: proposed } = await sendFile('bank/claimed', '* @nobody');
    assert.equal(proposed.state, 'proposed');
    assert.equal(await ownerOf('Claimed.xaml'), 'Cards');
    const { body: newer } = await sendFile('bank/claimed', '* @somebody');
    assert.equal((await send('POST', `${PATH}/${proposed.id}/confirmation`)).status, 404);
    assert.equal((await send('DELETE', `${PATH}/${newer.id}`)).status, 204);
    const { body } = await send('GET', PATH);
    const inForce = body.codeOwners.filter(
      ({ repository }: { repository: string }) => repository === 'bank/claimed',
    );
    assert.deepEqual(
      inForce.map(({ state }: { state: string }) => state),
      ['in_force'],
    );
    assert.equal((await send('DELETE', `${PATH}/${inForce[0].id}`)).status, 204);
    assert.equal(await ownerOf('Claimed.xaml'), null);
  });

  it('of a repository and default branch that a token proves is in force at once', async () => {
    await validate('bank/proven', 'Proven.xaml');
    for (const [what, proven] of [
      ['another branch', proof({ branch: 'refs/heads/feature' })],
      ['a pull request', proof({ branch: 'refs/pull/1/merge' })],
      ['a tag called main', proof({ branch: 'refs/tags/main' })],
      ['another repository', proof({ repository: 'bank/other' })],
      ['no branch', proof({ branch: null })],
      ['nothing', null],
    ] as const)
      assert.equal((await taken({ branch: 'main' }, proven)).record.isInForce, false, what);
    assert.equal(await ownerOf('Proven.xaml'), null);
    const { record } = await taken({}, proof());
    assert.deepEqual([record.isInForce, record.isProven], [true, true]);
    assert.equal(await ownerOf('Proven.xaml'), 'Cards');
    const { body } = await send('GET', PATH);
    const ofIt = body.codeOwners.filter(
      ({ repository }: { repository: string }) => repository === 'bank/proven',
    );
    assert.equal(ofIt.length, 1);
    const again = await taken({}, null);
    assert.equal(again.record.id, record.id);
  });

  it('that is proven is not stopped by proposals, however many anyone sends', async () => {
    const { owner } = core.database;
    const proposals = () =>
      owner`delete from code_owners where org_id = ${admin.orgId} and sent_by_name = 'flood'`;
    await owner`
      insert into code_owners (org_id, id, repository, is_in_force, grammar, path, is_proven, content, pattern_count, sent_by_name)
      select ${admin.orgId}, gen_random_uuid(), 'flood/' || n, false, 'github', 'CODEOWNERS', false, ''::bytea, 0, 'flood'
      from generate_series(1, 200) as n`;
    const rejected = await sendFile('bank/late', '* @bank/cards');
    assert.deepEqual([rejected.status, rejected.body.error.code], [409, 'state_conflict']);
    const content = Buffer.from('*.xaml @bank/nobody');
    const { record } = await taken({ content }, proof());
    assert.ok(record.isInForce);
    await proposals();
    assert.equal((await sendFile('bank/late', '* @bank/cards')).status, 200);
  });

  it('takes no workflow from a team whose pattern matches, nor one of another repository', async () => {
    await validate('bank/shared', 'loans/Loan.xaml');
    await validate('bank/shared', 'Rest.xaml');
    await validate('bank/foreign', 'Foreign.xaml');
    const { body } = await sendFile('bank/shared', '* @bank/cards');
    await send('POST', `${PATH}/${body.id}/confirmation`);
    assert.equal(await ownerOf('Rest.xaml'), 'Cards');
    assert.equal(await ownerOf('Loan.xaml'), 'Loans');
    assert.equal(await ownerOf('Foreign.xaml'), null);
  });

  it('gives workflows to a team that has its owner among its handles later', async () => {
    await validate('bank/late', 'Handle.xaml');
    const { body } = await sendFile('bank/late', '[Robots] @bank/late\n*.xaml', 'gitlab');
    await send('POST', `${PATH}/${body.id}/confirmation`);
    assert.equal(await ownerOf('Handle.xaml'), null);
    const { body: late } = await send('POST', '/api/v1/teams', { name: 'Late' });
    await send('PATCH', `/api/v1/teams/${late.id}`, { handles: ['@bank/late'] });
    assert.equal(await ownerOf('Handle.xaml'), 'Late');
  });

  it('is matched with new teams when one takes the place of another', async () => {
    const another = await core.identity();
    const change = (method: string, path: string, body?: unknown) =>
      callAs(another, gateway, method, `/api/v1/teams${path}`, body);
    const version = () => withOrganisation(core.database.app, another.orgId, findPatternsVersion);
    const { body: first } = await change('POST', '', { name: 'First', handles: ['@bank/cards'] });
    const before = await version();
    await change('DELETE', `/${first.id}`);
    await change('POST', '', { name: 'Second', handles: ['@bank/cards'] });
    assert.notEqual(await version(), before);
  });

  it('with too many patterns, an unknown grammar or no repository is rejected', async () => {
    const many = await sendFile('bank/many', '* @a\n'.repeat(10_001));
    assert.deepEqual([many.status, many.body.error.code], [400, 'invalid_field']);
    assert.match(many.body.error.message, /10001 patterns/);
    assert.equal((await sendFile('bank/many', '* @a', 'bitbucket')).status, 400);
    assert.equal((await sendFile('', '* @a')).status, 400);
    const large = await sendFile('bank/many', '#'.repeat(3 * 1024 * 1024 + 1));
    assert.equal(large.status, 413);
  });

  it('is confirmed and deleted by admins alone', async () => {
    const { body } = await sendFile('bank/rights', '* @bank/cards');
    const other = await core.identity(['analysis:read', 'analysis:write'], admin.orgId);
    const as = (method: string, path: string) => callAs(other, gateway, method, path);
    assert.equal((await as('GET', PATH)).status, 200);
    assert.equal((await as('POST', `${PATH}/${body.id}/confirmation`)).body.error.code, 'insufficient_scope');
    assert.equal((await as('DELETE', `${PATH}/${body.id}`)).status, 403);
  });
});

/** Queries of the inventory by REST: which workflows touch something. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { exampleFile } from '../../support/files/example-file.ts';
import { zip } from '../../support/files/zip.ts';
import type { Identity } from '../../support/service/core.ts';
import { headers, projectService } from '../../support/service/project-service.ts';

const { core, gateway, submit, completed } = await projectService();

const calling = (host: string) =>
  exampleFile('uipath', `<Sequence><ui:HttpClient EndPoint="https://${host}/orders" /></Sequence>`);

async function send(who: Identity, method: string, path: string, body?: FormData) {
  const response = await fetch(`${gateway.url}/api/v1${path}`, {
    method,
    headers: headers(who),
    ...(body ? { body } : {}),
  });
  // biome-ignore lint/suspicious/noExplicitAny: bodies of every shape
  return { status: response.status, body: (await response.json()) as any };
}

interface Run {
  readonly path?: string;
  readonly branch?: string;
  readonly host: string;
}

/** Validates a file that calls a host; returns the id of the run. */
async function submitFile(who: Identity, { path = 'robots/Main.xaml', branch = 'main', host }: Run) {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(calling(host))]), path);
  form.set('platform', 'uipath');
  const pipeline = { repository: 'bank/robots', branch };
  form.set('metadata', JSON.stringify({ provider: 'github', pipeline }));
  const { status, body } = await send(who, 'POST', '/validate', form);
  assert.ok(status === 200 || status === 422, JSON.stringify(body));
  return body.validationId as string;
}

async function touching(who: Identity, query: Readonly<Record<string, string>>) {
  const { status, body } = await send(who, 'GET', `/inventory?${new URLSearchParams(query)}`);
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}
const OLD = { kind: 'host', value: 'old.corp.example' };
const idsOf = (body: { items: readonly { validationId: string }[] }) =>
  body.items.map(({ validationId }) => validationId);

describe('the inventory', () => {
  it('lists the newest run of each workflow that touches a host', async () => {
    const who = await core.identity();
    await submitFile(who, { host: 'old.corp.example' });
    const main = await submitFile(who, { host: 'old.corp.example' });
    await submitFile(who, { path: 'robots/Other.xaml', host: 'old.corp.example' });
    // The newest run of this workflow does not touch it any more.
    await submitFile(who, { path: 'robots/Other.xaml', host: 'new.corp.example' });
    const found = await touching(who, OLD);
    assert.deepEqual(idsOf(found), [main]);
    const [item] = found.items;
    assert.equal(item.filename, 'robots/Main.xaml');
    assert.equal(item.repository, 'bank/robots');
    assert.equal(item.places, 1);
    assert.equal(item.metrics.workflows, 1);
    assert.equal(found.nextCursor, null);
    assert.deepEqual(idsOf(await touching(who, { ...OLD, value: 'OLD.corp.example' })), [main]);
  });

  it('separates branches, and filters by them', async () => {
    const who = await core.identity();
    const main = await submitFile(who, { host: 'old.corp.example' });
    const feature = await submitFile(who, { host: 'old.corp.example', branch: 'feature/x' });
    assert.deepEqual(idsOf(await touching(who, OLD)), [feature, main]);
    assert.deepEqual(idsOf(await touching(who, { ...OLD, branch: 'refs/heads/main' })), [main]);
    assert.deepEqual(idsOf(await touching(who, { ...OLD, repository: 'bank/other' })), []);
  });

  it('pages through all of them, each once', async () => {
    const who = await core.identity();
    const expected: string[] = [];
    for (const name of ['A', 'B', 'C', 'D', 'E'])
      expected.unshift(await submitFile(who, { path: `${name}.xaml`, host: 'old.corp.example' }));
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page = await touching(who, { ...OLD, pageSize: '2', ...(cursor === null ? {} : { cursor }) });
      seen.push(...idsOf(page));
      cursor = page.nextCursor;
    } while (cursor !== null);
    assert.deepEqual(seen, expected);
  });

  it('knows the files of projects, also those that were reused', async () => {
    const who = await core.identity();
    const archive = zip([
      { name: 'project.json', content: '{"name":"Robot","main":"Main.xaml","dependencies":{}}' },
      { name: 'Main.xaml', content: calling('old.corp.example').toString() },
    ]);
    for (const _run of ['first', 'reused']) {
      const { body } = await submit(who, archive);
      await completed(who, body.projectValidationId);
    }
    const found = await touching(who, OLD);
    assert.equal(found.items.length, 1);
    assert.equal(found.items[0].filename, 'Main.xaml');
  });

  it('says which kinds there are', async () => {
    const who = await core.identity();
    const { status, body } = await send(who, 'GET', '/inventory?kind=server&value=x');
    assert.equal(status, 400);
    assert.match(JSON.stringify(body), /mail_domain/);
    assert.equal((await send(who, 'GET', '/inventory?kind=host')).status, 400);
  });
});

/** Outlines: stored with each kind of run, once for equal files, as long as a run has them, and switched off. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { RunServiceService } from '../../../src/gen/flowarden/internal/v1/run.ts';
import { expireValidations } from '../../../src/service/retention/expire-results-job.ts';
import { exampleFile } from '../../support/files/example-file.ts';
import { zip } from '../../support/files/zip.ts';
import type { Identity } from '../../support/service/core.ts';
import { headers, projectService } from '../../support/service/project-service.ts';

const service = await projectService();
const { core, gateway, submit, completed } = service;
const { owner } = core.database;

const CATCH = `<TryCatch DisplayName="Try it"><TryCatch.Catches><Catch x:TypeArguments="s:Exception" /></TryCatch.Catches></TryCatch>`;
const file = (name: string) => exampleFile('uipath', `<Sequence DisplayName="${name}">${CATCH}</Sequence>`);

async function send(who: Identity | null, method: string, path: string, body?: FormData | object) {
  const isForm = body instanceof FormData;
  const response = await fetch(`${gateway.url}/api/v1${path}`, {
    method,
    headers: { ...(who && headers(who)), ...(body && !isForm ? { 'Content-Type': 'application/json' } : {}) },
    ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
  });
  const text = await response.text();
  // biome-ignore lint/suspicious/noExplicitAny: bodies of every shape
  return { status: response.status, body: (text === '' ? null : JSON.parse(text)) as any };
}

function form(content: Buffer, path = 'robots/Main.xaml'): FormData {
  const made = new FormData();
  made.set('file', new Blob([new Uint8Array(content)]), path);
  made.set('platform', 'uipath');
  return made;
}

async function validated(who: Identity, content: Buffer): Promise<string> {
  const { body } = await send(who, 'POST', '/validate', form(content));
  assert.ok(body.validationId, JSON.stringify(body));
  return body.validationId;
}

const outlineOf = (who: Identity, id: string, query = '') =>
  send(who, 'GET', `/results/${id}/outline${query}`);
const stored = async ({ orgId }: Identity) => {
  const [row] = await owner<
    { count: number }[]
  >`select count(*)::int as count from outlines where org_id = ${orgId}`;
  return row!.count;
};

async function sweep(): Promise<void> {
  await owner`update retention_clock set reached_at = now()`;
  await expireValidations({ ...service.deps, payload: {}, attempt: 1, isLastAttempt: false });
}

describe('the outline of a result', () => {
  let who: Identity;
  before(async () => {
    who = await core.identity();
  });

  it('has the steps, and the findings at them', async () => {
    const id = await validated(who, file('Work'));
    const { status, body } = await outlineOf(who, id);
    assert.equal(status, 200, JSON.stringify(body));
    const { workflows, workflow } = body;
    assert.deepEqual(workflow.nodes.name, ['Main', 'Work', 'Try it', 'Catch Exception']);
    assert.deepEqual(workflow.nodes.parent, [-1, 0, 1, 2]);
    const result = await send(who, 'GET', `/results/${id}`);
    const pinned = new Set(workflow.pins.map(({ findingId }: { findingId: string }) => findingId));
    for (const finding of result.body.findings) assert.ok(pinned.has(finding.id), finding.rule);
    assert.equal(workflows[0].summary.total, result.body.findings.length);
    const empty = result.body.findings.find(({ rule }: { rule: string }) => rule === 'Empty catch block');
    const pin = workflow.pins.find(({ findingId }: { findingId: string }) => findingId === empty.id);
    assert.equal(workflow.nodes.name[pin.node], 'Catch Exception');
  });

  it('is drawn as a picture, light or dark', async () => {
    const id = await validated(who, file('Drawn'));
    const draw = (query: string) =>
      fetch(`${gateway.url}/api/v1/results/${id}/picture.svg${query}`, { headers: headers(who) });
    const light = await draw('');
    assert.match(light.headers.get('Content-Type') ?? '', /^image\/svg\+xml/);
    const svg = await light.text();
    assert.match(svg, /^<svg [^>]*role="img"/);
    assert.ok(svg.includes('>Drawn</text>'));
    assert.notEqual(await (await draw('?theme=dark')).text(), svg);
    assert.equal((await draw('?theme=pink')).status, 400);
    assert.equal(await (await draw('')).text(), svg, 'the same again');
    const stranger = await fetch(`${gateway.url}/api/v1/results/${id}/picture.svg`, {
      headers: headers(await core.identity()),
    });
    assert.equal(stranger.status, 404, 'also when the picture is in memory');
  });

  it('is stored once for equal files', async () => {
    const other = await core.identity();
    await validated(other, file('Same'));
    await validated(other, file('Same'));
    assert.equal(await stored(other), 1);
    const changed = exampleFile(
      'uipath',
      `<Sequence DisplayName="Same">${CATCH}<ui:ShouldStop /></Sequence>`,
    );
    await validated(other, changed);
    assert.equal(await stored(other), 2);
    const first = await outlineOf(other, await validated(other, file('Same')));
    assert.ok(first.body.workflow.pins.every(({ change }: { change: string | null }) => change === null));
  });

  it('is not sent again to a caller who has it', async () => {
    const id = await validated(who, file('Known'));
    const read = (etag?: string) =>
      fetch(`${gateway.url}/api/v1/results/${id}/outline`, {
        headers: { ...headers(who), ...(etag === undefined ? {} : { 'If-None-Match': etag }) },
      });
    const first = await read();
    const etag = first.headers.get('ETag')!;
    const again = await read(etag);
    assert.deepEqual([again.status, again.headers.get('ETag'), await again.text()], [304, etag, '']);
    assert.equal((await read(etag.replace('W/"', 'W/"0'))).status, 200);
  });

  it('belongs to its organisation', async () => {
    const id = await validated(who, file('Work'));
    const stranger = await core.identity();
    assert.equal((await outlineOf(stranger, id)).body.error.code, 'not_found');
  });

  it('names the workflows of an archive; another position is none of them', async () => {
    const archive = zip([
      { name: 'project.json', content: '{"name":"Robot","main":"Main.xaml","dependencies":{}}' },
      { name: 'Main.xaml', content: file('Main').toString() },
      { name: 'Other.xaml', content: file('Other').toString() },
    ]);
    const { body } = await send(who, 'POST', '/validate', form(archive, 'robot.zip'));
    const { body: list } = await outlineOf(who, body.validationId);
    assert.equal(list.workflow.file, 'Other.xaml', 'the one with the most of the worst findings');
    const position = list.workflows.findIndex(({ file: path }: { file: string }) => path === 'Main.xaml');
    const shown = await outlineOf(who, body.validationId, `?workflow=${position}`);
    assert.equal(shown.body.workflow.nodes.name[1], 'Main');
    assert.equal(
      (await outlineOf(who, body.validationId, '?workflow=99')).body.error.code,
      'outline_not_found',
    );
  });

  it('is stored with runs for later, and with files of projects that have not changed', async () => {
    const { body: queued } = await send(who, 'POST', '/validate/async', form(file('Later')));
    const run = { orgId: who.orgId, validationId: queued.validationId };
    const how = { signal: service.deps.signal, timeMsMax: 60_000 };
    await service.coreClient.call(RunServiceService.runValidation, run, how);
    // Its job belongs to a runner that this service has not.
    await owner`delete from graphile_worker._private_jobs`;
    assert.equal((await outlineOf(who, queued.validationId)).body.workflow.nodes.name[1], 'Later');
    const archive = zip([
      { name: 'project.json', content: '{"name":"Robot","main":"Main.xaml","dependencies":{}}' },
      { name: 'Main.xaml', content: file('In a project').toString() },
    ]);
    for (const run of ['first', 'unchanged']) {
      const { body } = await submit(who, archive);
      await completed(who, body.projectValidationId);
      const { body: runs } = await send(
        who,
        'GET',
        `/validations?projectValidationId=${body.projectValidationId}`,
      );
      const main = runs.validations.find(({ filename }: { filename: string }) => filename === 'Main.xaml');
      const { body: shown } = await outlineOf(who, main.validationId);
      assert.equal(shown.workflow?.nodes.name[1], 'In a project', `${run}: ${JSON.stringify(shown)}`);
    }
  });

  it('stays as long as its last run, and no longer', async () => {
    const brief = await core.identity();
    await send(brief, 'PATCH', '/organisation/settings', { retentionDays: 10 });
    await validated(brief, file('Brief'));
    await owner`update outlines set used_at = now() - interval '11 days' where org_id = ${brief.orgId}`;
    await sweep();
    assert.equal(await stored(brief), 1);
    await owner`update outlines set used_at = now() - interval '13 days' where org_id = ${brief.orgId}`;
    await sweep();
    assert.equal(await stored(brief), 0);
  });

  it('is not stored where the organisation says so, and those that are get deleted', async () => {
    const discreet = await core.identity();
    const earlier = await validated(discreet, file('Earlier'));
    const settings = await send(discreet, 'PATCH', '/organisation/settings', { keepOutlines: false });
    assert.equal(settings.body.keepOutlines, false);
    const id = await validated(discreet, file('Later'));
    assert.equal((await outlineOf(discreet, id)).body.error.code, 'outline_not_found');
    await sweep();
    assert.equal((await outlineOf(discreet, earlier)).body.error.code, 'outline_not_found');
  });
});

describe('the report of a free scan', () => {
  it('has an outline, whose findings are known by their positions, and can be deleted', async () => {
    const upload = form(file('Free'));
    upload.delete('platform');
    const { body: scan } = await send(null, 'POST', '/demo/validate', upload);
    assert.ok(scan.shareToken, JSON.stringify(scan));
    const path = `/demo/scan/${scan.shareToken}`;
    const { body } = await send(null, 'GET', `${path}/outline`);
    assert.equal(body.workflow.nodes.name[1], 'Free');
    const [pin] = body.workflow.pins;
    assert.equal(scan.findings[Number(pin.findingId)].severity, pin.severity);
    assert.equal((await send(null, 'DELETE', path)).status, 204);
    for (const gone of [path, `${path}/outline`])
      assert.equal((await send(null, 'GET', gone)).body.error.code, 'scan_not_found');
    assert.equal((await send(null, 'DELETE', path)).body.error.code, 'scan_not_found');
  });
});

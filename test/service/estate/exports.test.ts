/** Exports of lists: exactly what the filters let through, page after page. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { estateService } from '../../support/service/estate-service.ts';
import { type Body, headers } from '../../support/service/project-service.ts';

const { core, gateway, call, get, run } = await estateService();
const who = await core.identity();

async function file(path: string, accept = '*/*') {
  const response = await fetch(`${gateway.url}/api/v1${path}`, {
    headers: { ...headers(who), Accept: accept },
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

const linesOf = (text: string) => text.trimEnd().split('\r\n');

before(async () => {
  await run(who, { path: 'A.xaml', parts: ['secret', 'cleartext'] });
  await run(who, { path: '=cmd.xaml', parts: ['secret'] });
  await call(who, 'PATCH', '/organisation/settings', { retentionDays: 30 });
});

describe('an export', () => {
  it('has the entries of the list with the same filters', async () => {
    for (const path of [
      '/findings?severity=critical',
      '/findings?q=a.xaml',
      '/workflows?sort=time',
      '/validations?filename=A.xaml',
      '/audit-log?action=settings.updated',
    ]) {
      const page = await get(who, `${path}&pageSize=200`);
      const [, entries] = Object.entries(page).find(([, value]) => Array.isArray(value)) as [string, Body[]];
      assert.ok(entries.length > 0, path);
      const json = await file(`${path}&format=json`);
      assert.deepEqual(JSON.parse(json.text), page);
      const csv = await file(`${path}&format=csv`);
      assert.equal(csv.headers.get('content-type'), 'text/csv; charset=utf-8');
      assert.match(csv.headers.get('content-disposition') ?? '', /^attachment; filename="[a-z-]+\.csv"$/);
      assert.equal(linesOf(csv.text).length, entries.length + 1, csv.text);
    }
  });

  it('makes no formula of the name of a file', async () => {
    const { text } = await file('/workflows?format=csv&q=cmd');
    assert.match(text, /,'=cmd\.xaml,/);
  });

  it('is in the spelling of the request, and a table when that is accepted', async () => {
    const { text } = await file('/findings?case=snake', 'text/csv');
    assert.match(linesOf(text)[0]!, /^finding_id,workflow_id,/);
  });

  it('in SARIF has the findings by file', async () => {
    const { items } = await get(who, '/findings?severity=critical');
    const { text, headers: sent } = await file('/findings?severity=critical&format=sarif');
    assert.match(sent.get('content-type') ?? '', /^application\/sarif\+json/);
    const [log] = JSON.parse(text).runs;
    assert.deepEqual(
      log.results.map(({ partialFingerprints }: Body) => partialFingerprints['flowarden/v1']).sort(),
      items.map(({ findingId }: Body) => findingId).sort(),
    );
    const uris = log.results.map(({ locations }: Body) => locations[0].physicalLocation.artifactLocation.uri);
    assert.deepEqual(uris.sort(), ['%3Dcmd.xaml', 'A.xaml']);
  });

  it('is rejected as its list is', async () => {
    assert.equal((await file('/findings?format=csv&platform=none')).status, 400);
    assert.equal((await file('/findings?format=pdf')).status, 400);
    const reader = await core.identity(['webhooks:manage'], who.orgId);
    const response = await fetch(`${gateway.url}/api/v1/findings?format=csv`, { headers: headers(reader) });
    assert.equal(response.status, 403);
  });
});

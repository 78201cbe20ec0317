/** The tools that an installation serves: a closed list of files, each with its digest, and names of what is missing. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { DOWNLOAD_NAMES } from '../../../gateway/pages/downloads/downloads.ts';
import { SCHEMA_NAMES } from '../../../gateway/pages/schemas.ts';
import { addDownloads, writeDownloads } from '../../../scripts/release/write-downloads.ts';
import { installRoot, programVersion } from '../../../src/infra/process/install-root.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import {
  rawRequest,
  startCore,
  startTestGateway,
  type TestCore,
  type TestGateway,
} from '../support/support.ts';

const CONTENT = Buffer.from('a package\n');
const PROGRAM = Buffer.alloc(300_000, 'program');
const SHA256 = createHash('sha256').update(CONTENT).digest('hex');

describe('the downloads', () => {
  const folder = temporaryFolder();
  let core: TestCore;
  let gateway: TestGateway;
  before(async () => {
    writeDownloads(folder, { 'flowarden-cli.tgz': CONTENT, 'sbom.cdx.json': Buffer.from('{}') });
    writeFileSync(join(folder, 'secret'), 'not on the list');
    core = await startCore();
    gateway = await startTestGateway({ corePort: core.port, downloadsFolder: folder, basePath: '/flow' });
  });
  after(async () => {
    await gateway.stop();
    core.stop();
  });
  const get = (path: string, headers: Record<string, string> = {}) => fetch(gateway.url + path, { headers });
  /** Sends a path as it stands, without what `fetch` adds: parts of it resolved, and headers that want no copy. */
  const getRaw = async (path: string, ...headers: readonly string[]): Promise<string> => {
    const lines = [`GET ${path} HTTP/1.1`, 'Host: a', 'Connection: close', ...headers, '', ''];
    return (await rawRequest(gateway.port, (socket) => void socket.write(lines.join('\r\n')))).text;
  };

  it('are sent with their type, digest and name', async () => {
    const answer = await get('/downloads/flowarden-cli.tgz');
    assert.deepEqual(Buffer.from(await answer.arrayBuffer()), CONTENT);
    const header = (name: string) => answer.headers.get(name);
    assert.deepEqual(
      [
        answer.status,
        header('content-type'),
        header('content-length'),
        header('etag'),
        header('cache-control'),
      ],
      [200, 'application/gzip', String(CONTENT.length), `"${SHA256}"`, 'no-cache'],
    );
    assert.equal(header('content-disposition'), 'attachment; filename="flowarden-cli.tgz"');
    assert.equal(header('x-content-type-options'), 'nosniff');
  });

  it('are not sent again to a client that has them, and from the middle to one that has a part', async () => {
    const known = await getRaw('/downloads/flowarden-cli.tgz', `If-None-Match: "${SHA256}"`);
    assert.match(known, /^HTTP\/1\.1 304 [\s\S]*\r\n\r\n$/);
    const part = await get('/downloads/flowarden-cli.tgz', { Range: 'bytes=2-', 'If-Range': `"${SHA256}"` });
    assert.deepEqual([part.status, await part.text()], [206, 'package\n']);
    const other = await get('/downloads/flowarden-cli.tgz', { Range: 'bytes=2-', 'If-Range': '"other"' });
    assert.deepEqual([other.status, await other.text()], [200, 'a package\n']);
    const head = await fetch(`${gateway.url}/downloads/flowarden-cli.tgz`, { method: 'HEAD' });
    assert.deepEqual(
      [head.status, head.headers.get('content-length'), await head.text()],
      [200, String(CONTENT.length), ''],
    );
  });

  it('answer a range beyond the end and a condition that does not hold, without the headers of a file', async () => {
    for (const [name, value, status] of [
      ['Range', `bytes=${CONTENT.length}-`, 416],
      ['If-Match', '"other"', 412],
    ] as const) {
      const answer = await get('/downloads/flowarden-cli.tgz', { [name]: value });
      const { headers } = answer;
      assert.deepEqual([answer.status, await answer.text()], [status, '']);
      assert.equal(headers.get('content-range'), status === 416 ? `bytes */${CONTENT.length}` : null);
      assert.deepEqual([headers.get('etag'), headers.get('content-disposition')], [null, null]);
      assert.equal(headers.get('cache-control'), 'no-store');
    }
  });

  it('are missing while a build replaces them', async () => {
    const path = join(folder, 'sbom.cdx.json');
    renameSync(path, `${path}.draft`);
    const answer = await get('/downloads/sbom.cdx.json');
    const text = await answer.text();
    assert.deepEqual([answer.status, /built without sbom/.test(text)], [404, true]);
    assert.deepEqual([answer.headers.get('etag'), answer.headers.get('cache-control')], [null, 'no-store']);
    renameSync(`${path}.draft`, path);
  });

  it('have checksums that `sha256sum` reads', async () => {
    const sums = await (await get('/downloads/SHA256SUMS')).text();
    assert.equal(sums.split('\n')[0], `${SHA256}  flowarden-cli.tgz`);
    assert.equal(sums.trim().split('\n').length, 2, 'of the files that are there, and not of itself');
  });

  it('name what this build does not have', async () => {
    const answer = await get('/downloads/flowarden-win-x64.exe');
    const { error } = (await answer.json()) as { error: { code: string; message: string } };
    assert.deepEqual([answer.status, error.code], [404, 'route_not_found']);
    assert.match(
      error.message,
      /^This installation was built without flowarden-win-x64\.exe\. .*\/downloads\/\.$/,
    );
    const page = await (await get('/downloads/', { Accept: 'text/html' })).text();
    for (const name of DOWNLOAD_NAMES) assert.ok(page.includes(name), name);
    assert.match(
      page,
      /<td>flowarden-win-x64\.exe<\/td><td>[^<]*<\/td><td colspan="2">not in this installation/,
    );
    assert.ok(page.includes('<a href="/flow/downloads/flowarden-cli.tgz">'));
    assert.match(page, /<code>npm i -g http:[^<]*\/flow\/downloads\/flowarden-cli\.tgz<\/code>/);
    assert.ok(page.includes(`version ${programVersion()}`));
  });

  it('are a closed list', async () => {
    const names = [
      'secret',
      'downloads.json',
      '../package.json',
      '..%2fsecret',
      '%2e%2e/secret',
      'toString',
      '%00',
    ];
    for (const name of names) {
      const raw = await getRaw(`/downloads/${name}`);
      assert.match(raw, /^HTTP\/1\.1 40[04] /, name);
      assert.doesNotMatch(raw, /not on the list/);
    }
    const posted = await fetch(`${gateway.url}/downloads/flowarden-cli.tgz`, { method: 'POST' });
    assert.deepEqual([posted.status, posted.headers.get('allow')], [405, 'GET, HEAD, OPTIONS']);
  });

  it('of a newer build are served without a restart, and those of an older one are gone', async () => {
    const program = join(temporaryFolder(), 'program');
    writeFileSync(program, PROGRAM);
    addDownloads(folder, { 'flowarden-linux-x64': program });
    const answer = await get('/downloads/flowarden-linux-x64');
    assert.deepEqual(Buffer.from(await answer.arrayBuffer()), PROGRAM);
    assert.equal((await get('/downloads/flowarden-cli.tgz')).status, 200);
    writeDownloads(folder, { 'flowarden-cli.tgz': CONTENT });
    assert.equal((await get('/downloads/flowarden-linux-x64')).status, 404);
    assert.equal((await get('/downloads/sbom.cdx.json')).status, 404);
  });
});

describe('an installation without downloads', () => {
  it('shows the list, and what builds it', async () => {
    const core = await startCore();
    const gateway = await startTestGateway({
      corePort: core.port,
      downloadsFolder: join(temporaryFolder(), 'none'),
    });
    after(async () => {
      await gateway.stop();
      core.stop();
    });
    const page = await fetch(`${gateway.url}/downloads`);
    assert.deepEqual(
      [page.status, (await page.text()).match(/not in this installation/g)?.length],
      [200, DOWNLOAD_NAMES.length],
    );
    const missing = await fetch(`${gateway.url}/downloads/flowarden-cli.tgz`);
    assert.match(await missing.text(), /npm run build:downloads/);
    for (const name of SCHEMA_NAMES) {
      const answer = await fetch(`${gateway.url}/schemas/${name}`);
      assert.equal(await answer.text(), readFileSync(join(installRoot(), 'docs', name), 'utf8'));
      assert.match(answer.headers.get('etag')!, /^W\/"[\w-]{22}"$/);
    }
    const unknown = await fetch(`${gateway.url}/schemas/package.json`, { headers: { Accept: 'text/html' } });
    assert.match(unknown.headers.get('content-type')!, /json/);
    assert.equal(unknown.status, 404);
  });
});

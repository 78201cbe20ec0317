/** The web app as the gateway serves it: its shell at each of its paths, its files, and what stays JSON. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { APP_PATHS } from '../../../gateway/pages/app/app-paths.ts';
import { openWebApp } from '../../../gateway/pages/app/web-app.ts';
import { buildWeb } from '../../../scripts/web/build-web.ts';
import { installRoot } from '../../../src/infra/process/install-root.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { startCore, startTestGateway, type TestCore, type TestGateway } from '../support/support.ts';

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

describe('the web app', () => {
  const folder = temporaryFolder();
  let core: TestCore;
  let gateway: TestGateway;
  before(async () => {
    await buildWeb({ folder, form: 'watched' });
    core = await startCore();
    gateway = await startTestGateway({ corePort: core.port, webApp: openWebApp(folder, 'http://a', false) });
  });
  after(async () => {
    await gateway.stop();
    core.stop();
  });
  const get = async (path: string, accept = BROWSER, of: TestGateway = gateway) => {
    const response = await fetch(of.url + path, { headers: { Accept: accept } });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  /** Addresses of files that the shell names. */
  const filesOf = (shell: string) =>
    [...shell.matchAll(/(?:src|href)="([^"]*\/assets\/[^"]+)"/g)].map((match) => match[1]!);

  it('has one shell for every path of it, also for callers that state no preference', async () => {
    const { text } = await get('/');
    for (const path of APP_PATHS) {
      const address = path.replaceAll(/:\w+/g, '0199f3a2-7c1e-7a10-8f3e-0c5d2b7a9e42');
      for (const accept of [BROWSER, '*/*']) {
        const answer = await get(address, accept);
        assert.deepEqual([answer.status, answer.text], [200, text], `${address} for ${accept}`);
        assert.equal(answer.headers.get('cache-control'), 'no-cache');
        assert.equal(answer.headers.get('x-robots-tag'), 'noindex');
      }
    }
  });

  it('runs under a policy without inline code, foreign origins and Trusted Types', async () => {
    const { headers, text } = await get('/rules');
    assert.equal(
      headers.get('content-security-policy'),
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; font-src 'none'; " +
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
    );
    assert.equal(headers.get('cross-origin-opener-policy'), 'same-origin');
    assert.doesNotMatch(
      text,
      /<script(?![^>]*\ssrc=)|\son\w+=|\sstyle=|<style|<base|\{\{|(?:src|href)="(?!\/)/,
    );
  });

  it('answers a browser at an unknown path with 404 and the shell, and a program with an error payload', async () => {
    const { text: shell } = await get('/');
    for (const path of ['/nowhere', '/feed/extra', '/Rules', '/.env', '/validations/a/b']) {
      const page = await get(path);
      assert.deepEqual([page.status, page.text], [404, shell], path);
      const payload = await get(path, '*/*');
      assert.deepEqual([payload.status, JSON.parse(payload.text).error.code], [404, 'route_not_found'], path);
    }
  });

  it('hides no error of an endpoint, and is no answer to a caller that prefers JSON', async () => {
    for (const [path, accept] of [
      ['/api/v1/nowhere', BROWSER],
      ['/assets/nothing.js', BROWSER],
      ['/assets/manifest.json', BROWSER],
      ['/assets/..%2Fmanifest.json', BROWSER],
      ['/rules', 'application/json'],
    ] as const) {
      const { status, text } = await get(path, accept);
      assert.deepEqual([status, JSON.parse(text).error.code], [404, 'route_not_found'], path);
    }
  });

  it('sends its files in the form that the browser takes, to be cached for ever', async () => {
    const files = filesOf((await get('/')).text);
    assert.ok(files.some((file) => file.endsWith('.css')) && files.some((file) => file.endsWith('.js')));
    for (const file of files) {
      const content = readFileSync(join(folder, file.slice('/assets/'.length)));
      for (const [accept, encoding, unpack] of [
        ['gzip, deflate, br', 'br', brotliDecompressSync],
        ['gzip', 'gzip', gunzipSync],
        ['identity', null, (bytes: Buffer) => bytes],
      ] as const) {
        const answer = await rawBytes(gateway.port, file, accept);
        assert.equal(answer.headers.get('content-encoding') ?? null, encoding, file);
        assert.equal(answer.headers.get('cache-control'), 'public, max-age=31536000, immutable');
        assert.equal(answer.headers.get('vary'), 'Accept-Encoding');
        assert.deepEqual(unpack(answer.body), content, file);
      }
    }
  });

  it('finds its files and links behind a proxy that adds a path', async () => {
    const webApp = openWebApp(folder, 'https://example.org/flow', false);
    const behind = await startTestGateway({ corePort: core.port, webApp, basePath: '/flow' });
    const { text } = await get('/', BROWSER, behind);
    const files = filesOf(text);
    assert.ok(files.length > 3 && files.every((file) => file.startsWith('/flow/assets/')), String(files));
    assert.match(text, /<meta name="base-path" content="\/flow">/);
    await behind.stop();
  });

  it('says that it is not there where it has not been built', async () => {
    const bare = await startTestGateway({ corePort: core.port });
    const { status, text } = await get('/', BROWSER, bare);
    assert.equal(status, 503);
    assert.match(text, /not built[\s\S]*npm run build/);
    assert.equal((await get('/nowhere', BROWSER, bare)).status, 404);
    await bare.stop();
  });

  it('is read again from a folder that is followed, when a new build is complete', async () => {
    const followed = temporaryFolder();
    const webApp = openWebApp(followed, 'http://a', true);
    assert.equal(webApp.current(), null);
    await buildWeb({ folder: followed, form: 'watched' });
    assert.match(webApp.current()!.shell.bytes.toString(), /<div id="app">/);
  });

  it('has a screen only at paths of the list', () => {
    const screens = readFileSync(join(installRoot(), 'web/shell/screens.tsx'), 'utf8');
    const paths = [...screens.matchAll(/path: '([^']+)'/g)].map((match) => match[1]!);
    assert.ok(paths.length > 0);
    assert.deepEqual(
      paths.filter((path) => !(APP_PATHS as readonly string[]).includes(path)),
      [],
    );
    assert.equal(new Set(paths).size, paths.length);
  });
});

/** Fetches bytes as they are sent: `fetch` would unpack them. */
async function rawBytes(port: number, path: string, encoding: string) {
  const { promise, resolve, reject } = Promise.withResolvers<{ headers: Headers; body: Buffer }>();
  request({ port, host: '127.0.0.1', path, headers: { 'Accept-Encoding': encoding } }, async (response) => {
    const body = await buffer(response);
    resolve({ headers: new Headers(response.headers as Record<string, string>), body });
  })
    .on('error', reject)
    .end();
  return promise;
}

/** The package of the service, as `npm pack` makes it: it runs from the packed files alone, in a folder that it cannot write. */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { changeModes } from '../support/files/change-modes.ts';
import { linkProductionPackages } from '../support/image.ts';
import { startService } from '../support/service/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const ROOT = join(import.meta.dirname, '../..');

/** Packs the product and unpacks it as an installation does, beside the packages that it declares. */
function installedFolder(): string {
  const folder = temporaryFolder();
  const packed = execFileSync('npm', ['pack', '--json', '--pack-destination', folder], {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [{ filename }] = JSON.parse(packed.slice(packed.indexOf('[\n'))) as [{ filename: string }];
  const installed = join(folder, 'node_modules/flowarden');
  mkdirSync(installed, { recursive: true });
  execFileSync('tar', ['-xzf', join(folder, filename), '-C', installed, '--strip-components=1']);
  linkProductionPackages(folder);
  changeModes(installed, 0o555);
  return installed;
}

describe('the package of the service', () => {
  const installed = installedFolder();
  const launcher = join(installed, 'bin/flowarden.mjs');
  // The folder is removed at the end, which needs the right to write.
  after(() => changeModes(installed, 0o755));

  it('holds what it needs, and neither sources nor tests', () => {
    const files = readdirSync(installed);
    assert.deepEqual(files.sort(), [
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'SECURITY.md',
      'bin',
      'dist',
      'docs',
      'package.json',
      'proto',
      'samples',
      'sql',
    ]);
    assert.deepEqual(readdirSync(join(installed, 'dist')).sort(), [
      'clients',
      'downloads',
      'gateway',
      'src',
      'web',
      'workers',
    ]);
  });

  it('validates a file', () => {
    const sample = join(installed, 'samples/uipath/Main.xaml');
    const { status, stdout } = spawnSync(
      process.execPath,
      [launcher, 'validate', sample, '--enforcement-mode', 'blocking', '--format', 'json'],
      {
        encoding: 'utf8',
      },
    );
    assert.equal(status, 1);
    assert.ok(
      (JSON.parse(stdout) as { files: readonly { result: { findings: unknown[] } }[] }).files[0]!.result
        .findings.length > 0,
    );
  });

  it('serves until SIGTERM, and then ends with 0', async () => {
    const { run, serve } = await startService({}, launcher);
    const alive = await fetch(`${run.restUrl}/healthz`);
    assert.deepEqual([alive.status, await alive.json()], [200, { status: 'ok' }]);
    for (const path of [
      '/',
      '/rules',
      '/docs/',
      '/docs/rules/UIP-SEC-001',
      '/docs/api',
      '/openapi.json',
      '/downloads/flowarden-cli.tgz',
    ])
      assert.equal((await fetch(`${run.restUrl}${path}`)).status, 200, path);
    const form = new FormData();
    form.set('platform', 'uipath');
    form.set('file', new Blob([readFileSync(join(installed, 'samples/uipath/Main.xaml'))]), 'Main.xaml');
    const headers = { Authorization: `ApiKey ${run.apiKey}`, 'X-Org-Id': run.orgId };
    const answer = await fetch(`${run.restUrl}/api/v1/validate`, { method: 'POST', headers, body: form });
    assert.equal(answer.status, 200);
    serve.child.kill('SIGTERM');
    assert.equal(await serve.ended, 0, serve.output());
  });
});

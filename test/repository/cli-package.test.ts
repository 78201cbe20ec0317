/** The package of the command, as it is packed: it needs Node alone, and a folder that it cannot write. */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { temporaryFolder } from '../support/temporary-folder.ts';

const ROOT = join(import.meta.dirname, '../..');
const PACKED_BYTES_MAX = 400 * 1024;

function pack(): string {
  const folder = temporaryFolder();
  execFileSync(process.execPath, ['scripts/build-cli.ts'], { cwd: ROOT });
  execFileSync('npm', ['pack', join(ROOT, 'build/cli'), '--pack-destination', folder], { stdio: 'ignore' });
  return join(folder, readdirSync(folder).find((name) => name.endsWith('.tgz'))!);
}

describe('the package of the command', () => {
  const packed = pack();
  const folder = temporaryFolder();
  execFileSync('tar', ['-xzf', packed, '-C', folder]);
  const installed = join(folder, 'package');
  const work = join(folder, 'work');
  mkdirSync(work);
  for (const path of [...readdirSync(installed, { recursive: true, encoding: 'utf8' }), ''])
    chmodSync(join(installed, path), 0o555);

  function run(...argv: readonly string[]) {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [join(installed, 'bin/flowarden.mjs'), ...argv],
      { encoding: 'utf8', cwd: work, env: { PATH: process.env.PATH } },
    );
    return { status, stdout, stderr };
  }

  it('is small and has no dependencies', () => {
    const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
    assert.equal(manifest.dependencies, undefined);
    assert.ok(statSync(packed).size <= PACKED_BYTES_MAX, `${statSync(packed).size} bytes`);
  });

  it('finds the same as the service does', () => {
    const argv = ['validate', join(ROOT, 'samples'), '--format', 'json'];
    const own = run(...argv);
    assert.deepEqual([own.status, own.stderr], [0, '']);
    const reference = execFileSync(process.execPath, [join(ROOT, 'bin/flowarden.mjs'), ...argv], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const findingsOf = (text: string) =>
      (JSON.parse(text) as { files: { path: string; result: { findings: unknown[] } | null }[] }).files.map(
        ({ path, result }) => [path, result?.findings],
      );
    assert.deepEqual(findingsOf(own.stdout), findingsOf(reference));
  });

  it('ends with 1 when a file is blocked, and with 2 when it cannot be read', () => {
    const sample = join(ROOT, 'samples/uipath/Main.xaml');
    assert.equal(run('validate', sample, '--enforcement-mode', 'blocking').status, 1);
    assert.equal(run('validate', 'missing.xaml').status, 2);
    writeFileSync(join(work, 'damaged.xaml'), readFileSync(sample).subarray(0, 500));
    assert.equal(run('validate', 'damaged.xaml').status, 2);
  });

  it('knows its version and its commands', () => {
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
    assert.equal(run('version').stdout, `flowarden ${version}\n`);
    assert.match(run('help').stdout, /^ {2}validate +validate files/m);
    assert.match(run('serve').stderr, /There is no command "serve"/);
  });
});

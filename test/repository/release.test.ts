/** What a release holds: the program with its own Node, the notes, the packed files, and the workflow that builds them. */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { parse } from 'yaml';
import { DOWNLOADS } from '../../gateway/pages/downloads/downloads.ts';
import { buildPrograms, PROGRAMS } from '../../scripts/release/programs.ts';
import { releaseNotes } from '../../scripts/release/release-notes.ts';
import { tarball } from '../../scripts/release/tarball.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const ROOT = join(import.meta.dirname, '../..');
const SAMPLE = join(ROOT, 'samples/uipath/Main.xaml');

const isBuilt = process.platform === 'linux' && process.arch === 'x64';

describe('the program with its own Node', { skip: !isBuilt && 'SKIPPED: built on Linux x64' }, () => {
  const work = temporaryFolder();
  const cli = join(work, 'cli');
  execFileSync(process.execPath, ['scripts/build-cli.ts', cli], { cwd: ROOT });
  const program = buildPrograms(cli, work, ['flowarden-linux-x64'])['flowarden-linux-x64']!;
  const run = (env: Readonly<Record<string, string>>, ...argv: readonly string[]) =>
    spawnSync(program, argv, { cwd: work, encoding: 'utf8', env });

  it('judges without a Node on the machine, and unpacks once where its user alone can write', () => {
    const home = temporaryFolder();
    const first = run(
      { HOME: home },
      'validate',
      SAMPLE,
      '--format',
      'json',
      '--enforcement-mode',
      'blocking',
    );
    assert.deepEqual([first.status, first.stderr], [1, '']);
    assert.equal(JSON.parse(first.stdout).files[0].result.findings.length > 3, true);
    const [installed] = readdirSync(join(home, '.cache/flowarden'));
    const folder = join(home, '.cache/flowarden', installed!);
    assert.equal(statSync(folder).mode & 0o777, 0o700);
    const module = join(folder, 'dist/src/cli/flowarden.js');
    const { mtimeMs } = statSync(module);
    assert.equal(run({ HOME: home }, 'explain', 'UIP-SEC-002').status, 0);
    assert.equal(statSync(module).mtimeMs, mtimeMs);
    writeFileSync(module, 'process.exit(7)');
    assert.equal(run({ HOME: home }, 'version').status, 0, 'a changed file is written again');
  });

  for (const [title, open] of [
    ['a folder that others can write', '.'],
    ['a folder that others can put in place', '..'],
  ] as const)
    it(`runs none of the files in ${title}`, () => {
      const home = temporaryFolder();
      run({ HOME: home }, 'version');
      const [installed] = readdirSync(join(home, '.cache/flowarden'));
      const folder = join(home, '.cache/flowarden', installed!);
      const module = join(folder, 'dist/src/cli/flowarden.js');
      rmSync(module);
      chmodSync(join(folder, open), 0o777);
      const temporary = join(work, 'temporary');
      mkdirSync(temporary, { recursive: true });
      const { status, stdout } = run({ HOME: home, TMPDIR: temporary }, 'version');
      assert.deepEqual([status, stdout.startsWith('flowarden ')], [0, true]);
      assert.equal(existsSync(module), false, 'the folder is not used');
      assert.deepEqual(readdirSync(temporary), [], 'its own folder is gone again');
    });
});

describe('the files of a release', () => {
  it('have the same bytes for the same content', () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'bin'));
    writeFileSync(join(folder, 'bin/run.mjs'), 'run');
    writeFileSync(join(folder, 'LICENSE'), 'x'.repeat(600));
    const packed = tarball(folder);
    const target = temporaryFolder();
    writeFileSync(join(target, 'a.tgz'), packed);
    execFileSync('tar', ['-xzf', 'a.tgz'], { cwd: target });
    assert.equal(readFileSync(join(target, 'package/LICENSE'), 'utf8'), 'x'.repeat(600));
    assert.equal(statSync(join(target, 'package/bin/run.mjs')).mode & 0o111, 0o111);
    assert.deepEqual(tarball(folder), packed);
    assert.equal(gunzipSync(packed).length % 512, 0);
    writeFileSync(join(folder, 'y'.repeat(100)), '');
    assert.throws(() => tarball(folder), /too long/);
  });

  it('have the notes of their version, and a dry run those of the next one', () => {
    const changelog = '# Changelog\n\n## [Unreleased]\n\n- Next.\n\n## [1.2.0] - 2026-01-01\n\n- Done.\n';
    assert.equal(releaseNotes(changelog, '1.2.0', false), '# Flowarden 1.2.0\n\n\n- Done.\n');
    assert.equal(releaseNotes(changelog, '1.3.0', true), '# Flowarden 1.3.0\n\n\n- Next.\n\n');
    assert.throws(() => releaseNotes(changelog, '1.3.0', false), /no section "## \[1\.3\.0\]"/);
  });

  it('include every program that an installation can serve', () => {
    const served = Object.keys(DOWNLOADS).filter((name) => /^flowarden-(?:linux|win|darwin)/.test(name));
    assert.deepEqual(Object.keys(PROGRAMS).sort(), served.sort());
  });
});

describe('the workflow of a release', () => {
  const workflow = parse(readFileSync(join(ROOT, '.github/workflows/release.yml'), 'utf8'));

  it('builds on a tag what the command builds, and signs its provenance', () => {
    assert.deepEqual(workflow.on, { push: { tags: ['v*'] } });
    const { steps, permissions } = workflow.jobs.release;
    const runs = steps.flatMap(({ run }: { run?: string }) => run ?? []).join('\n');
    assert.match(runs, /^npm run release$/m);
    assert.match(runs, /^gh release create /m);
    assert.deepEqual(permissions, { contents: 'write', 'id-token': 'write', attestations: 'write' });
    const attest = steps.find(({ uses }: { uses?: string }) => uses?.startsWith('actions/attest'));
    assert.equal(attest.with['subject-checksums'], 'build/release/SHA256SUMS');
  });

  it('pins every action by the hash of a commit, and writes no name of a tag into a script', () => {
    const steps: { uses?: string; run?: string }[] = workflow.jobs.release.steps;
    for (const { uses } of steps.filter(({ uses }) => uses !== undefined))
      assert.match(uses!, /^[\w-]+\/[\w-]+@[0-9a-f]{40}$/);
    for (const { run = '' } of steps) assert.doesNotMatch(run, /\$\{\{/);
  });
});

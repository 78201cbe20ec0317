/** Repositories whose own settings name commands: a judgement of their files runs none of them. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, it } from 'node:test';
import { runCommand } from '../support/cli/run-command.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const ROOT = join(import.meta.dirname, '../..');
const MAIN = readFileSync(join(ROOT, 'samples/uipath/Main.xaml'), 'utf8');
const CHANGED = MAIN.replace('Log start', 'Log the start');

const parent = temporaryFolder();
let number = 0;
let folder: string;

beforeEach(() => {
  number += 1;
  folder = join(parent, String(number));
  mkdirSync(folder);
  git('init', '-q', '-b', 'main');
});

const git = (...args: readonly string[]): string =>
  execFileSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@example.com', ...args], {
    cwd: folder,
    encoding: 'utf8',
    stdio: 'pipe',
  });

function put(path: string, content: string): void {
  writeFileSync(join(folder, path), content);
}

function commit(): void {
  git('add', '--all');
  git('commit', '-q', '-m', 'test');
}

function compare(...args: readonly string[]) {
  const { status, stdout, stderr } = runCommand(
    ['validate', '.', '--since', 'HEAD', '--format', 'json', ...args],
    { cwd: folder },
  );
  const { comparison = null } = stdout === '' ? {} : JSON.parse(stdout);
  return { code: status, err: stderr, comparison };
}

describe('a repository with commands in its settings', () => {
  const command = () => `touch ${join(folder, 'ran')};`;
  const settings: readonly (readonly [string, () => readonly (readonly [string, string])[]])[] = [
    ['a clean filter', () => [['filter.x.clean', `${command()} cat`]]],
    [
      'a filter process',
      () => [
        ['filter.x.process', command()],
        ['filter.x.required', 'true'],
      ],
    ],
    [
      'a text conversion and an external diff',
      () => [
        ['diff.x.textconv', command()],
        ['diff.external', command()],
      ],
    ],
    [
      'a file system monitor and hooks',
      () => [
        ['core.fsmonitor', command()],
        ['core.hooksPath', '.'],
      ],
    ],
  ];
  for (const [what, entries] of settings)
    it(`runs nothing with ${what}`, () => {
      put('.gitattributes', '*.xaml filter=x diff=x\n');
      put('Main.xaml', MAIN);
      put('Other.xaml', MAIN);
      commit();
      put('Main.xaml', CHANGED);
      for (const [name, value] of entries()) git('config', name, value);
      const { comparison, err } = compare();
      assert.deepEqual([comparison?.new, comparison?.gone], [0, 0], err);
      runCommand(['validate', '--staged'], { cwd: folder });
      assert.equal(existsSync(join(folder, 'ran')), false);
    });

  it('runs nothing to get what a partial clone lacks, and says what is missing', () => {
    put('Main.xaml', MAIN);
    commit();
    const id = git('rev-parse', 'HEAD:Main.xaml').trim();
    for (const [name, value] of [
      ['core.repositoryformatversion', '1'],
      ['extensions.partialClone', 'origin'],
      ['remote.origin.url', folder],
      ['remote.origin.promisor', 'true'],
      ['remote.origin.uploadpack', command()],
    ] as const)
      git('config', name, value);
    rmSync(join(folder, '.git/objects', id.slice(0, 2)), { recursive: true });
    assert.deepEqual(compare().comparison?.new, 0, 'the file has not changed');
    put('Main.xaml', CHANGED);
    const { code, err } = compare();
    assert.equal(code, 2);
    assert.match(err, /partial clone/);
    assert.equal(existsSync(join(folder, 'ran')), false);
  });
});

describe('a file whose content Git changes', () => {
  it('is the same with other ends of lines', () => {
    git('config', 'core.autocrlf', 'true');
    put('Main.xaml', MAIN.replaceAll('\n', '\r\n'));
    commit();
    assert.deepEqual(compare().comparison?.new, 0);
  });

  it('is the one that a pointer of Git LFS names; another one is new, and a note says why', () => {
    const oid = createHash('sha256').update(MAIN).digest('hex');
    put('Main.xaml', `version https://git-lfs.github.com/spec/v1\noid sha256:${oid}\nsize ${MAIN.length}\n`);
    commit();
    put('Main.xaml', MAIN);
    const same = compare();
    assert.deepEqual([same.comparison.new, same.err.includes('LFS')], [0, false], same.err);
    put('Main.xaml', CHANGED);
    const other = compare();
    assert.ok(other.comparison.new > 0);
    assert.match(other.err, /1 file is not in the Git repository itself \(Git LFS.*"Main\.xaml"\./);
  });
});

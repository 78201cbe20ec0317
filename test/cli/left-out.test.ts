/** Files that `flowarden validate` leaves out: those that Git ignores, and those of `--exclude`. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, describe, it } from 'node:test';
import { readValidateArguments } from '../../src/cli/validate/arguments.ts';
import { findInputs } from '../../src/cli/validate/inputs.ts';
import { StartError } from '../../src/infra/process/start-error.ts';
import { zip } from '../support/files/zip.ts';

const MAIN = join(import.meta.dirname, '../../samples/uipath/Main.xaml');
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'flowarden-left-out-')));
after(() => rmSync(folder, { recursive: true }));

function put(...paths: readonly string[]): void {
  for (const path of paths) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    cpSync(MAIN, join(folder, path));
  }
}

const git = (cwd: string, ...args: readonly string[]) =>
  execFileSync('git', args, { cwd: join(folder, cwd), stdio: 'pipe' });

/** Returns the paths of the files that a run with these arguments judges. */
async function judged(...argv: readonly string[]): Promise<readonly string[]> {
  const options = readValidateArguments(argv.map((word) => word.replace('@', folder)));
  assert.ok(options !== 'help');
  const inputs = await findInputs(options.paths, options.leaveOut);
  return inputs.flatMap(({ files }) => files.map(({ path }) => path));
}

put(
  'repo/Main.xaml',
  'repo/build/Copy.xaml',
  'repo/old/Tracked.xaml',
  'repo/old/Untracked.xaml',
  'repo/a/b/Deep.xaml',
);
writeFileSync(join(folder, 'repo/.gitignore'), 'build/\nold/*.xaml\n');
writeFileSync(join(folder, 'repo/a/.gitignore'), 'b/\n');
git('repo', 'init', '-q');
git('repo', 'add', '-f', 'old/Tracked.xaml');

const WITHOUT_IGNORED = ['.gitignore', 'Main.xaml', 'a/.gitignore', 'old/Tracked.xaml'];

describe('a folder in a Git repository', () => {
  it('is judged without what Git ignores, and with every tracked file', async () => {
    assert.deepEqual(await judged('@/repo'), WITHOUT_IGNORED);
  });

  it('is judged whole with --no-gitignore', async () => {
    assert.equal((await judged('@/repo', '--no-gitignore')).length, 7);
  });

  it('is judged when it is ignored itself, as it was named', async () => {
    assert.deepEqual(await judged('@/repo/build'), ['Copy.xaml']);
    assert.deepEqual(await judged('@/repo/old/Untracked.xaml'), ['Untracked.xaml']);
  });

  it('starts no program that its settings name', async () => {
    const marker = join(folder, 'started');
    git('repo', 'config', 'core.fsmonitor', `touch ${marker}`);
    assert.deepEqual(await judged('@/repo'), WITHOUT_IGNORED);
    await assert.rejects(findInputs([marker]), StartError);
  });
});

describe('a folder that a commit has shaped like a repository', () => {
  it('is judged whole, as its settings would hide files', async () => {
    put('shaped/src/Main.xaml');
    git('shaped', 'init', '-q');
    for (const [name, text] of [
      ['HEAD', 'ref: refs/heads/main\n'],
      ['config', '[core]\n\trepositoryformatversion = 0\n\tworktree = .\n\texcludesFile = hidden\n'],
      ['hidden', '*.xaml\n'],
      ['objects/keep', ''],
      ['refs/keep', ''],
    ] as const) {
      mkdirSync(dirname(join(folder, 'shaped/src', name)), { recursive: true });
      writeFileSync(join(folder, 'shaped/src', name), text);
    }
    git('shaped', 'add', '--all');
    assert.ok((await judged('@/shaped/src')).includes('Main.xaml'));
  });
});

describe('a folder outside of Git', () => {
  it('is judged whole, even if a .gitignore in it lists its files', async () => {
    put('plain/Main.xaml');
    writeFileSync(join(folder, 'plain/.gitignore'), '*.xaml\n');
    assert.deepEqual(await judged('@/plain'), ['.gitignore', 'Main.xaml']);
  });
});

describe('--exclude', () => {
  it('leaves out files of folders by patterns as in .gitignore', async () => {
    put('excluded/Main.xaml', 'excluded/tests/T.xaml', 'excluded/lib/tests/T.xaml', 'excluded/lib/Keep.xaml');
    assert.deepEqual(
      await judged('@/excluded', '--exclude', 'tests/'),
      ['Main.xaml', 'lib/Keep.xaml'].toSorted(),
    );
    assert.deepEqual(await judged('@/excluded', '--exclude', '*.xaml', '--exclude', '!Keep.xaml'), [
      'lib/Keep.xaml',
    ]);
    assert.deepEqual(await judged('@/excluded', '--exclude', '/tests/'), [
      'Main.xaml',
      'lib/Keep.xaml',
      'lib/tests/T.xaml',
    ]);
  });

  it('leaves out files of archives', async () => {
    const content = '<a/>';
    const archive = zip([
      { name: 'Main.xaml', content },
      { name: 'tests/T.xaml', content },
    ]);
    writeFileSync(join(folder, 'robot.zip'), archive);
    assert.deepEqual(await judged('@/robot.zip', '--exclude', 'tests/'), ['Main.xaml']);
  });

  it('does not leave out a file that is named', async () => {
    assert.deepEqual(await judged('@/excluded/Main.xaml', '--exclude', '*.xaml'), ['Main.xaml']);
  });
});

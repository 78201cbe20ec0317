/** Files of public repositories, from bare copies that lie beside the project on some machines. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../../..');
const MIRRORS = ['../.mirror', '../../.mirror'].map((path) => join(ROOT, path)).find(existsSync);
const BYTES_MAX = 512 * 1024 * 1024;

/** A file of a repository. */
export interface PublicFile {
  readonly path: string;
  readonly bytes: Buffer;
}

const gitOf = (repository: string): string => join(MIRRORS ?? '', repository.replace('/', '+'), 'repo');

function git(repository: string, args: readonly string[], input = ''): Buffer {
  const { stdout, status } = spawnSync('git', ['--git-dir', gitOf(repository), ...args], {
    input,
    maxBuffer: BYTES_MAX,
  });
  if (status !== 0) throw new Error(`git ${args[0]} of ${repository} failed.`);
  return stdout;
}

/** Returns the reason why tests over a repository are skipped, or false when its copy is here. */
export const absenceOf = (repository: string): string | false =>
  MIRRORS !== undefined && existsSync(gitOf(repository))
    ? false
    : `SKIPPED: no copy of ${repository} is beside this checkout (../.mirror)`;

/** Returns the files at a commit whose paths match. Contents that the copy lacks are left out. */
export function publicFiles(repository: string, commit: string, path: RegExp): readonly PublicFile[] {
  const names = git(repository, ['ls-tree', '-r', '-z', '--name-only', commit])
    .toString('utf8')
    .split('\0')
    .filter((name) => path.test(name) && !name.includes('\n'));
  const output = git(
    repository,
    ['cat-file', '--batch'],
    names.map((name) => `${commit}:${name}\n`).join(''),
  );
  const files: PublicFile[] = [];
  let at = 0;
  for (const name of names) {
    const end = output.indexOf('\n', at);
    const header = output.toString('utf8', at, end);
    at = end + 1;
    const size = /^[0-9a-f]{40} blob (\d+)$/.exec(header)?.[1];
    if (size === undefined) continue;
    files.push({ path: name, bytes: output.subarray(at, at + Number(size)) });
    at += Number(size) + 1;
  }
  return files;
}

/** What a change touches, by Git: everything since the branch left main, and what is not committed yet. */
import { execFileSync } from 'node:child_process';
import { ROOT } from '../imports.ts';

const MAIN = ['origin/main', 'main'];

type Git = (...argv: readonly string[]) => string;

function mergeBase(git: Git): string {
  for (const branch of MAIN) {
    try {
      return git('merge-base', 'HEAD', branch).trim();
    } catch {
      // There is no such branch here.
    }
  }
  return 'HEAD';
}

/** Lists the paths that differ from the merge base with main, renamed files by both names, and untracked files. */
export function changedPaths(folder: string = ROOT): readonly string[] {
  const git: Git = (...argv) =>
    execFileSync('git', argv, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  const changed = git('diff', '--name-only', '--no-renames', '-z', mergeBase(git));
  const untracked = git('ls-files', '--others', '--exclude-standard', '-z');
  return [...new Set([...changed.split('\0'), ...untracked.split('\0')])].filter(Boolean).sort();
}

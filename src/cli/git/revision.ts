/** Files of a repository at an earlier revision, and which of them are gone since. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '../../infra/process/start-error.ts';
import { repositoryFolder } from './repository-folder.ts';
import { runGit, runGitLine, splitZero } from './run-git.ts';

/** Content of a file in the repository. */
export interface GitBlob {
  readonly id: string;
  readonly sizeBytes: number;
}

/** Files of one repository at a revision. */
export interface GitRevision {
  /** Real path of the repository's root. */
  readonly root: string;
  /** The revision for people: its name and the short hash of the commit. */
  readonly shown: string;
  /** File contents by path from the root with `/`. Links and submodules are left out. */
  readonly blobs: ReadonlyMap<string, GitBlob>;
  /** Paths that are gone from the index or the working tree. A sparse checkout lacks others. */
  readonly gone: ReadonlySet<string>;
  /** Present path → path at the revision, for files that were renamed. */
  readonly renames: ReadonlyMap<string, string>;
}

/** Returns the real path of the root of the repository around a folder. @throws StartError (exit 2) without one */
export async function repositoryRoot(folder: string): Promise<string> {
  const root = await runGitLine(folder, ['rev-parse', '--show-toplevel']);
  if (root !== null) return root;
  const around = repositoryFolder(folder);
  if (!existsSync(join(around, '.git')))
    throw new StartError(
      `${JSON.stringify(folder)} is in no Git repository, which --since and --staged need. Compare with a --baseline instead.`,
      2,
    );
  const problem = `Git cannot read the repository ${JSON.stringify(around)}: it is not installed, or the files belong to another user.`;
  throw new StartError(`${problem} In a container: git config --global --add safe.directory ${around}`, 2);
}

/**
 * Returns the files at a revision: where the present branch left it, so that later work of others there is not part of
 * the comparison.
 * @throws StartError (exit 2) when the revision is unknown
 */
export async function readRevision(root: string, name: string): Promise<GitRevision> {
  const commit = await commitOf(root, name);
  const base = (await runGitLine(root, ['merge-base', commit, 'HEAD'])) ?? commit;
  const [tree, diff, missing] = await Promise.all([
    runGit(root, ['ls-tree', '-r', '-l', '-z', '--full-tree', base]),
    diffIndex(root, base),
    runGit(root, ['ls-files', '--deleted', '-z', '--full-name']),
  ]);
  if (tree === null || diff === null || missing === null)
    throw new StartError(`The commit ${JSON.stringify(name)} cannot be read from the Git repository.`, 2);
  return { root, shown: `${name} (${base.slice(0, 12)})`, blobs: blobsOf(tree), ...changesOf(diff, missing) };
}

/** Compares the index with a commit. Null if Git fails. */
async function diffIndex(root: string, base: string): Promise<string | null> {
  const compare = (renames: string): Promise<string | null> =>
    runGit(root, ['diff-index', '--cached', '--name-status', '-z', renames, base]);
  // A partial clone may lack the contents by which Git recognises a renamed file that has changed too.
  return (await compare('--find-renames')) ?? compare('--find-renames=100%');
}

async function commitOf(root: string, name: string): Promise<string> {
  await rejectSeveral(root, name);
  const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`];
  const commit = await runGitLine(root, args);
  if (commit !== null) return commit;
  const hint = 'Fetch it first; in a pipeline, check out the whole history (fetch-depth: 0).';
  throw new StartError(`There is no commit ${JSON.stringify(name)} in the Git repository. ${hint}`, 2);
}

/**
 * Rejects a name that a tag and a branch share. Git prefers the tag, then the local branch: the author of one called
 * `origin/main` would choose what the gate compares with.
 */
async function rejectSeveral(root: string, name: string): Promise<void> {
  const [short = ''] = name.split(/[~^:]|@\{/);
  const places = ['refs/tags/', 'refs/heads/', 'refs/remotes/'].map((place) => place + short);
  const possible = [...places, `refs/remotes/${short}/HEAD`];
  const listed = await runGit(root, ['for-each-ref', '--format=%(refname)', ...possible]);
  const found = listed?.split('\n').filter((ref) => possible.includes(ref)) ?? [];
  if (found.length < 2) return;
  throw new StartError(
    `The revision ${JSON.stringify(name)} has several meanings: ${found.join(', ')}. Give one of them in full.`,
    2,
  );
}

// A partial clone does not have the size of a content that it lacks.
const FILE = /^100\d{3} blob ([0-9a-f]+) +(?:(\d+)|BAD)\t/;

function blobsOf(tree: string): ReadonlyMap<string, GitBlob> {
  return new Map(
    splitZero(tree).flatMap((line) => {
      const [head = '', id, size = 0] = FILE.exec(line) ?? [];
      return id === undefined ? [] : [[line.slice(head.length), { id, sizeBytes: Number(size) }] as const];
    }),
  );
}

function changesOf(diff: string, missing: string): Pick<GitRevision, 'gone' | 'renames'> {
  const gone = new Set(splitZero(missing));
  const renames = new Map<string, string>();
  const parts = splitZero(diff);
  for (let i = 0; i < parts.length; ) {
    const status = parts[i]![0];
    const before = parts[i + 1]!;
    if (status === 'R') renames.set(parts[i + 2]!, before);
    if (status === 'R' || status === 'D' || status === 'T') gone.add(before);
    i += status === 'R' ? 3 : 2;
  }
  return { gone, renames };
}

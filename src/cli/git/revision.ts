/** Files of a repository at an earlier revision, and what has changed since. */
import { StartError } from '../../infra/process/start-error.ts';
import { runGit, splitZero } from './run-git.ts';

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
  /** Paths that differ in the working tree. */
  readonly changed: ReadonlySet<string>;
  /** Present path → path at the revision, for files that were renamed. */
  readonly renames: ReadonlyMap<string, string>;
}

/** Returns the real path of the root of the repository around a folder. @throws StartError (exit 2) without one */
export async function repositoryRoot(folder: string): Promise<string> {
  const root = (await runGit(folder, ['rev-parse', '--show-toplevel']))?.trimEnd();
  if (root !== undefined) return root;
  throw new StartError(`${JSON.stringify(folder)} is in no Git repository, or Git is not installed.`, 2);
}

/**
 * Returns the files at a revision: where the present branch left it, so that later work of others there is not part of
 * the comparison.
 * @throws StartError (exit 2) when the revision is unknown
 */
export async function readRevision(root: string, name: string): Promise<GitRevision> {
  const commit = await commitOf(root, name);
  const base = (await runGit(root, ['merge-base', commit, 'HEAD']))?.trimEnd() ?? commit;
  const [tree, diff] = await Promise.all([
    runGit(root, ['ls-tree', '-r', '-l', '-z', '--full-tree', base]),
    runGit(root, ['diff', '--no-ext-diff', '--no-textconv', '--name-status', '-z', '--find-renames', base]),
  ]);
  if (tree === null || diff === null)
    throw new StartError(`The commit ${JSON.stringify(name)} cannot be read from the Git repository.`, 2);
  return { root, shown: `${name} (${base.slice(0, 12)})`, blobs: blobsOf(tree), ...changesOf(diff) };
}

async function commitOf(root: string, name: string): Promise<string> {
  const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`];
  const commit = (await runGit(root, args))?.trimEnd();
  if (commit !== undefined) return commit;
  const hint = 'Fetch it first; in a pipeline, check out the whole history (fetch-depth: 0).';
  throw new StartError(`There is no commit ${JSON.stringify(name)} in the Git repository. ${hint}`, 2);
}

const FILE = /^100\d{3} blob ([0-9a-f]+) +(\d+)\t/;

function blobsOf(tree: string): ReadonlyMap<string, GitBlob> {
  return new Map(
    splitZero(tree).flatMap((line) => {
      const [head = '', id, size] = FILE.exec(line) ?? [];
      return id === undefined ? [] : [[line.slice(head.length), { id, sizeBytes: Number(size) }] as const];
    }),
  );
}

function changesOf(diff: string): Pick<GitRevision, 'changed' | 'renames'> {
  const changed = new Set<string>();
  const renames = new Map<string, string>();
  const parts = splitZero(diff);
  for (let i = 0; i < parts.length; ) {
    const isRename = parts[i]!.startsWith('R');
    const before = parts[i + 1]!;
    const now = isRename ? parts[i + 2]! : before;
    changed.add(now);
    if (isRename) renames.set(now, before);
    i += isRename ? 3 : 2;
  }
  return { changed, renames };
}

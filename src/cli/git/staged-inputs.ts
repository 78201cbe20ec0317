/** Inputs of a run before a commit: the files that are staged, with their staged contents. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { isCandidate } from '../../analysis/platforms/candidate.ts';
import { StartError } from '../../infra/process/start-error.ts';
import { isInside, pathBetween } from '../system-path.ts';
import type { Input } from '../validate/inputs.ts';
import { excluded, type LeaveOut } from '../validate/left-out.ts';
import { type BlobReader, blobReader } from './blob-reader.ts';
import { gitEnvironment } from './config.ts';
import { repositoryRoot } from './revision.ts';
import { runGit, safeArguments, splitZero } from './run-git.ts';

/** Staged files as inputs. Close the reader after the analysis. */
export interface StagedInputs {
  readonly inputs: readonly Input[];
  close(): void;
}

/** File of the index. */
interface StagedFile {
  /** Path from the root. */
  readonly path: string;
  readonly id: string;
}

/**
 * Returns the files that differ between the index and the last commit, each judged by itself: those in the paths, or
 * all of them.
 * @throws StartError (exit 2) outside a repository, or for a path that is nowhere in it
 */
export async function stagedInputs(paths: readonly string[], leaveOut: LeaveOut): Promise<StagedInputs> {
  const root = await repositoryRoot(process.cwd());
  const isExcluded = excluded(leaveOut, root);
  const staged = await stagedFiles(root);
  const within = await Promise.all(paths.map((path) => pathWithStaged(path, root, staged)));
  const files = staged.filter(({ path }) => {
    const full = resolve(root, path);
    return !isExcluded(path) && (within.length === 0 || within.some((folder) => isInside(full, folder)));
  });
  const sizes = await sizesOf(root, files);
  const reader = blobReader(root);
  return {
    inputs: files.map((file, index) => inputOf(file, sizes[index]!, { root, reader })),
    close: reader.close,
  };
}

/** Returns the real path of an argument. @throws StartError for one where nothing could ever be staged */
async function pathWithStaged(path: string, root: string, staged: readonly StagedFile[]): Promise<string> {
  const real = await realPathOf(path);
  if (!isInside(real, root) && !isInside(root, real))
    throw new StartError(`${JSON.stringify(path)} is outside the Git repository ${JSON.stringify(root)}.`, 2);
  if (existsSync(real) || staged.some((file) => isInside(resolve(root, file.path), real))) return real;
  throw new StartError(`There is no ${JSON.stringify(path)}, neither staged nor in the folder.`, 2);
}

/** Returns the real path; of a staged file that is gone from its folder, that of the folder with its name. */
async function realPathOf(path: string): Promise<string> {
  const full = resolve(path);
  const folder = (): Promise<string> => realpath(dirname(full)).catch(() => dirname(full));
  return realpath(full).catch(async () => join(await folder(), basename(full)));
}

async function stagedFiles(root: string): Promise<readonly StagedFile[]> {
  const names = ['diff', '--cached', '--name-only', '-z', '--no-ext-diff', '--diff-filter=ACMRT'];
  const [changed, index] = await Promise.all([
    runGit(root, names),
    runGit(root, ['ls-files', '--stage', '-z', '--full-name']),
  ]);
  if (changed === null || index === null)
    throw new StartError('The index of the Git repository cannot be read.', 2);
  const isStaged = new Set(splitZero(changed));
  return splitZero(index).flatMap((line) => {
    const [head = '', id] = /^100\d{3} ([0-9a-f]+) 0\t/.exec(line) ?? [];
    const path = line.slice(head.length);
    return id === undefined || !isStaged.has(path) ? [] : [{ path, id }];
  });
}

/** Returns the sizes of the contents in bytes. */
function sizesOf(root: string, files: readonly StagedFile[]): Promise<readonly number[]> {
  const args = safeArguments(['cat-file', '--batch-check=%(objectsize)']);
  return new Promise((done, reject) => {
    const child = execFile('git', args, { cwd: root, env: gitEnvironment() }, (error, stdout) => {
      if (error === null) done(stdout.trimEnd().split('\n').map(Number));
      else reject(new StartError('The staged files cannot be read from the Git repository.', 2));
    });
    child.stdin?.end(files.map(({ id }) => `${id}\n`).join(''));
  });
}

function inputOf(
  { path, id }: StagedFile,
  sizeBytes: number,
  { root, reader }: { readonly root: string; readonly reader: BlobReader },
): Input {
  const full = resolve(root, path);
  const name = pathBetween(process.cwd(), full);
  const read = async (): Promise<Buffer | null> => {
    const content = await reader.read(id);
    return isCandidate(content, name) ? content : null;
  };
  const file = { path: name.slice(name.lastIndexOf('/') + 1), id: full, sizeBytes, read };
  return { kind: 'file', name, realPath: full, files: [file], elsewhere: [], leftOut: [] };
}

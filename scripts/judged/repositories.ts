/** Findings of the command in a commit of a repository. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const PROGRAM = join(import.meta.dirname, '../../bin/flowarden.mjs');

/** A finding, as the JSON Lines of the command show it. */
export interface FoundLine {
  readonly path: string;
  readonly ruleId: string;
  readonly line: number;
  /** Human names of the place. */
  readonly location: string;
  /** Further places of a finding that stands for several. */
  readonly places?: readonly { readonly path?: string; readonly line: number; readonly place: string }[];
  /** Other rules whose finding of the same mistake it stands for. */
  readonly sameMistake?: readonly string[];
}

/** File that nothing was found in because it was not read. */
export interface UnreadFile {
  /** Undefined: the reason is about all files. */
  readonly path: string | undefined;
  readonly why: string;
}

/** Answer of the command about a folder. */
export interface FolderAnswer {
  readonly found: readonly FoundLine[];
  readonly unread: readonly UnreadFile[];
}

const isGitDirectory = (path: string): boolean =>
  existsSync(join(path, 'HEAD')) && existsSync(join(path, 'objects'));

/** Returns the Git directory of a repository in a folder of repositories, or undefined. */
export function findGitDirectory(folder: string, repository: string): string | undefined {
  const roots = [repository.replace('/', '+'), repository].map((name) => join(folder, name));
  const inside = roots
    .filter(existsSync)
    .flatMap((root) => readdirSync(root).map((name) => join(root, name)));
  const all = [...roots, ...roots.map((root) => `${root}.git`), ...inside];
  return all.flatMap((path) => [path, join(path, '.git')]).find(isGitDirectory);
}

interface RunOptions {
  readonly cwd?: string;
  readonly input?: Buffer;
  /** Exit codes of success. */
  readonly codes?: readonly number[];
}

function run(command: string, args: readonly string[], { codes = [0], ...rest }: RunOptions = {}): Buffer {
  const { status, stdout, stderr } = spawnSync(command, args, { ...rest, maxBuffer: 2 ** 30 });
  if (status === null || !codes.includes(status))
    throw new Error(`${command} ${args.join(' ')} ended with ${status}: ${stderr}`);
  return stdout;
}

/** Files at a time whose contents are in memory. */
const BATCH = 200;

/** Yields the files of a commit; undefined stands for a content that the snapshot does not hold, as of the largest. */
function* filesOf(
  directory: string,
  commit: string,
): Generator<{ readonly path: string; readonly content: Buffer | undefined }> {
  const git = (args: readonly string[], input?: string): Buffer =>
    run('git', ['--git-dir', directory, ...args], {
      ...(input === undefined ? {} : { input: Buffer.from(input) }),
    });
  const entries = git(['ls-tree', '-r', '-z', commit]).toString().split('\0').slice(0, -1);
  const files = entries.map((entry) => /^\d+ (?<type>\w+) (?<id>\w+)\t(?<path>.*)$/su.exec(entry)!.groups!);
  for (let i = 0; i < files.length; i += BATCH) {
    const some = files.slice(i, i + BATCH).filter(({ type }) => type === 'blob');
    const output = git(['cat-file', '--batch'], some.map(({ id }) => `${id}\n`).join(''));
    let at = 0;
    for (const { path } of some) {
      const end = output.indexOf('\n', at);
      const [, , size] = output.toString('latin1', at, end).split(' ');
      at = end + 1;
      if (size === undefined) {
        yield { path: path!, content: undefined };
        continue;
      }
      yield { path: path!, content: output.subarray(at, at + Number(size)) };
      at += Number(size) + 1;
    }
  }
}

/**
 * Returns what the command finds in a folder, with the rules of the strict ruleset too.
 * @param more options of the command
 */
export function validateFolder(folder: string, ...more: readonly string[]): FolderAnswer {
  const args = [
    PROGRAM,
    'validate',
    '.',
    '--ruleset',
    'strict',
    '--allow-empty',
    '--format',
    'jsonl',
    ...more,
  ];
  // 1: findings that block; 2: files that cannot be read.
  const lines = run(process.execPath, args, { cwd: folder, codes: [0, 1, 2] })
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  return {
    found: lines.filter(({ type }) => type === 'finding'),
    unread: lines
      .filter(({ type }) => type === 'error')
      .map(({ path, message }) => ({ path: path ?? undefined, why: message })),
  };
}

/** Writes the files of a commit into a new folder, and returns what the command finds in it. */
export function validateCommit(directory: string, commit: string, folder: string): FolderAnswer {
  const absent: UnreadFile[] = [];
  for (const { path, content } of filesOf(directory, commit)) {
    if (content === undefined) {
      absent.push({ path, why: 'The snapshot does not hold it.' });
      continue;
    }
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
  const { found, unread } = validateFolder(folder);
  return { found, unread: [...absent, ...unread] };
}

/** Returns whether a file was not read, nor the archive that it is a member of. */
export function isUnread(path: string, unread: readonly UnreadFile[]): boolean {
  return unread.some(
    (one) => one.path !== undefined && (path === one.path || path.startsWith(`${one.path}/`)),
  );
}

/**
 * Runs Git without anything that a repository's own settings could start. Commands must not compare files of the folder:
 * Git does that through the filters of the repository, which no option switches off.
 */
import { execFile } from 'node:child_process';
import { gitEnvironment } from './config.ts';

const OUTPUT_BYTES_MAX = 256 * 1024 * 1024;

const SAFE = [
  '-c',
  'core.fsmonitor=false',
  '-c',
  'core.hooksPath=/dev/null',
  // A commit can hold a folder that Git takes for a repository with settings of its own.
  '-c',
  'safe.bareRepository=explicit',
  // A refresh of the index compares files of the folder, through the filters of the repository.
  '-c',
  'diff.autoRefreshIndex=false',
  '--no-optional-locks',
] as const;

/** Returns the arguments of a Git command, with settings of the repository that start programs turned off. */
export function safeArguments(args: readonly string[]): readonly string[] {
  return [...SAFE, ...args];
}

/** Runs Git in a folder; resolves with its output, or with null if it fails or is not installed. */
export function runGit(folder: string, args: readonly string[]): Promise<string | null> {
  const options = {
    cwd: folder,
    env: gitEnvironment(),
    maxBuffer: OUTPUT_BYTES_MAX,
    encoding: 'utf8',
  } as const;
  return new Promise((resolve) => {
    execFile('git', safeArguments(args), options, (error, stdout) => resolve(error === null ? stdout : null));
  });
}

/** Returns the output of a Git command that prints one line, without the end of the line. */
export async function runGitLine(folder: string, args: readonly string[]): Promise<string | null> {
  return (await runGit(folder, args))?.replace(/\r?\n$/, '') ?? null;
}

/** Splits the output of a Git command with `-z`. */
export function splitZero(output: string): readonly string[] {
  return output.split('\0').filter((part) => part !== '');
}

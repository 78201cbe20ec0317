/** Files that a run leaves out: those that Git ignores, and those of `--exclude`. */
import { execFile } from 'node:child_process';
import ignore from 'ignore';

/** Files to leave out of folders and archives. */
export interface LeaveOut {
  /** Patterns as in a `.gitignore`, relative to the given folder or archive. */
  readonly exclude: readonly string[];
  /** Leave out what Git ignores. */
  readonly gitignore: boolean;
}

/** Leaves out nothing. */
export const LEAVE_OUT_NOTHING: LeaveOut = { exclude: [], gitignore: false };

/** Predicate for paths below a folder or an archive, with `/` on every system; those of folders end with it. */
export type IsLeftOut = (path: string) => boolean;

/** Creates the predicate of the patterns. */
export function excluded({ exclude }: LeaveOut): IsLeftOut {
  if (exclude.length === 0) return () => false;
  const patterns = ignore().add([...exclude]);
  return (path) => patterns.ignores(path);
}

/** Creates the predicate of a folder: the patterns, and what Git ignores in it. */
export async function leftOutOf(folder: string, options: LeaveOut): Promise<IsLeftOut> {
  const isExcluded = excluded(options);
  const ignored = options.gitignore ? await ignoredIn(folder) : new Set<string>();
  return (path) => ignored.has(path) || isExcluded(path);
}

const IGNORED_BYTES_MAX = 64 * 1024 * 1024;

/**
 * Lists the files and folders in a folder that Git ignores. It never names a tracked file, so that a line in a
 * `.gitignore` cannot hide a file from a gate. Without Git or a repository, nothing is ignored.
 */
function ignoredIn(folder: string): Promise<ReadonlySet<string>> {
  // A repository's own settings must not start programs.
  const args = ['-c', 'core.fsmonitor=false', '-c', 'core.hooksPath=/dev/null', 'ls-files', '-z', '--others'];
  const options = { cwd: folder, maxBuffer: IGNORED_BYTES_MAX, encoding: 'utf8' } as const;
  return new Promise((resolve) => {
    execFile('git', [...args, '--ignored', '--exclude-standard', '--directory'], options, (error, stdout) => {
      resolve(new Set(error === null ? stdout.split('\0').filter((path) => path !== '') : []));
    });
  });
}

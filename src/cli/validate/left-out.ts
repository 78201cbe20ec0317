/** Files that a run leaves out: those that Git ignores, and those of `--exclude`. */
import { resolve, sep } from 'node:path';
import ignore from 'ignore';
import { isFromRoot } from '../../text/slash-path.ts';
import type { CommandConfig } from '../config/config-file.ts';
import { runGit, splitZero } from '../git/run-git.ts';
import { optionTexts } from '../options.ts';
import { pathBetween } from '../system-path.ts';

/** Patterns as in a `.gitignore`. */
export interface Patterns {
  readonly patterns: readonly string[];
  /** Folder that they are relative to; null: the given folder or archive. */
  readonly folder: string | null;
}

/** Files to leave out of folders and archives. */
export interface LeaveOut {
  readonly exclude: readonly Patterns[];
  /** Leave out what Git ignores. */
  readonly gitignore: boolean;
}

/** Leaves out nothing. */
export const LEAVE_OUT_NOTHING: LeaveOut = { exclude: [], gitignore: false };

/** Reads what to leave out: the patterns of the arguments and those of `flowarden.json`. */
export function readLeaveOut(
  values: Readonly<Partial<Record<'exclude' | 'no-gitignore', unknown>>>,
  config: Pick<CommandConfig, 'exclude' | 'folder'> | null,
): LeaveOut {
  return {
    exclude: [
      { patterns: argumentPatterns(values.exclude), folder: null },
      ...(config === null ? [] : [{ patterns: config.exclude, folder: config.folder }]),
    ],
    gitignore: values['no-gitignore'] !== true,
  };
}

/** Backslash of a path: not before characters that names of Windows may have and that a `.gitignore` escapes. */
const SEPARATOR = /(?!^\\[!#])\\(?![[\] ])/g;

/** Returns the patterns of `--exclude`; on Windows with `/` for the backslashes of paths, also of a completed `.\old`. */
export function argumentPatterns(values: unknown, separator: string = sep): readonly string[] {
  const patterns = optionTexts(values);
  if (separator !== '\\') return patterns;
  return patterns.map((pattern) => pattern.replace(/^\.\\/, '/').replace(SEPARATOR, '/'));
}

/** Predicate for paths below a folder or an archive, with `/` on every system; those of folders end with it. */
export type IsLeftOut = (path: string) => boolean;

/** Creates the predicate of the patterns for the files of a folder or an archive. */
export function excluded({ exclude }: LeaveOut, within: string): IsLeftOut {
  const predicates = exclude
    .filter(({ patterns }) => patterns.length > 0)
    .map(({ patterns, folder }) => predicateOf(patterns, folder === null ? '' : pathFrom(folder, within)));
  return (path) => predicates.some((isExcluded) => isExcluded(path));
}

/** Returns the path of a folder or an archive from a folder, with `/` at its end; '' for the folder itself. */
function pathFrom(folder: string, within: string): string {
  const path = pathBetween(folder, resolve(within));
  return path === '' ? '' : `${path}/`;
}

function predicateOf(patterns: readonly string[], prefix: string): IsLeftOut {
  // The patterns say nothing about files outside their folder.
  if (prefix.startsWith('../') || isFromRoot(prefix)) return () => false;
  const matcher = ignore().add([...patterns]);
  return (path) => matcher.ignores(`${prefix}${path}`);
}

/** Creates the predicate of a folder: the patterns, and what Git ignores in it. */
export async function leftOutOf(folder: string, options: LeaveOut): Promise<IsLeftOut> {
  const isExcluded = excluded(options, folder);
  const ignored = options.gitignore ? await ignoredIn(folder) : new Set<string>();
  return (path) => ignored.has(path) || isExcluded(path);
}

/** Wraps a predicate so that every path that it leaves out is recorded. */
export function recorded(isLeftOut: IsLeftOut): {
  readonly isLeftOut: IsLeftOut;
  readonly leftOut: readonly string[];
} {
  const leftOut: string[] = [];
  const record: IsLeftOut = (path) => {
    const isOut = isLeftOut(path);
    if (isOut) leftOut.push(path);
    return isOut;
  };
  return { isLeftOut: record, leftOut };
}

/**
 * Lists the files and folders in a folder that Git ignores. It never names a tracked file, so that a line in a
 * `.gitignore` cannot hide a file from a gate. Without Git or a repository, nothing is ignored.
 */
async function ignoredIn(folder: string): Promise<ReadonlySet<string>> {
  const args = ['ls-files', '-z', '--others', '--ignored', '--exclude-standard', '--directory'];
  return new Set(splitZero((await runGit(folder, args)) ?? ''));
}

/** Paths with `/` between their names, as reports show them on every system: also `C:/robots` and `//server/share`. */
import { posix } from 'node:path';

/** Returns whether a path begins at a root, a drive or a share. */
export const isFromRoot = (path: string): boolean => /^(?:[A-Za-z]:)?\//.test(path);

/** Joins a folder and a path below it; the `//` of a share stays. */
export function joinPaths(folder: string, path: string): string {
  const joined = posix.join(folder, path);
  return folder.startsWith('//') ? `/${joined}` : joined;
}

/** Returns the path from a folder to a file; undefined: the file is not below it. */
export function pathBelow(folder: string, path: string): string | undefined {
  const base = folder.endsWith('/') ? folder : `${folder}/`;
  // Windows takes names in upper and lower case for the same, and so do its drives.
  const isOfWindows = !base.startsWith('/') || base.startsWith('//');
  const known = (text: string): string => (isOfWindows ? text.toLowerCase() : text);
  return known(path.slice(0, base.length)) === known(base) ? path.slice(base.length) : undefined;
}

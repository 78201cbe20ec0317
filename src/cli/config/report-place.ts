/** Place of reports that `flowarden.json` names: inside its repository, since authors of changes can edit that file. */
import { lstat, realpath } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import { repositoryFolder } from '../git/repository-folder.ts';
import { isInside } from '../system-path.ts';

/** Returns whether a report may be written to a path: below the repository of a folder, links followed, and not in `.git`. */
export async function isReportPlace(path: string, folder: string): Promise<boolean> {
  const root = await realpath(repositoryFolder(folder));
  const real = await realPathOf(path).catch(() => null);
  if (real === null || !isInside(real, root)) return false;
  return !relative(root, real)
    .split(sep)
    .some((part) => part.toLowerCase() === '.git');
}

/** Returns the real path of a file that may be missing. @throws Error for a link to nowhere */
async function realPathOf(path: string): Promise<string> {
  const isThere = await lstat(path).then(
    () => true,
    () => false,
  );
  return isThere || dirname(path) === path
    ? realpath(path)
    : join(await realPathOf(dirname(path)), basename(path));
}

/** Root folder of the Git repository around a folder: the forges resolve the paths of reports from it. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Returns the nearest folder upwards with `.git`, a folder or the file of a worktree; without one, the folder itself. */
export function repositoryFolder(folder: string): string {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, '.git'))) return at;
    if (dirname(at) === at) return folder;
  }
}

/**
 * Walks a folder. Links are followed, as the workflow engine follows them too; each real folder is walked once, so
 * that links cannot multiply the work.
 */
import { readdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { IGNORED_FOLDERS } from '../../analysis/model/kinds/ignored-folders.ts';
import { StartError } from '../../infra/process/start-error.ts';
import { isInside, pathBetween } from '../system-path.ts';
import type { IsLeftOut } from './left-out.ts';
import { cannotRead } from './read-error.ts';

/** Regular file below a folder, or a link to one. */
export interface WalkedFile {
  readonly path: string;
  readonly realPath: string;
}

/**
 * Returns every regular file below a folder, links included and what is left out not, sorted by path.
 * @throws StartError for a link without a target, or to a folder that contains it
 */
export async function walkFolder(folder: string, isLeftOut: IsLeftOut): Promise<readonly WalkedFile[]> {
  const files: WalkedFile[] = [];
  const walked = new Set<string>();
  // Links to folders are walked after every real folder: real paths win over linked ones.
  const linked: string[] = [];
  const visit = async (path: string): Promise<void> => {
    const real = await realpath(path);
    if (walked.has(real)) return;
    walked.add(real);
    const entries = await readdir(path, { withFileTypes: true });
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const below = join(path, entry.name);
      if (IGNORED_FOLDERS.has(entry.name)) continue;
      const relativePath = pathBetween(folder, below);
      if (isLeftOut(entry.isDirectory() ? `${relativePath}/` : relativePath)) continue;
      if (entry.isDirectory()) await visit(below);
      else if (entry.isFile()) files.push({ path: below, realPath: join(real, entry.name) });
      else if (entry.isSymbolicLink()) await follow(below, real);
    }
  };
  const follow = async (link: string, parent: string): Promise<void> => {
    const target = await stat(link).catch((cause: unknown) => {
      throw danglingLink(link, cause);
    });
    if (target.isFile()) files.push({ path: link, realPath: await realpath(link) });
    if (!target.isDirectory()) return;
    const to = await realpath(link);
    if (isInside(parent, to)) throw loop(link, to);
    linked.push(link);
  };
  await visit(folder);
  for (let link = linked.shift(); link !== undefined; link = linked.shift()) {
    await visit(link);
  }
  return files.sort((a, b) => (a.path < b.path ? -1 : 1));
}

function danglingLink(link: string, cause: unknown): StartError {
  if ((cause as NodeJS.ErrnoException).code !== 'ENOENT') return cannotRead(link, cause);
  const problem = `${JSON.stringify(link)} is a symbolic link to a file that does not exist.`;
  return new StartError(`${problem} Restore the file or remove the link.`, 2, { cause });
}

function loop(link: string, target: string): StartError {
  const problem = `${JSON.stringify(link)} is a symbolic link to ${JSON.stringify(target)}, which contains it.`;
  return new StartError(`${problem} Remove the link, or name the folders to validate.`, 2);
}

/** Files that a report named by `flowarden.json` may replace: the author of a change must not destroy sources with it. */

import { readFile, realpath, stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { CONTRACT_LIMITS } from '../../contract/limits.ts';
import { AppError } from '../../errors.ts';
import { runGit } from '../git/run-git.ts';

/** Returns why a report must not replace the file of a path; null if it may, also where there is none. */
export async function whyNotReplaceable(path: string): Promise<string | null> {
  const real = await realpath(path).catch(() => null);
  // A sparse checkout lacks tracked files.
  if (await isTracked(real ?? path)) return 'Git tracks that file';
  return real !== null && (await isWorkflow(real)) ? 'that file is a workflow' : null;
}

/** The name is compared in any case, as some file systems do not distinguish cases. */
async function isTracked(path: string): Promise<boolean> {
  const pattern = `:(icase,literal)${basename(path)}`;
  const listed = await runGit(dirname(path), ['ls-files', '-z', '--', pattern]);
  return listed !== null && listed !== '';
}

/** A file that cannot be judged counts as a workflow. */
async function isWorkflow(path: string): Promise<boolean> {
  const { size } = await stat(path);
  if (size > CONTRACT_LIMITS.projectBytesMax) return true;
  const [{ openFile }, { recognise }] = await Promise.all([
    import('../../analysis/platforms/input-file.ts'),
    import('../../analysis/platforms/read-workflows.ts'),
  ]);
  try {
    recognise(openFile(basename(path), await readFile(path)));
    return true;
  } catch (error) {
    return !(error instanceof AppError && error.code === 'unsupported_file_type');
  }
}

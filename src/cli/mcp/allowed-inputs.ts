/** Inputs of tools: every file of them is in the folders of the client. */
import { StartError } from '../../infra/process/start-error.ts';
import { findInputs, type Input } from '../validate/inputs.ts';
import type { LeaveOut } from '../validate/left-out.ts';
import { STANDARD_INPUT } from '../validate/standard-input.ts';
import { type AllowedFolders, isAllowed, notAllowed, requireAllowed } from './allowed-folders.ts';

/** Finds the files of the paths. @throws StartError for a path, or a link, outside the folders of the client */
export async function findAllowed(
  { paths, leaveOut }: { readonly paths: readonly string[]; readonly leaveOut: LeaveOut },
  folders: AllowedFolders,
): Promise<readonly Input[]> {
  // The protocol is on standard input.
  if (paths.includes(STANDARD_INPUT)) throw new StartError('Name a file: standard input has none.', 2);
  await requireAllowed(paths, folders);
  const inputs = await findInputs(paths, leaveOut);
  for (const { kind, realPath, name, files } of inputs) {
    if (!isAllowed(realPath, folders)) throw notAllowed(name);
    if (kind !== 'folder') continue;
    for (const { id, path } of files) if (!isAllowed(id, folders)) throw notAllowed(`${name}/${path}`);
  }
  return inputs;
}

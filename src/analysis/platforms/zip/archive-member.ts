/** Reads members of an archive so that a damaged one affects only its own findings. */
import { AppError } from '../../../errors.ts';
import type { Platform } from '../../model/platform.ts';
import type { Source, Workflow } from '../../model/workflow.ts';
import { closeDraft, type Draft, openDraft, revised } from '../draft.ts';
import type { InputFile } from '../input-file.ts';

/**
 * Returns the place of an error: a file that could not be read has only the one that the reader stopped at, else its
 * beginning.
 */
function placeOf({ details: { line = '1', column = '1' } }: AppError): Source {
  const place = { line: Number(line), column: Number(column) };
  return { lineAndColumn: () => place, path: () => '/' };
}

const NOWHERE: Source = { lineAndColumn: () => ({ line: 1, column: 1 }), path: () => '/' };

/** Opens the draft of a file that is known by its path alone. */
function openBare(platform: Platform, path: string, source: Source): Draft {
  const draft = openDraft(platform, 'unreadable', path, 'visual-basic', source);
  draft.artifactKey = path;
  return draft;
}

/** Returns a workflow without content, for findings about a file that is known by its path alone. */
export const bareWorkflow = (platform: Platform, path: string): Workflow =>
  revised(closeDraft(openBare(platform, path, NOWHERE)), {
    file: path,
    name: path.slice(path.lastIndexOf('/') + 1),
  });

function unreadable(platform: Platform, path: string, error: AppError): Workflow {
  const draft = openBare(platform, path, placeOf(error));
  draft.unread.push({ at: 0, owner: -1, name: '', kind: 'damaged-part', reason: error.message });
  return revised(closeDraft(draft), { file: path });
}

/** Returns the path of a file in an archive that is a member itself; '' is the member. */
export const memberPath = (member: string, inner: string): string =>
  inner === '' ? member : `${member}/${inner}`;

/**
 * Returns the workflows of one member, each with the member's path as its `file`. A member that the reader rejects as
 * damaged or too deep becomes a workflow of kind `unreadable`; a reader may return none for a member that it skips.
 */
export function readArchiveMember(
  platform: Platform,
  path: string,
  open: () => InputFile,
  read: (file: InputFile) => readonly Workflow[],
): Workflow[] {
  try {
    return read(open()).map((workflow) => revised(workflow, { file: memberPath(path, workflow.file) }));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return [unreadable(platform, path, error)];
  }
}

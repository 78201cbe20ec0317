/** Reads members of an archive so that a damaged one costs its own findings and nobody else's. */
import { AppError } from '../errors.ts';
import type { Platform } from '../model/platform.ts';
import type { Source, Workflow } from '../model/workflow.ts';
import { closeDraft, openDraft, revised } from './draft.ts';
import type { InputFile } from './input-file.ts';

/** A file that could not be read has no places in it but its beginning. */
const NO_PLACES: Source = { lineAndColumn: () => ({ line: 1, column: 1 }), path: () => '/' };

function unreadable(platform: Platform, path: string, reason: string): Workflow {
  const draft = openDraft(platform, 'unreadable', path, 'visual-basic', NO_PLACES);
  draft.artifactKey = path;
  draft.unread.push({ at: 0, owner: -1, name: '', reason });
  return revised(closeDraft(draft), { file: path });
}

/**
 * The workflows of one member, each with the member's path as its `file`. What the reader refuses as damaged or too
 * deep becomes a workflow of kind `unreadable`; a reader may return none for a member that it passes over.
 */
export function readMember(
  platform: Platform,
  path: string,
  open: () => InputFile,
  read: (file: InputFile) => readonly Workflow[],
): Workflow[] {
  try {
    return read(open()).map((workflow) => revised(workflow, { file: path }));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return [unreadable(platform, path, error.message)];
  }
}

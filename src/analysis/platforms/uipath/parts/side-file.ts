/** Reads small text files beside workflows, which their steps run or read: scripts, macros and tables. */
import type { Workflow } from '../../../model/workflow.ts';
import { closeDraft, openDraft } from '../../draft.ts';
import type { InputFile } from '../../input-file.ts';
import { LINE_SOURCE } from '../../line-source.ts';
import { isFromMacos } from '../../zip/foreign-members.ts';

const SIDE_FILE = /\.(?:py|bas|txt|csv)$/i;
/** Folders of environments and of Studio, whose scripts no step loads. */
const STUDIO_FOLDER =
  /(?:^|\/)(?:\.local|\.tmh|\.git|\.?venv|env|site-packages|__pycache__|node_modules|bin|obj)\//i;
/** Longer ones are data. */
const SIZE_MAX_BYTES = 64 * 1024;

/** Returns whether a file may be one of these, by its path. */
export const isSideFilePath = (path: string): boolean =>
  SIDE_FILE.test(path) && !STUDIO_FOLDER.test(path) && !isFromMacos(path);

/** Returns whether a file is one of these, by its path and size. */
export const isSideFile = (path: string, sizeBytes: number): boolean =>
  sizeBytes <= SIZE_MAX_BYTES && isSideFilePath(path);

/** Reads such a file as a workflow without steps, whose code it is; undefined for any other file. */
export function readSideFile(file: InputFile): Workflow | undefined {
  if (file.syntax !== 'other' || !isSideFile(file.path, file.bytes.byteLength)) return undefined;
  const draft = openDraft('uipath', 'uipath-side-file', file.name, 'visual-basic', LINE_SOURCE);
  draft.notes.push({ at: 0, owner: -1, name: file.name, kind: 'code', text: file.bytes.toString('utf8') });
  return closeDraft(draft);
}

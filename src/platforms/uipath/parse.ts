/** Turns a UiPath workflow document into the normal form. */
import type { Workflow } from '../../model/workflow.ts';
import { closeDraft, openDraft } from '../draft.ts';
import type { InputFile } from '../input-file.ts';

/** Reads the one workflow of a file that was recognised. */
export function readWorkflow(file: InputFile): Workflow {
  const source = { lineAndColumn: () => ({ line: 1, column: 1 }), path: () => '/' };
  return closeDraft(openDraft('uipath', 'uipath-workflow', file.name, 'visual-basic', source));
}

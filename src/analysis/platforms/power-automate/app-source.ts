/** Reads the texts of canvas apps and of prompts of AI Builder. Nothing in them is understood: they may hold secrets. */
import { AppError } from '../../../errors.ts';
import type { Workflow } from '../../model/workflow.ts';
import { closeDraft, openDraft, revised } from '../draft.ts';
import type { InputFile } from '../input-file.ts';
import { LINE_SOURCE } from '../line-source.ts';
import { memberPath } from '../zip/archive-member.ts';

/** Prompts and models of AI Builder. */
export const AI_PROMPT =
  /(?:^|\/)(?:msdyn_)?ai(?:model|configuration|prompt)s?\/[^/]{1,100}\/[^/]{1,100}\.(?:json|xml|ya?ml)$/i;
const SOURCE = /\.(?:pa|fx)\.ya?ml$/i;
const APP = /\.msapp$/i;
/** Members of an app with formulas; the others are pictures, and what the designer needs. */
const APP_MEMBER = /^(?:src|controls|components)\/.{1,200}\.(?:ya?ml|json)$/i;

/** Returns whether a path is that of a text of an app or of a prompt. */
export const isAppSourcePath = (path: string): boolean => SOURCE.test(path) || AI_PROMPT.test(path);

function readText({ name, path, bytes }: InputFile): readonly Workflow[] {
  const draft = openDraft('power-automate', 'power-automate-app-source', name, 'power-fx', LINE_SOURCE);
  draft.artifactKey = `app:${path}`;
  draft.notes.push({ at: 0, owner: -1, name, kind: 'code', text: bytes.toString('utf8') });
  return [closeDraft(draft)];
}

/** Reads a file in an archive; none where it is damaged, as the naming of the app says that it was not analysed. */
function readMember(path: string, open: (path: string) => InputFile): readonly Workflow[] {
  try {
    return readAppSources(open(path)).map((text) => revised(text, { file: memberPath(path, text.file) }));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return [];
  }
}

/** Reads the texts of apps and prompts in a file: in itself, or in an archive. */
export function readAppSources(file: InputFile): readonly Workflow[] {
  if (file.syntax !== 'zip') return isAppSourcePath(file.path) ? readText(file) : [];
  const { paths, open, canNest } = file.archive();
  const isApp = APP.test(file.path);
  if (isApp)
    return paths
      .filter((path) => APP_MEMBER.test(path.replaceAll('\\', '/')))
      .flatMap((path) => readText(open(path)).map((text) => revised(text, { file: path })));
  return paths
    .filter((path) => isAppSourcePath(path) || (canNest && APP.test(path)))
    .flatMap((path) => readMember(path, open));
}

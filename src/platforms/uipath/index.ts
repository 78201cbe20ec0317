/** Reader of UiPath Studio workflows (.xaml). */
import type { PlatformReader } from '../platform.ts';
import { readWorkflow } from './parse.ts';
import { isUiPathWorkflow } from './recognise.ts';
import { snippet } from './snippet.ts';

/** UiPath: Windows Workflow Foundation 4 documents as Studio writes them. */
export const uipath: PlatformReader = {
  platform: 'uipath',
  recognise: (file) =>
    file.syntax === 'xml' && isUiPathWorkflow(file.xml()) ? 'uipath-workflow' : undefined,
  read: (file) => [readWorkflow(file)],
  snippet,
};

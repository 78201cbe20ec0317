/** Reads Automation Anywhere A360 task bots: JSON documents of commands. */
import type { FileKind, Workflow } from '../../model/workflow.ts';
import type { InputFile } from '../input-file.ts';
import type { PlatformReader } from '../platform.ts';

/** The reader of Automation Anywhere. */
export const automationAnywhere: PlatformReader = {
  platform: 'automation-anywhere',
  recognise(_file: InputFile): FileKind | undefined {
    return undefined;
  },
  read(_file: InputFile, _kind: FileKind): readonly Workflow[] {
    return [];
  },
  snippet(fragment: string): string {
    return fragment;
  },
};

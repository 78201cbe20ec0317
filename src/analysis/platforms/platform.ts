/** Port between bytes and workflows: the interface of each platform's reader. */

import type { FileKind } from '../model/kinds/file-kind.ts';
import type { Platform } from '../model/platform.ts';
import type { Workflow } from '../model/workflow.ts';
import type { InputFile } from './input-file.ts';
import type { KindReader } from './kinds/kind-reader.ts';

export interface PlatformReader {
  readonly platform: Platform;
  /** Kinds that are known before parsing: a file of one is not passed to `recognise` and `read`. */
  readonly kinds?: readonly KindReader[];
  /**
   * Recognises one of its kinds by content; undefined when the file is none. Throws only the errors of reading the
   * file.
   */
  recognise(file: InputFile): FileKind | undefined;
  /**
   * Recognises an archive by files that stand beside workflows, where no platform has found a workflow in it. Throws only
   * the errors of reading the file.
   */
  recogniseBeside?(file: InputFile): FileKind | undefined;
  /** Reads every workflow of a recognised file: one for most kinds, one for each process and object of a release. */
  read(file: InputFile, kind: FileKind): readonly Workflow[];
  /**
   * Reads facts about the project of a file, beside or instead of workflows: a solution's manifest, the definition of
   * an environment variable. None for every other file. Throws only the errors of reading the file.
   */
  readParts?(file: InputFile): readonly Workflow[];
  /**
   * Explains why an unrecognised file is unsupported, and what to send instead, when it is another format of this
   * product.
   */
  explain?(file: InputFile): string | undefined;
  /** Wraps a fragment in the smallest whole file around it; a whole file is returned as it is. For examples and tests. */
  snippet(fragment: string): string;
}

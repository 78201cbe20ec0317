/** What goes to an analysis thread and what comes back: plain data only, as nothing else survives the crossing. */
import type { ErrorCode, ErrorDetails } from '../../errors.ts';
import type { Platform } from '../model/platform.ts';
import type { FileFacts } from '../model/project.ts';
import type { Report } from '../model/report.ts';
import type { BuiltinRuleset } from '../model/ruleset.ts';
import type { ProjectInput } from './project/project-report.ts';

export interface AnalysisTask {
  /** The file as it was uploaded. The sender's buffer is transferred and empty afterwards when it is not shared. */
  readonly bytes: Uint8Array;
  readonly filename: string;
  /** The platform that the caller named; undefined: whatever the file is. */
  readonly platform: Platform | undefined;
  readonly ruleset: BuiltinRuleset;
  /** How many findings the report may list. */
  readonly findingsMax: number;
  /** Judge unchanged objects of the vendor like the author's own; otherwise only secrets in them are reported. */
  readonly includeVendor?: boolean;
  /**
   * Where the file lies in a project whose files are analysed one by one: the answer holds what the project's rules need
   * of it, and nothing across files is judged here, but for archives, which are projects of their members.
   */
  readonly factsPath?: string;
}

export type AnalysisResult =
  | { readonly ok: true; readonly report: Report }
  | {
      readonly ok: false;
      readonly code: ErrorCode;
      readonly message: string;
      readonly details: ErrorDetails;
      /** With `factsPath`: what a file that is no workflow says about its project. */
      readonly facts?: FileFacts;
    };

/** The files of a project, to be judged together. */
export interface ProjectTask extends Omit<ProjectInput, 'facts'> {
  /** The facts of each file, as JSON: reading them is work for the thread. */
  readonly factsTexts: readonly string[];
}

/** What the pool sends to a thread; null only asks whether it is ready. */
export interface ThreadTask {
  readonly task: AnalysisTask | ProjectTask;
  /** A cell of shared memory that the thread sets when it begins. */
  readonly started: Int32Array<SharedArrayBuffer>;
}

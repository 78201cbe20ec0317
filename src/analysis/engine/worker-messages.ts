/** Messages to and from an analysis thread: plain data only, as nothing else can be cloned. */
import type { ErrorCode, ErrorDetails } from '../../errors.ts';
import type { Platform } from '../model/platform.ts';
import type { FileFacts } from '../model/project.ts';
import type { Report } from '../model/report.ts';
import type { TaskPolicy } from './policies/task-policy.ts';
import type { ProjectInput } from './project/project-report.ts';

export interface AnalysisTask {
  /** The file as it was uploaded. The sender's buffer is transferred and empty afterwards when it is not shared. */
  readonly bytes: Uint8Array;
  readonly filename: string;
  /** The platform that the caller named; undefined: any. */
  readonly platform: Platform | undefined;
  readonly ruleset: TaskPolicy;
  /** Maximum number of findings in the report. */
  readonly findingsMax: number;
  /** Analyse unchanged objects of the vendor like the author's own; otherwise only secrets in them are reported. */
  readonly includeVendor?: boolean;
  /** Reads workflows of Azure Logic Apps (Standard), which are otherwise only named. */
  readonly includeLogicApps?: boolean;
  /** Reports known members of an archive that were not analysed as high findings. */
  readonly blockUnanalysed?: boolean;
  /** Adds the outline of the file, which its picture is drawn from. */
  readonly keepsOutline?: boolean;
  /** Adds the steps around each finding, as the designer shows them. */
  readonly keepsFrames?: boolean;
  /** Adds the form of the file. */
  readonly keepsForm?: boolean;
  /** Adds the ends of channels to other projects. */
  readonly keepsChannels?: boolean;
  /**
   * UTC day of the judgement, as `2026-11-23`: notes in the file waive findings until a day. Absent: notes are not read.
   */
  readonly today?: string;
  /** Path of the file, which a policy may judge by; absent: its name. */
  readonly path?: string;
  /**
   * Path of the file in a project whose files are analysed one by one. The result then has the facts for the project's
   * rules, and no rule across files runs here, but for archives, which are projects of their members.
   */
  readonly factsPath?: string;
  /** Seals the keys by which copies in other files of the project are known; absent: they get none. */
  readonly contentSeal?: string;
}

export type AnalysisResult =
  | { readonly ok: true; readonly report: Report }
  | {
      readonly ok: false;
      readonly code: ErrorCode;
      readonly message: string;
      readonly details: ErrorDetails;
      /** With `factsPath`: project facts of a file that is no workflow. */
      readonly facts?: FileFacts;
    };

/** The files of a project, to be evaluated together. */
export interface ProjectTask extends Omit<ProjectInput, 'facts'> {
  /** The facts of each file, as JSON: parsing them is work for the thread. */
  readonly factsTexts: readonly string[];
}

/** Messages between a core and its sandbox process. */

import type { ProjectReport } from '../analysis/engine/project/project-report.ts';
import type { AnalysisTask, ProjectTask } from '../analysis/engine/worker-messages.ts';
import type { Report } from '../analysis/model/report.ts';
import type { ErrorCode, ErrorDetails } from '../errors.ts';
import type { PackCheck, PackTask } from '../policy/check-pack.ts';

/** Tasks of the process, and their results. */
export interface SandboxWork {
  readonly analyse: { readonly task: AnalysisTask; readonly result: Report };
  readonly judge: { readonly task: ProjectTask; readonly result: ProjectReport };
  readonly checkPack: { readonly task: PackTask; readonly result: PackCheck };
}

/** To the process. Each piece of work has a number. */
export type SandboxRequest =
  | {
      readonly [Kind in keyof SandboxWork]: {
        readonly id: number;
        readonly kind: Kind;
        readonly task: SandboxWork[Kind]['task'];
        readonly timeoutMs: number;
        /** The organisation; absent: a stranger. */
        readonly tenant: string | undefined;
      };
    }[keyof SandboxWork]
  /** Cancels the task: no caller waits for it any more. */
  | { readonly id: number; readonly kind: 'abandon' };

/** An error, whose class does not survive the way between processes; undefined for one that is not an AppError. */
export interface SandboxError {
  readonly code: ErrorCode;
  readonly message: string;
  readonly details: ErrorDetails;
}

/** From the process. */
export type SandboxResponse =
  | { readonly id: number; readonly state: 'begun' }
  | { readonly id: number; readonly state: 'done'; readonly result: unknown }
  | { readonly id: number; readonly state: 'failed'; readonly error: SandboxError | undefined };

/** Options of the process: the argument of its start, as JSON. */
export interface SandboxSetup {
  readonly queueMax: number;
  readonly heapMiBMax: number;
  /** The file that its thread runs. Default: the engine. */
  readonly entry?: string;
}

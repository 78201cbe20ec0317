/** What a core and its process for guests tell each other. */

import type { ProjectReport } from '../analysis/engine/project/project-report.ts';
import type { AnalysisTask, ProjectTask } from '../analysis/engine/worker-messages.ts';
import type { Report } from '../analysis/model/report.ts';
import type { ErrorCode, ErrorDetails } from '../errors.ts';

/** The work of the process, and what comes of it. */
export interface GuestWork {
  readonly analyse: { readonly task: AnalysisTask; readonly result: Report };
  readonly judge: { readonly task: ProjectTask; readonly result: ProjectReport };
}

/** To the process. Each piece of work has a number. */
export type GuestQuestion =
  | {
      readonly [Kind in keyof GuestWork]: {
        readonly id: number;
        readonly kind: Kind;
        readonly task: GuestWork[Kind]['task'];
        readonly timeoutMs: number;
      };
    }[keyof GuestWork]
  /** Nobody waits for it any more. */
  | { readonly id: number; readonly kind: 'abandon' };

/** An error, whose class does not survive the way between processes; null for one that is not an AppError. */
export interface GuestError {
  readonly code: ErrorCode;
  readonly message: string;
  readonly details: ErrorDetails;
}

/** From the process. */
export type GuestAnswer =
  | { readonly id: number; readonly state: 'begun' }
  | { readonly id: number; readonly state: 'done'; readonly result: unknown }
  | { readonly id: number; readonly state: 'failed'; readonly error: GuestError | null };

/** How the process is set up: the argument of its start, as JSON. */
export interface GuestSetup {
  readonly queueMax: number;
  readonly heapMiBMax: number;
  /** The file that its thread runs. Default: the engine. */
  readonly entry?: string;
}

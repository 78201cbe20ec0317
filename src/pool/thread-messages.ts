/** Messages between a pool and its threads: plain data only, as nothing else can be cloned. */
import type { ProjectReport } from '../analysis/engine/project/project-report.ts';
import type { AnalysisResult, AnalysisTask, ProjectTask } from '../analysis/engine/worker-messages.ts';
import type { PackCheck, PackTask } from '../policy/check-pack.ts';

/** Message of the pool to a thread; null only checks whether it is ready. */
export interface ThreadTask {
  readonly task: AnalysisTask | ProjectTask | PackTask;
  /** A cell of shared memory that the thread sets when it begins. */
  readonly started: Int32Array<SharedArrayBuffer>;
}

/** Answer of a thread to a task. */
export type ThreadAnswer = AnalysisResult | ProjectReport | PackCheck;

/** Settings of a thread, from its pool. */
export interface ThreadSetup {
  /** False: files of a single run are not worth the time. */
  readonly warmsUp: boolean;
}

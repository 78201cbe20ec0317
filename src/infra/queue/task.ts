/** What a task of the queue is. */
import type { Blobs } from '../blobs/open-blobs.ts';
import type { CoreClient } from '../core/core-client.ts';
import type { Sql } from '../database/connections.ts';
import type { Logger } from '../logging/log.ts';
import type { TaskName, TaskPayloads } from './job.ts';

/** What a task works with. */
export interface TaskContext<Payload> {
  readonly payload: Payload;
  /** 1 at the first time. */
  readonly attempt: number;
  /** Whether nobody tries again when this attempt fails. */
  readonly isLastAttempt: boolean;
  /** The owner's connections: all organisations are in sight. */
  readonly sql: Sql;
  readonly blobs: Blobs;
  /** Files are analysed there, never here. */
  readonly core: CoreClient;
  readonly log: Logger;
  /** Aborted when the process has been asked to end: what is left undone then is done by the next one. */
  readonly signal: AbortSignal;
}

/** Does one piece of work. A rejection is tried again. Must be harmless when it is done twice. */
export type JobTask<Task extends TaskName = TaskName> = (
  context: TaskContext<TaskPayloads[Task]>,
) => Promise<void>;

/** A task and how it is run. */
export interface TaskEntry<Task extends TaskName> {
  readonly run: JobTask<Task>;
  readonly runner: RunnerName;
  /** When it is due by the clock, in UTC, as a crontab says it. For tasks without a payload. */
  readonly cron?: string;
}

/** The runners of a jobs process, each with workers of its own, so that none waits for the other. */
export type RunnerName = 'interactive' | 'batch';

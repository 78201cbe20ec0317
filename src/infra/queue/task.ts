/** Definition of a task of the queue. */
import type { Blobs } from '../blobs/open-blobs.ts';
import type { CoreClient } from '../core/core-client.ts';
import type { Sql } from '../database/connections.ts';
import type { Logger } from '../logging/log.ts';
import type { MailConfig } from '../settings/mail-setting.ts';
import type { TaskName, TaskPayloads } from './job.ts';

/** Context of a task. */
export interface TaskContext<Payload> {
  readonly payload: Payload;
  /** Number of the attempt, from 1. */
  readonly attempt: number;
  /** True if a failure of this attempt is final. */
  readonly isLastAttempt: boolean;
  /** The owner's connections, which see all organisations. */
  readonly sql: Sql;
  readonly blobs: Blobs;
  /** Days after which the bodies of results move to the bucket; absent: never. */
  readonly resultInlineDays?: number;
  /** Mail server, and the keys of sealed links; absent or null: no mails are sent. */
  readonly mail?: { readonly server: MailConfig; readonly secretsKey: string } | null;
  /** Files are analysed by the core, never in this process. */
  readonly core: CoreClient;
  readonly log: Logger;
  /** Beginning of links to the service. */
  readonly baseUrl: string;
  /** Aborted when the process is requested to end: the next one does the remaining work. */
  readonly signal: AbortSignal;
}

/** Performs one job. A rejection is retried. It must be idempotent. */
export type JobTask<Task extends TaskName = TaskName> = (
  context: TaskContext<TaskPayloads[Task]>,
) => Promise<void>;

/** Task with its schedule and runner. */
export interface TaskEntry<Task extends TaskName> {
  readonly run: JobTask<Task>;
  readonly runner: RunnerName;
  /** Schedule in UTC, as a crontab expression. For tasks without a payload. */
  readonly cron?: string;
}

/** Runners of a jobs process, each with workers of its own, so that neither waits for the other. */
export type RunnerName = 'interactive' | 'batch';

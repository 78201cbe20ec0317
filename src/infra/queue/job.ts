/** The kinds of work that are done later, each with what its jobs say. Who does them stands in `src/jobs/tasks.ts`. */

/** For tasks whose name says everything. */
export type NoPayload = Readonly<Record<string, never>>;

/** A project of an organisation. */
export interface ProjectPayload {
  readonly orgId: string;
  readonly projectId: string;
}

/** Where a job comes from, which every payload may say: the request that asked for it, and the span of its trace. */
export interface JobOrigin {
  readonly requestId?: string;
  readonly traceparent?: string;
}

/** Task → what a job of it says. Kept in the database: a member that is added must be optional. */
export interface TaskPayloads {
  'expire-validations': NoPayload;
  /** A project whose files are all done. */
  'finish-project': ProjectPayload;
  'forget-idempotency-keys': NoPayload;
  'forget-limits': NoPayload;
  /** A project that may begin. */
  'list-project': ProjectPayload;
  'prepare-partitions': NoPayload;
  'run-validation': { readonly orgId: string; readonly validationId: string };
  'scan-exceptions': NoPayload;
  'resume-projects': NoPayload;
  /** A part of a project's files. */
  'run-shard': ProjectPayload & { readonly shard: number };
  'shift-turns': NoPayload;
  'sweep-blobs': NoPayload;
  'tick-retention': NoPayload;
}

/** Name of a task in the queue. */
export type TaskName = keyof TaskPayloads;

/** The kinds of work that are done later, each with what its jobs say. Who does them stands in `src/jobs/tasks.ts`. */

/** For tasks whose name says everything. */
export type NoPayload = Readonly<Record<string, never>>;

/** Task → what a job of it says. Kept in the database: a member that is added must be optional. */
export interface TaskPayloads {
  'expire-validations': NoPayload;
  'forget-limits': NoPayload;
  'prepare-partitions': NoPayload;
  'run-validation': { readonly orgId: string; readonly validationId: string };
  'scan-exceptions': NoPayload;
  'sweep-blobs': NoPayload;
}

/** Name of a task in the queue. */
export type TaskName = keyof TaskPayloads;

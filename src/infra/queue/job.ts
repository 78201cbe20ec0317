/** Tasks of the queue with the payloads of their jobs. `src/jobs/tasks.ts` implements them. */

/** Payload of tasks whose name suffices. */
export type NoPayload = Readonly<Record<string, never>>;

/** Project of an organisation. */
export interface ProjectPayload {
  readonly orgId: string;
  readonly projectId: string;
}

/** Origin of a job, which every payload may hold: the request that caused it, and the span of its trace. */
export interface JobOrigin {
  readonly requestId?: string;
  readonly traceparent?: string;
}

/** Payloads by task. They are stored in the database: a new member must be optional. */
export interface TaskPayloads {
  /** Pull with something to submit, to collect, or to end. */
  'advance-pull': { readonly orgId: string; readonly pullId: string };
  /** Run that the gate has blocked. */
  'announce-blocked-run': { readonly orgId: string; readonly runId: string };
  /** Change whose runs had all ended when it was enqueued. */
  'announce-change': { readonly orgId: string; readonly changeId: string };
  'announce-pulls': NoPayload;
  /** Organisation whose workflows have no known owner; `isForAll`: also the others, as patterns have changed. */
  'assign-owners': { readonly orgId: string; readonly isForAll?: boolean };
  'check-credentials': NoPayload;
  'expire-validations': NoPayload;
  /** Project whose files are all done. */
  'finish-project': ProjectPayload;
  'forget-feed-changes': NoPayload;
  'forget-idempotency-keys': NoPayload;
  'forget-limits': NoPayload;
  'forget-security-events': NoPayload;
  'forget-sessions': NoPayload;
  /** Project that may begin. */
  'list-project': ProjectPayload;
  'pack-results': NoPayload;
  'plan-tickets': NoPayload;
  'prepare-partitions': NoPayload;
  'repeat-logout-notices': NoPayload;
  'run-validation': { readonly orgId: string; readonly validationId: string };
  'run-dry-run': { readonly orgId: string; readonly dryRunId: string };
  'scan-exceptions': NoPayload;
  'send-mails': NoPayload;
  'resume-projects': NoPayload;
  'resume-pulls': NoPayload;
  /** Part of a project's files. */
  'run-shard': ProjectPayload & { readonly shard: number };
  'shift-turns': NoPayload;
  'snapshot-backlog': NoPayload;
  'sweep-blobs': NoPayload;
  'tick-retention': NoPayload;
}

/** Name of a task in the queue. */
export type TaskName = keyof TaskPayloads;

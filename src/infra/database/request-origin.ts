/** Where the jobs and deliveries of a transaction come from; see `sql/0005_jobs_and_processes.sql`. */
import type { Sql } from './connections.ts';

/** Both are written into the payload of every job. */
export interface Origin {
  readonly requestId?: string;
  /** W3C Trace Context; deliveries remember it too. */
  readonly traceparent?: string;
}

/** The same connections, whose transactions say where they come from. */
export function withOrigin(sql: Sql, { requestId, traceparent }: Origin): Sql {
  const origin = {
    ...(requestId !== undefined && { 'app.request_id': requestId }),
    ...(traceparent !== undefined && { 'app.traceparent': traceparent }),
  };
  if (Object.keys(origin).length === 0) return sql;
  return {
    ...sql,
    begin: (work, options) => sql.begin(work, { ...options, settings: { ...origin, ...options.settings } }),
  };
}
